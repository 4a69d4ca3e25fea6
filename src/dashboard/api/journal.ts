import { queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type JournalEntry,
  type JournalKind,
  type JournalOutcome,
  type JournalSettlement,
  journalEntry,
} from '#contract/journal.ts';
import { encodeQuery } from '#contract/query.ts';
import { decimalOf } from '#dashboard/lib/decimal.ts';
import { ApiError } from './api-error.ts';
import { request } from './client.ts';
import { readLoan } from './create-loan.ts';
import type { LoanRow } from './loans.ts';
import { readOwnPage } from './own-list.ts';

/** What of the journal is asked for. */
export interface JournalFilter {
  kind?: JournalKind;
  outcome?: JournalOutcome;
  /** Both inclusive, ISO 8601. */
  from?: string;
  to?: string;
  loan?: string;
  member?: string;
  order?: string;
  /** The `next` of the page before. */
  before?: string;
  limit?: number;
}

/** A page of the desk's journal, newest first. Throws an ApiError. */
export async function readJournal(filter: JournalFilter, signal?: AbortSignal) {
  const search = encodeQuery({ ...filter }).toString();
  const address = `/journal${search && `?${search}`}`;
  const { lines: entries, ...page } = await readOwnPage(address, 'entries', journalEntry, signal);
  return { entries, ...page };
}

export function journalQuery(filter: JournalFilter) {
  return queryOptions({
    queryKey: ['journal', filter] as const,
    queryFn: ({ signal }) => readJournal(filter, signal),
  });
}

/**
 * Writes into the journal how an unknown outcome was found out. False where the entry is no longer unknown: somebody
 * else has settled it, or its answer came after all. Throws an ApiError.
 */
export async function settleEntry(id: string, settlement: JournalSettlement): Promise<boolean> {
  try {
    await request('POST', `/journal/${encodeURIComponent(id)}/settle`, { body: settlement });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'not-found') return false;
    throw error;
  }
}

/** A collateral line as this desk saw it when it made the loan out. */
export interface SeenLine {
  tokenId: string;
  name: string | undefined;
  /** Plain decimals. */
  quantity: string;
  /** The sell price of that moment; null where it wasn't written down. */
  price: string | null;
  priceAt: string | null;
}

/** A loan whose creation went through this desk. */
export interface SeenLoan {
  /** When it was sent. */
  at: string;
  who: string;
  /** The loan as the answer had it. */
  loan: LoanRow & { id: string };
  lines: SeenLine[];
  /** It was found afterwards: the answer itself had been lost. */
  found: boolean;
}

/** What the journal holds of the creation of a loan; null where this desk didn't see it. */
export function createdLoanQuery(id: string) {
  return { ...journalQuery({ kind: 'createLoan', loan: id, limit: 1 }), select: toSeenLoan };
}

/** The creation of a loan as this desk saw it: `data` is null where it didn't. */
export function useCreatedLoan(id: string) {
  return useQuery(createdLoanQuery(id));
}

function toSeenLoan({ entries }: { entries: JournalEntry[] }): SeenLoan | null {
  const [entry] = entries;
  const loan = entry && readLoan(entry.reply);
  return entry && loan
    ? { at: entry.at, who: entry.who, loan, lines: linesOf(entry), found: entry.outcome === 'found-done' }
    : null;
}

const bodyLines = z.array(z.object({ token_id: z.string(), quantity: z.number() }));

/** The collateral that was asked for, with the names and prices of the note. */
function linesOf(entry: JournalEntry): SeenLine[] {
  const asked = z.safeParse(bodyLines, entry.body?.collaterals);
  const noted = entry.note.collateral ?? [];
  const lines = asked.success ? asked.data : noted;
  return lines.flatMap(({ token_id: tokenId, quantity }) => {
    const note = noted.find((line) => line.token_id === tokenId);
    const text = decimalOf(quantity);
    if (text === null) return [];
    return [
      {
        tokenId,
        name: note?.name,
        quantity: text,
        price: decimalOf(note?.sell_price),
        priceAt: note?.price_at ?? null,
      },
    ];
  });
}
