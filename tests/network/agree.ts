import type { Pool } from 'pg';
import type { Page } from 'playwright';
import { expect, vi } from 'vitest';
import type { JournalEntry } from '#contract/operations.ts';
import { type FoundOrder, stateOf } from '#tests/support/orders.ts';
import { reportOf } from './person.ts';

/** After so long, page and journal agree with the service. */
const AGREED_MS = 75_000;

/** The ids of the loans of an amount in the service's database. */
export async function loansOf(service: Pool, amount: string): Promise<string[]> {
  const { rows } = await service.query<{ id: string }>('select id from service.loan where amount = $1', [
    amount,
  ]);
  return rows.map(({ id }) => id);
}

/** The journal's entries that a query finds. */
export async function entriesOf(page: Page, query: string): Promise<JournalEntry[]> {
  const response = await page.request.get(new URL(`/journal?${query}&limit=100`, page.url()).href);
  return ((await response.json()) as { data: { entries: JournalEntry[] } }).data.entries;
}

export async function loanEntries(page: Page, amount: string): Promise<JournalEntry[]> {
  const entries = await entriesOf(page, 'kind=createLoan');
  return entries.filter(({ body }) => body?.amount === amount);
}

/** Waits until a page and the journal agree with the service about a loan. Returns whether it was created. */
export async function untilLoanAgrees(service: Pool, page: Page, amount: string): Promise<boolean> {
  let isCreated = false;
  await untilAgreed(async () => {
    const loans = await loansOf(service, amount);
    expect(loans.length).toBeLessThanOrEqual(1);
    isCreated = loans.length === 1;
    const entries = await loanEntries(page, amount);
    return {
      isDone: isCreated,
      journal: entries.map(({ outcome, reply }) => (outcome === 'done' ? idIn(reply) : outcome)),
      expected: loans,
      page: await reportOf(page),
    };
  });
  return isCreated;
}

/** Waits until a page and the journal agree with the service about an order. Returns its entry, if there is one. */
export async function untilOrderAgrees(service: Pool, page: Page, order: FoundOrder) {
  let entry: JournalEntry | undefined;
  await untilAgreed(async () => {
    const { status, escrow, events } = await stateOf(service, order.id);
    const isDone = status === 'Terminated';
    expect(escrow.filter(({ kind }) => kind === 'reversal')).toHaveLength(isDone ? 1 : 0);
    expect(events).toHaveLength(isDone ? 1 : 0);
    const entries = await entriesOf(page, `kind=cancelOrder&order=${order.id}`);
    entry = entries[0];
    return {
      isDone,
      journal: entries.map(({ outcome }) => outcome),
      expected: isDone ? ['done'] : [],
      page: await reportOf(page),
    };
  });
  return entry;
}

interface Picture {
  isDone: boolean;
  /** What the journal says of each entry. */
  journal: (string | undefined)[];
  /** What it must say if the write was carried out. */
  expected: string[];
  page: 'done' | 'not done' | 'open';
}

async function untilAgreed(look: () => Promise<Picture>): Promise<void> {
  await vi.waitFor(
    async () => {
      const picture = await look();
      expect(isAgreed(picture) ? 'agreed' : picture).toBe('agreed');
    },
    { timeout: AGREED_MS, interval: 250 },
  );
}

function isAgreed({ isDone, journal, expected, page }: Picture): boolean {
  if (isDone) return page === 'done' && JSON.stringify(journal) === JSON.stringify(expected);
  return page === 'not done' && journal.every((outcome) => outcome === 'not-sent' || outcome === 'not-done');
}

function idIn(reply: unknown): string | undefined {
  return (reply as { id?: string } | null)?.id;
}
