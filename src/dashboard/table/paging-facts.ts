import type { ListPage } from '#dashboard/api/loans/loans.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import type { Paging } from '#dashboard/lib/paging.ts';

type Seen = Pick<ListPage<unknown>, 'rows' | 'unreadable' | 'page' | 'limit' | 'total' | 'pages'>;

/** The last page, as far as the service said; undefined where it didn't. */
export function lastPage({ total, pages }: Seen, limit: number): number | undefined {
  if (total === undefined) return pages;
  return Math.max(1, Math.ceil(total / limit));
}

/** Whether the list is there but ends before the page that was asked for. */
export function isBeyondEnd(seen: Seen, asked: Paging): boolean {
  const last = lastPage(seen, asked.limit);
  return seen.rows.length === 0 && last !== undefined && asked.page > last;
}

/** How the service's echo contradicts what was asked, or null: then the rows may be those of another page. */
export function contradiction(seen: Seen, asked: Paging): string | null {
  const otherPage = seen.page !== undefined && seen.page !== asked.page;
  const otherLimit = seen.limit !== undefined && seen.limit !== asked.limit;
  if (!otherPage && !otherLimit) return null;
  const given = [
    otherPage && `page ${seen.page} where page ${asked.page} was asked for`,
    otherLimit && `pages of ${seen.limit} where ${asked.limit} were asked for`,
  ].filter(Boolean);
  return `The service answered with ${given.join(', and ')}. These rows may not be the ones you asked for.`;
}

/** Which rows are shown, of how many: `26–50 of 137`. */
export function rangeOf(seen: Seen, asked: Paging): string {
  const before = (asked.page - 1) * asked.limit;
  const here = seen.rows.length + seen.unreadable;
  const total = seen.total === undefined ? 'an unknown number' : formatCount(seen.total);
  if (here === 0) return `None of ${total}`;
  if (contradiction(seen, asked)) return `${formatCount(here)} of ${total}`;
  return `${formatCount(before + 1)}–${formatCount(before + here)} of ${total}`;
}
