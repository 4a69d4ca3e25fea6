import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isFinal, type JournalEntry, type JournalOutcome } from '#contract/operations.ts';
import type { Order } from '#contract/orders.ts';
import { finalRefusal } from '#contract/outcome-labels.ts';
import type { Seen } from '#contract/reading.ts';
import type { ApiError } from '#dashboard/api/http/api-error.ts';
import { useEntry, useLostWrite } from '#dashboard/api/operations/entries.ts';
import { cancelledOrder } from '#dashboard/api/operations/entry-facts.ts';
import { markStale } from '#dashboard/api/operations/journal.ts';
import { type OutcomeWords, wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { sendWrite, type WriteResult } from '#dashboard/api/operations/send-write.ts';
import { endSession, sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';

export interface Cancellation {
  state: 'open' | 'done' | 'failed';
  words: OutcomeWords;
  /** The service refused this order in a way that no other attempt can change. */
  isForGood?: boolean;
  order?: Seen<Order> | undefined;
  /** The service's own sentence. */
  message?: string | null | undefined;
  reference: { code?: string | undefined; status?: number | undefined; requestId?: string | undefined };
  /** The entry that is being checked. */
  entry?: JournalEntry | undefined;
}

/** Cancels one order, and follows the outcome until it is final. */
export function useCancelOrder(memberId: string, orderId: string) {
  const client = useQueryClient();
  const holder = sessionHolder(useDesk());
  const [result, setResult] = useState<WriteResult<'cancelOrder'> | null>(null);
  const [isSending, setSending] = useState(false);
  /** The key of the latest attempt, and the order it is for. */
  const [attempt, setAttempt] = useState<{ order: string; key: string } | null>(null);
  const open = result?.kind === 'open' ? result : null;
  const { data: found } = useLostWrite(open?.entry === null && attempt ? attempt.key : null);
  const { data: entry = found ?? undefined } = useEntry(open?.entry ?? found?.id ?? null);
  const cancellation = result && (entry ? ofEntry(entry) : ofResult(result));
  async function send(reason: string) {
    if (isSending || cancellation?.state === 'open') return;
    const isRepeat = attempt?.order === orderId && isUnsettled(result, entry);
    const key = isRepeat ? attempt.key : newUuid();
    setAttempt({ order: orderId, key });
    setSending(true);
    const params = { id: memberId, orderId };
    const next = await sendWrite({ kind: 'cancelOrder', input: { params }, key, note: { reason }, holder });
    if (next.kind === 'session') endSession(client);
    markStale(client);
    if (next.kind === 'refused') setAttempt(null);
    setResult(next);
    setSending(false);
  }

  return { cancellation, isSending, send, reset: () => setResult(null) };
}

/** Whether another press repeats the write, instead of being another one: it may still have its first effect. */
function isUnsettled(result: WriteResult<'cancelOrder'> | null, entry: JournalEntry | undefined): boolean {
  if (entry) return entry.outcome === 'not-sent';
  return result === null || ['open', 'not-sent', 'session'].includes(result.kind);
}

function ofResult(result: WriteResult<'cancelOrder'>): Cancellation | null {
  if (result.kind === 'same-loan') return null;
  if (result.kind === 'done') {
    const { data: order, requestId } = result;
    return { state: 'done', words: describe('done'), order, reference: { requestId } };
  }
  const { kind, error } = result;
  if (kind === 'open') {
    const state = result.entry === null ? 'failed' : 'open';
    return { state, words: state === 'open' ? describe('unknown') : CONNECTION_LOST, reference: {} };
  }
  const { code = null, status = null, message } = error;
  const words = kind === 'session' ? SESSION_ENDED : describe(kind, error);
  const isForGood = kind === 'refused' && finalRefusal({ code, status }) !== null;
  return { state: 'failed', words, isForGood, message, reference: error };
}

function ofEntry(entry: JournalEntry): Cancellation {
  const { code, status, requestId, message, outcome } = entry;
  const isOpen = !isFinal(outcome);
  return {
    state: isOpen ? 'open' : outcome === 'done' ? 'done' : 'failed',
    words: wordsOf('cancelOrder', entry),
    isForGood: outcome === 'refused' && finalRefusal(entry) !== null,
    order: cancelledOrder(entry),
    message: isOpen ? null : message,
    reference: { code: code ?? undefined, status: status ?? undefined, requestId },
    entry: isOpen ? entry : undefined,
  };
}

function describe(outcome: JournalOutcome, { code, status }: Partial<ApiError> = {}): OutcomeWords {
  return wordsOf('cancelOrder', { outcome, by: null, code: code ?? null, status: status ?? null });
}

const SESSION_ENDED: OutcomeWords = {
  label: 'Not sent',
  tone: 'warning',
  title: 'Your session has ended',
  meaning: 'Nothing was sent, and nothing was changed.',
  next: 'Sign in, then try again. What you entered is kept.',
};

const CONNECTION_LOST: OutcomeWords = {
  label: 'Not known',
  tone: 'warning',
  title: 'The connection to Pledge was lost',
  meaning: 'The order may have been cancelled.',
  next: 'Try again once you are online: a repeat can’t cancel it twice.',
};
