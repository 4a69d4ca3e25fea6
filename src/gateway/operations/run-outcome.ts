import * as z from 'zod/mini';
import { order } from '#contract/orders.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import type { Attempt } from './attempt.ts';
import { findingOf } from './checks.ts';
import type { ClaimedLine, LineResult } from './claimed-run.ts';
import { firstCheckAt, nextCheckAt } from './schedule.ts';

/** When a line was sent and answered. */
interface Times {
  sentAt: number;
  now: number;
  tookMs: number;
}

/** Whether a line waits to be sent again because nothing came of the attempt: no connection, or a refused token. */
export function isUnsent(line: ClaimedLine, answer: Attempt): boolean {
  return line.outcome === 'pending' && (isUnreachable(answer) || answer.status === 401);
}

function isUnreachable({ outcome, code }: Attempt): boolean {
  return outcome === 'not-sent' && code === GATEWAY_CODES.serviceUnreachable;
}

/** Why requests should slow down, if they should; `mustPause` if none should be sent at all for a while. */
export function backOff(answer: Attempt): { message: string; mustPause: boolean } | null {
  const { outcome, status, message } = answer;
  const isOverloaded = outcome === 'unknown';
  if (!isOverloaded && !isUnreachable(answer)) return null;
  const asksForPause = answer.retryAfterMs !== null || status === 429 || status === 503;
  return {
    message: message ?? 'The service did not answer.',
    mustPause: asksForPause || !isOverloaded,
  };
}

/** What the journal records of a line that was sent. */
export function resultOf(line: ClaimedLine, answer: Attempt, times: Times): LineResult {
  return line.outcome === 'unknown' ? checkedResult(line, answer, times) : sentResult(line, answer, times);
}

function sentResult(line: ClaimedLine, answer: Attempt, { sentAt, now, tookMs }: Times): LineResult {
  const isOpen = answer.outcome === 'unknown';
  return {
    ...told(line, answer),
    outcome: answer.outcome,
    at: new Date(sentAt).toISOString(),
    duration_ms: tookMs,
    settled_at: isOpen ? null : new Date(now).toISOString(),
    checked: null,
    check_at: isOpen ? new Date(firstCheckAt(now)).toISOString() : null,
    blocked: false,
  };
}

/** A line whose outcome is unknown was sent again: the call is safe to repeat, and its answer tells what became of it. */
function checkedResult(line: ClaimedLine, answer: Attempt, { now }: Times): LineResult {
  const { check, settled, pauseMs, blocked = false } = findingOf(answer, line.check_count);
  const next = nextCheckAt(now, line.at.getTime(), line.check_count + 1, pauseMs ?? undefined);
  const isOpen = !settled;
  return {
    ...told(line, settled ?? answer),
    outcome: settled?.outcome ?? 'unknown',
    at: null,
    duration_ms: null,
    settled_at: isOpen ? null : new Date(now).toISOString(),
    checked: { ...check, at: new Date(now).toISOString(), who: null },
    check_at: isOpen && !blocked && next !== null ? new Date(next).toISOString() : null,
    blocked,
  };
}

type Told = Pick<Attempt, 'by' | 'status' | 'code' | 'message' | 'reply'>;

function told(line: ClaimedLine, { by, status, code, message, reply }: Told) {
  return { id: line.id, request_id: line.request_id, by, status, code, message, reply: documented(reply) };
}

/** The documented fields of an order: one answer that can't be stored must not keep a batch from being recorded. */
function documented(reply: unknown): unknown {
  return z.safeParse(order, reply).data ?? null;
}
