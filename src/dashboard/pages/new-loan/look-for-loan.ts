import type { JournalEntry } from '#contract/journal.ts';
import { ApiError } from '#dashboard/api/api-error.ts';
import { call } from '#dashboard/api/client.ts';
import { readLoan } from '#dashboard/api/create-loan.ts';
import { readJournal } from '#dashboard/api/journal.ts';
import { type LoanRow, toLoanPage } from '#dashboard/api/loans.ts';
import { referencesIn } from '#dashboard/lib/reference.ts';
import type { Candidate, Looks, Send } from './sends.ts';

/** The clocks of this browser and of the service may be this far apart. */
const CLOCKS_MS = 10 * 60_000;
const PAGE = 100;
const MOST_PAGES = 10;

/** What a look for a loan found. */
export type Finding =
  | { kind: 'created'; loan: LoanRow & { id: string }; evidence: string; entry: JournalEntry | undefined }
  | { kind: 'refused'; message: string }
  /** The gateway still waits for the service. */
  | { kind: 'pending' }
  | {
      kind: 'absent';
      candidates: Candidate[];
      read: number;
      journal: Looks['journal'];
      entry: JournalEntry | undefined;
    };

/** Looks once: into the desk's journal, and through the newest loans. Throws an ApiError where it can't see. */
export async function lookFor(send: Send, signal: AbortSignal): Promise<Finding> {
  const [entry, journal] = await entryOf(send, signal);
  const replied = readLoan(entry?.reply);
  if (entry && replied && (entry.outcome === 'done' || entry.outcome === 'found-done')) {
    return { kind: 'created', loan: replied, evidence: 'The desk’s journal holds the answer.', entry };
  }
  if (entry?.outcome === 'refused' || entry?.outcome === 'not-sent') {
    return { kind: 'refused', message: entry.message ?? 'The service refused it.' };
  }
  if (entry?.outcome === 'pending') return { kind: 'pending' };
  const loans = await newestLoans(send, signal);
  const found = loans.find(
    ({ id, reason }) => id && send.reference !== null && referencesIn(reason).includes(send.reference),
  );
  if (found?.id) {
    const evidence = `Loan ${found.id} carries the reference ${send.reference}.`;
    return { kind: 'created', loan: { ...found, id: found.id }, evidence, entry };
  }
  return {
    kind: 'absent',
    candidates: loans.flatMap((loan) => toCandidate(loan, send)),
    read: loans.length,
    journal,
    entry,
  };
}

/** The journal's entry of a loan: by the mark in its note that no other has. */
export async function entryOf(
  send: Send,
  signal: AbortSignal,
): Promise<[JournalEntry | undefined, Looks['journal']]> {
  const from = new Date(send.at - CLOCKS_MS).toISOString();
  try {
    let before: string | undefined;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { entries, next } = await readJournal(
        { kind: 'createLoan', from, limit: 100, ...(before && { before }) },
        signal,
      );
      const entry = entries.find(({ note, id }) => note.run === send.id || id === send.entry);
      if (entry) return [entry, 'unknown'];
      if (next === null) return [undefined, 'silent'];
      before = next;
    }
    return [undefined, 'unreadable'];
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'session') return [undefined, 'unreadable'];
    throw error;
  }
}

/** Every loan since one was sent, newest first, with those that may be a little older. */
export async function newestLoans(send: Send, signal: AbortSignal): Promise<LoanRow[]> {
  const loans: LoanRow[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = toLoanPage(await call('listLoans', { query: { page, limit: PAGE } }, signal));
    loans.push(...answer.rows);
    const oldest = Date.parse(answer.rows.at(-1)?.created_at ?? '');
    const isFarEnough = oldest < send.at - CLOCKS_MS;
    const isLast = answer.rows.length === 0 || page >= (answer.pages ?? page);
    if (isFarEnough || isLast) return loans;
  }
  throw new ApiError('unreadable', {
    message: 'The newest loans don’t come first, or are too many to look through.',
  });
}

/** A loan of the same borrower, amount and currency, since then, that doesn't carry another's reference. */
function toCandidate(loan: LoanRow, { body, at, reference }: Send): Candidate[] {
  const createdAt = Date.parse(loan.created_at ?? '');
  const isAlike =
    loan.id !== undefined &&
    loan.borrower === body.user_id &&
    loan.currency === body.currency &&
    loan.amount === Number(body.amount) &&
    !(createdAt < at - CLOCKS_MS) &&
    referencesIn(loan.reason).length === 0 &&
    // A reason that the service kept would have kept the reference, too.
    (reference === null || !loan.reason);
  return isAlike && loan.id !== undefined
    ? [
        {
          id: loan.id,
          createdAt: loan.created_at,
          repaymentAmount: loan.repayment_amount,
          reason: loan.reason,
        },
      ]
    : [];
}
