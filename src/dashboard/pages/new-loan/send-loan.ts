import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { loanRequest } from '#contract/loans.ts';
import { ApiError } from '#dashboard/api/api-error.ts';
import { createLoan, type LoanOutcome, readLoan, refreshLoans } from '#dashboard/api/create-loan.ts';
import { readJournal } from '#dashboard/api/journal.ts';
import { endSession } from '#dashboard/api/session.ts';
import { loanConfigurationQuery } from '#dashboard/api/terms.ts';
import { localId } from '#dashboard/lib/draft.ts';
import { fingerprintOf, type PreparedLoan } from './build-loan.ts';
import { type LendingTerms, readTerms } from './lending-terms.ts';
import { awaitSend, changeSend, isSentElsewhere, keepSend, NO_LOOKS, sendsOf, thisTab } from './sends.ts';

/** The same loan again within this time asks first. */
export const SAME_AGAIN_MS = 15 * 60_000;

/** A loan of just the same content that was sent not long ago. */
export interface EarlierSend {
  at: number;
  loanId: string | null;
  createdAt: string | undefined;
  isSettled: boolean;
}

export type SendResult =
  /** This page is sending one already: the second press of a double click. */
  | { kind: 'busy' }
  /** Another tab is sending this very loan. */
  | { kind: 'elsewhere' }
  | { kind: 'same-again'; earlier: EarlierSend }
  | { kind: 'terms-changed' }
  /** Something failed before anything was sent. */
  | { kind: 'failed'; error: ApiError }
  | { kind: 'sent'; outcome: LoanOutcome; id: string };

export interface SendOptions {
  client: QueryClient;
  holder: string;
  draft: string;
  /** The terms that the loan was reviewed under. */
  terms: LendingTerms;
  /** Builds what was reviewed; called once nothing else can be sent. */
  build: () => PreparedLoan | null;
  /** Somebody has seen that the same loan was sent before, and wants another. */
  again: boolean;
}

/** The holders for whom this page is sending a loan. */
const sending = new Set<string>();

/**
 * Sends a loan, once. The lock is taken before the request is built: within this page at the very press, across the
 * browser's tabs before the same loan can go out from two of them.
 */
export async function sendLoan(options: SendOptions): Promise<SendResult> {
  if (sending.has(options.holder)) return { kind: 'busy' };
  sending.add(options.holder);
  try {
    const prepared = options.build();
    if (!prepared) return { kind: 'terms-changed' };
    const { holder } = options;
    const own = sendsOf(holder).find((send) => send.fingerprint === prepared.fingerprint);
    if (own && isSentElsewhere(own, Date.now())) return { kind: 'elsewhere' };
    const name = `pledge-loan ${holder} ${prepared.fingerprint}`;
    return (await withLock(name, () => sendLocked(prepared, options))) ?? { kind: 'elsewhere' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.kind === 'session') endSession(options.client);
    return { kind: 'failed', error };
  } finally {
    sending.delete(options.holder);
  }
}

async function sendLocked(prepared: PreparedLoan, options: SendOptions): Promise<SendResult> {
  const { client, holder, terms, again, draft } = options;
  const { data } = await client.fetchQuery({ ...loanConfigurationQuery, staleTime: 0 });
  if (JSON.stringify(readTerms(data)) !== JSON.stringify(terms)) return { kind: 'terms-changed' };
  const earlier = again ? null : await sameBefore(prepared.fingerprint, holder);
  if (earlier) return { kind: 'same-again', earlier };

  // Between the last look at what other tabs do and this line nothing waits.
  if (
    sendsOf(holder).some(
      (send) => send.fingerprint === prepared.fingerprint && isSentElsewhere(send, Date.now()),
    )
  ) {
    return { kind: 'elsewhere' };
  }
  const id = localId();
  const note = { ...prepared.note, run: id };
  const { body, reference, fingerprint } = prepared;
  keepSend({
    ...{ id, holder, tab: thisTab(), at: Date.now(), body, note, reference, fingerprint, draft },
    state: 'sending',
    looks: NO_LOOKS,
  });
  const settle = awaitSend(id);
  try {
    const outcome = await createLoan(body, note, holder);
    await takeOutcome(client, id, outcome);
    return { kind: 'sent', outcome, id };
  } finally {
    settle();
  }
}

/** Writes down what came of it, whether or not the page that sent it is still shown. */
async function takeOutcome(client: QueryClient, id: string, outcome: LoanOutcome): Promise<void> {
  switch (outcome.kind) {
    case 'created':
      changeSend(id, {
        state: 'created',
        entry: outcome.entry,
        loan: { id: outcome.loan.id, createdAt: outcome.loan.created_at },
      });
      return await refreshLoans(client);
    case 'unknown':
      return changeSend(id, { state: 'unknown', entry: outcome.entry, message: outcome.error.message });
    case 'session':
      endSession(client);
      return changeSend(id, { state: 'closed', message: outcome.error.message });
    default:
      return changeSend(id, { state: 'closed', message: outcome.error.message });
  }
}

/** The same loan as this browser remembers it, or as the desk's journal does. */
async function sameBefore(fingerprint: string, holder: string): Promise<EarlierSend | null> {
  const since = Date.now() - SAME_AGAIN_MS;
  const kept = sendsOf(holder).find(
    (send) =>
      send.fingerprint === fingerprint &&
      send.at >= since &&
      ['sending', 'unknown', 'candidates', 'created'].includes(send.state),
  );
  if (kept) {
    return {
      at: kept.at,
      loanId: kept.loan?.id ?? null,
      createdAt: kept.loan?.createdAt,
      isSettled: kept.state === 'created',
    };
  }
  const { entries } = await readJournal({
    kind: 'createLoan',
    from: new Date(since).toISOString(),
    limit: 100,
  });
  const found = entries.find(
    ({ outcome, body }) =>
      ['pending', 'done', 'unknown', 'found-done'].includes(outcome) && isSame(body, fingerprint),
  );
  if (!found) return null;
  const loan = readLoan(found.reply);
  return {
    at: Date.parse(found.at),
    loanId: loan?.id ?? null,
    createdAt: loan?.created_at,
    isSettled: found.outcome === 'done' || found.outcome === 'found-done',
  };
}

function isSame(body: unknown, fingerprint: string): boolean {
  const parsed = z.safeParse(loanRequest, body);
  return parsed.success && fingerprintOf(parsed.data) === fingerprint;
}

/** Runs under a lock that all tabs share; null where another tab holds it. */
async function withLock<T>(name: string, run: () => Promise<T>): Promise<T | null> {
  // Only pages over https, or of this machine, have locks; what the browser remembers stands in for them.
  if (!globalThis.navigator?.locks) return await run();
  return await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock ? await run() : null,
  );
}
