import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { JournalEntry } from '#contract/journal.ts';
import { ApiError } from '#dashboard/api/api-error.ts';
import { call } from '#dashboard/api/client.ts';
import { readLoan, refreshLoans } from '#dashboard/api/create-loan.ts';
import { readJournal, settleEntry } from '#dashboard/api/journal.ts';
import { type LoanRow, toLoanPage } from '#dashboard/api/loans.ts';
import { endSession, useDesk } from '#dashboard/api/session.ts';
import { referencesIn } from '#dashboard/lib/reference.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { AGAIN_MS, LOOK_PAUSES_MS } from './look-pauses.ts';
import { type Candidate, changeSend, type Looks, type Send } from './sends.ts';

/** The clocks of this browser and of the service may be this far apart. */
const CLOCKS_MS = 10 * 60_000;
const PAGE = 100;
const MOST_PAGES = 10;

/** What a look for a loan found. */
type Finding =
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
async function lookFor(send: Send, signal: AbortSignal): Promise<Finding> {
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
async function entryOf(
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
async function newestLoans(send: Send, signal: AbortSignal): Promise<LoanRow[]> {
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

/** Writes into the journal what was found out. What fails here is no harm: the entry then stays unknown. */
async function settle(
  send: Send,
  entry: JournalEntry | undefined,
  outcome: 'found-done' | 'found-not-done',
  evidence: string,
  loan?: LoanRow,
): Promise<void> {
  const id = entry?.id ?? send.entry;
  if (!id || entry?.outcome === 'done') return;
  try {
    await settleEntry(id, { outcome, evidence: evidence.slice(0, 500), ...(loan && { reply: { ...loan } }) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/** Takes a loan for the one that was sent, because somebody recognised it. */
export async function chooseCandidate(
  client: QueryClient,
  send: Send,
  { id, createdAt }: Candidate,
): Promise<void> {
  const abort = new AbortController();
  const loans = await newestLoans(send, abort.signal).catch(() => []);
  const loan = loans.find((row) => row.id === id);
  const [entry] = await entryOf(send, abort.signal).catch(() => [undefined] as const);
  await settle(
    send,
    entry,
    'found-done',
    `Loan ${id} was recognised by the person who sent it.`,
    loan ?? { id },
  );
  changeSend(send.id, { state: 'created', loan: { id, createdAt }, found: true });
  await refreshLoans(client);
}

/** None of the candidates is the loan. */
export async function rejectCandidates(send: Send): Promise<void> {
  const [entry] = await entryOf(send, new AbortController().signal).catch(() => [undefined] as const);
  await settle(
    send,
    entry,
    'found-not-done',
    `${restsOn(send)} None of ${send.candidates?.length ?? 0} similar loans was recognised.`,
  );
  changeSend(send.id, { state: 'not-seen' });
}

/** What it rests on that a loan was not created. */
export function restsOn({ looks, reference }: Send): string {
  const { done, firstAt, lastAt, read, journal } = looks;
  const when = firstAt && lastAt ? ` between ${formatInstant(firstAt)} and ${formatInstant(lastAt)}` : '';
  const what = reference
    ? `none carries the reference ${reference}`
    : 'none is of the same borrower, amount and currency';
  const line =
    journal === 'silent'
      ? ' The desk’s journal, which is written before anything goes out, has no line of it: it never left this desk.'
      : '';
  return `The newest ${read} loans were read ${done} times${when}: ${what}.${line}`;
}

/** How the looking goes. */
export interface Looking {
  /** When the next look is, in milliseconds since 1970; null while one is under way, or none will be. */
  nextAt: number | null;
  /** Why the last look saw nothing at all. */
  error: ApiError | null;
  pending: boolean;
  now: () => void;
}

/** Looks for a loan whose answer was lost, a few times with growing pauses, until it is settled. */
export function useFindOut(send: Send): Looking {
  const client = useQueryClient();
  const { ended } = useDesk();
  const [nextAt, setNextAt] = useState<number | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [pending, setPending] = useState(false);
  const [turn, setTurn] = useState(0);
  const current = useRef(send);
  current.current = send;
  const hurried = useRef(false);
  const isLooking = send.state === 'unknown' && !ended;
  const { done } = send.looks;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is another look
  useEffect(() => {
    if (!isLooking) return;
    const abort = new AbortController();
    const again = error !== null || pending;
    const pause = hurried.current ? 0 : again ? AGAIN_MS : (LOOK_PAUSES_MS[done] ?? AGAIN_MS);
    hurried.current = false;
    setNextAt(Date.now() + pause);
    const timer = setTimeout(async () => {
      setNextAt(null);
      try {
        const finding = await lookFor(current.current, abort.signal);
        if (abort.signal.aborted) return;
        setError(null);
        setPending(finding.kind === 'pending');
        await take(client, current.current, finding);
      } catch (failure) {
        if (abort.signal.aborted) return;
        if (!(failure instanceof ApiError)) throw failure;
        if (failure.kind === 'session') endSession(client);
        setError(failure);
      }
      if (!abort.signal.aborted) setTurn((last) => last + 1);
    }, pause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, isLooking, send.id, done, turn]);

  return {
    nextAt,
    error,
    pending,
    now: () => {
      hurried.current = true;
      setTurn((last) => last + 1);
    },
  };
}

async function take(client: QueryClient, send: Send, finding: Finding): Promise<void> {
  if (finding.kind === 'created') {
    const { loan, evidence, entry } = finding;
    await settle(send, entry, 'found-done', evidence, loan);
    changeSend(send.id, { state: 'created', loan: { id: loan.id, createdAt: loan.created_at }, found: true });
    await refreshLoans(client);
  } else if (finding.kind === 'refused') {
    changeSend(send.id, { state: 'refused', message: finding.message });
  } else if (finding.kind === 'absent') {
    const now = Date.now();
    const looks = {
      done: send.looks.done + 1,
      firstAt: send.looks.firstAt ?? now,
      lastAt: now,
      read: finding.read,
      journal: finding.journal,
    };
    const next = { ...send, looks, candidates: finding.candidates };
    if (looks.done < LOOK_PAUSES_MS.length)
      return changeSend(send.id, { looks, candidates: finding.candidates });
    if (finding.candidates.length > 0) {
      return changeSend(send.id, { looks, candidates: finding.candidates, state: 'candidates' });
    }
    await settle(send, finding.entry, 'found-not-done', restsOn(next));
    changeSend(send.id, { looks, state: 'not-seen' });
  }
}
