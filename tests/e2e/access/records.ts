import type { Page } from '@playwright/test';

/** The addresses of the pages that show one record, and of those that show it in another way. */
export async function recordPages(page: Page): Promise<string[]> {
  const read = async (path: string) => (await (await page.request.get(path)).json()).data;
  const loans = await read('/v1/api/creditor/credit/loans?page=1&limit=1');
  const tokens = await read('/v1/api/tokens?page=1&limit=3');
  const members = await read('/v1/api/member?page=1&limit=1');
  const [loan] = loans.docs;
  const ids = tokens.tokens.map(({ _id }: { _id: string }) => _id);
  return [
    `/loans/${loan.id}?at=${encodeURIComponent(loan.created_at)}`,
    `/tokens/${ids[0]}`,
    `/tokens/compare?ids=${ids.join(',')}`,
    `/members/${members.members[0]._id}`,
  ];
}

/** The pages that are lists, or one of a kind. */
export const PLAIN_PAGES = [
  '/',
  '/loans',
  '/loans/terms',
  '/loans/cover',
  '/loans/new',
  '/tokens',
  '/tokens?status=all',
  '/customers',
  '/members',
  '/orders/cancel',
  '/orders/runs',
  '/activity',
  '/audit-log',
  '/people',
  '/settings',
  '/nowhere',
];
