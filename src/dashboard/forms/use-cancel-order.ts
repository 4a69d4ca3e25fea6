import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isFinal, type JournalEntry } from '#contract/operations.ts';
import type { Order } from '#contract/orders.ts';
import type { Seen } from '#contract/reading.ts';
import type { ApiError } from '#dashboard/api/api-error.ts';
import { useEntry } from '#dashboard/api/operations/entries.ts';
import { markStale } from '#dashboard/api/operations/live-changes.ts';
import { sendWrite, type WriteResult } from '#dashboard/api/operations/send-write.ts';
import { endSession, sessionHolder, useDesk } from '#dashboard/api/session.ts';
import { cancelledOrder } from '#dashboard/lib/entry-facts.ts';
import { type OutcomeWords, wordsOf } from '#dashboard/lib/outcome-words.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';

/** What a cancellation has come to so far. */
export interface Cancellation {
  state: 'open' | 'done' | 'failed';
  words: OutcomeWords;
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
  const { data: entry } = useEntry(result?.kind === 'open' ? result.entry : null);
  const cancellation = result && toCancellation(result, entry);
  /** The key of the latest attempt, and the order it is for. */
  const attempt = useRef<{ order: string; key: string } | null>(null);

  async function send(reason: string) {
    if (isSending || cancellation?.state === 'open') return;
    const isRepeat = attempt.current?.order === orderId && isUnsettled(result);
    const { key } = isRepeat && attempt.current ? attempt.current : { key: newUuid() };
    attempt.current = { order: orderId, key };
    setSending(true);
    const params = { id: memberId, orderId };
    const next = await sendWrite({ kind: 'cancelOrder', input: { params }, key, note: { reason }, holder });
    if (next.kind === 'session') endSession(client);
    markStale(client);
    if (next.kind === 'refused') attempt.current = null;
    setResult(next);
    setSending(false);
  }

  return { cancellation, isSending, send, reset: () => setResult(null) };
}

/** Whether another press repeats the write, instead of being another one: its outcome is not final. */
function isUnsettled(result: WriteResult<'cancelOrder'> | null): boolean {
  if (result?.kind === 'open') return result.entry === null;
  return result === null || result.kind === 'not-sent' || result.kind === 'session';
}

function toCancellation(
  result: WriteResult<'cancelOrder'>,
  entry: JournalEntry | undefined,
): Cancellation | null {
  switch (result.kind) {
    case 'done': {
      const { data: order, requestId } = result;
      const words = describe({ outcome: 'done', by: 'this-request' });
      return { state: 'done', words, order, reference: { requestId } };
    }
    case 'refused':
      return failed(result.error, describe({ outcome: 'refused', by: null, ...detailsOf(result.error) }));
    case 'not-sent':
      return failed(result.error, describe({ outcome: 'not-sent', by: null }));
    case 'session':
      return failed(result.error, SESSION_ENDED);
    case 'open':
      if (result.entry === null) return { state: 'failed', words: CONNECTION_LOST, reference: {} };
      return entry
        ? ofEntry(entry)
        : { state: 'open', words: describe({ outcome: 'unknown', by: null }), reference: {} };
    case 'same-loan':
      return null;
  }
}

function ofEntry(entry: JournalEntry): Cancellation {
  const { code, status, requestId, message, outcome } = entry;
  const isOpen = !isFinal(outcome);
  return {
    state: isOpen ? 'open' : outcome === 'done' ? 'done' : 'failed',
    words: wordsOf('cancelOrder', entry),
    order: cancelledOrder(entry),
    message: isOpen ? null : message,
    reference: { code: code ?? undefined, status: status ?? undefined, requestId },
    entry: isOpen ? entry : undefined,
  };
}

function failed(error: ApiError, words: OutcomeWords): Cancellation {
  const { message, code, status, requestId } = error;
  return { state: 'failed', words, message, reference: { code, status, requestId } };
}

function describe(outcome: Partial<Parameters<typeof wordsOf>[1]> & { outcome: JournalEntry['outcome'] }) {
  return wordsOf('cancelOrder', { by: null, code: null, status: null, ...outcome });
}

function detailsOf({ code, status }: ApiError) {
  return { code: code ?? null, status: status ?? null };
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
