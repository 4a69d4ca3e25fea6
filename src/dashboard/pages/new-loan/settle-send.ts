import type { QueryClient } from '@tanstack/react-query';
import type { JournalEntry } from '#contract/journal.ts';
import { ApiError } from '#dashboard/api/api-error.ts';
import { refreshLoans } from '#dashboard/api/create-loan.ts';
import { settleEntry } from '#dashboard/api/journal.ts';
import type { LoanRow } from '#dashboard/api/loans.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { entryOf, type Finding, newestLoans } from './look-for-loan.ts';
import { LOOK_PAUSES_MS } from './look-pauses.ts';
import { type Candidate, changeSend, type Send } from './sends.ts';

/** Goes on from what a look found: the loan is settled, or looked for once more, or somebody is asked. */
export async function takeFinding(client: QueryClient, send: Send, finding: Finding): Promise<void> {
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
  await settle(send, entry, 'found-not-done', restsOn(send));
  changeSend(send.id, { state: 'not-seen' });
}

/** What it rests on that a loan was not created. */
export function restsOn({ looks, reference, candidates = [] }: Send): string {
  const { done, firstAt, lastAt, read, journal } = looks;
  const when = firstAt && lastAt ? ` between ${formatInstant(firstAt)} and ${formatInstant(lastAt)}` : '';
  const alike = 'of the same borrower, amount and currency';
  const lacks = reference ? `none carries the reference ${reference}` : `none is ${alike}`;
  const what = candidates.length > 0 ? `${candidates.length} ${alike}, and not recognised` : lacks;
  const line =
    journal === 'silent'
      ? ' The desk’s journal, which is written before anything goes out, has no line of it: it never left this desk.'
      : '';
  return `The newest ${read} loans were read ${done} times${when}: ${what}.${line}`;
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
