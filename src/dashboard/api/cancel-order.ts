import { contract, pathTo } from '#contract/contract.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { NOTE_HEADER, type WriteNote } from '#contract/journal.ts';
import { ORDER_STATUS, type Order } from '#contract/orders.ts';
import { type Drift, readAs, type Seen } from '#contract/reading.ts';
import { GATEWAY_CODES, HOLDER_HEADER } from '#contract/session.ts';
import type { CallAnswer, Outcome } from '#dashboard/lib/cancel-run.ts';
import type { OrderPair } from '#dashboard/lib/order-lines.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { ApiError } from './api-error.ts';
import { request } from './client.ts';
import { countDrift } from './drift.ts';

/** What came of asking to cancel an order. */
export interface CancelAnswer extends CallAnswer {
  /** The order as the service returned it; undefined unless it was cancelled. */
  order?: Seen<Order> | undefined;
  /** Where nothing was sent: whether that is because the session has ended. */
  session?: boolean;
  /** The service asked for less, or does not keep up. */
  ease?: boolean;
  /** For how long it wants to be left alone, in milliseconds. */
  pauseMs?: number | undefined;
}

const OUTCOME_OF_CODE: Record<ErrorCode, Outcome> = {
  ORDER_TERMINATED_ERROR: 'already-cancelled',
  ORDER_FULFILLED_ERROR: 'already-fulfilled',
  USER_MISMATCH_ERROR: 'not-this-member',
  ORDER_OPERATION_NOT_ALLOWED_ERROR: 'not-cancellable',
};

/** Answers by which the gateway says that nothing went out to the service, or that it took nothing. */
const NOTHING_SENT: ReadonlySet<string> = new Set([
  GATEWAY_CODES.serviceUnreachable,
  GATEWAY_CODES.journalUnavailable,
  GATEWAY_CODES.sessionRequired,
  GATEWAY_CODES.sessionChanged,
  GATEWAY_CODES.tokenRefused,
]);

/** Answers by which the gateway says that it doesn't know what became of the call, whatever their status. */
const OPEN_END: ReadonlySet<string> = new Set([
  GATEWAY_CODES.serviceTimeout,
  GATEWAY_CODES.serviceUnreadable,
]);

/**
 * Asks the service once to cancel an order, for whoever holds the session of this page; the note goes into the
 * journal with it. Never throws and never asks twice: whatever may have been carried out without an answer that says
 * so is unknown.
 */
export async function cancelOrder(
  { member, order }: OrderPair,
  note: WriteNote,
  holder: string,
): Promise<CancelAnswer> {
  let path: string;
  try {
    path = pathTo(contract.cancelOrder.path, { id: member, orderId: order });
  } catch {
    return { outcome: 'refused', message: 'These ids can’t stand in an address, so nothing was sent.' };
  }
  const headers = { [NOTE_HEADER]: encodeNote(note), [HOLDER_HEADER]: holder };
  try {
    const { data, requestId } = await request(contract.cancelOrder.method, path, { headers });
    return readSuccess(data, order, requestId);
  } catch (error) {
    if (error instanceof ApiError) return readFailure(error);
    throw error;
  }
}

function readFailure({ message, code, status = 0, requestId, retryAfter }: ApiError): CancelAnswer {
  const told = { message, code, status: status || undefined, requestId };
  const pauseMs = retryAfter === undefined ? undefined : retryAfter * 1_000;
  if (code !== undefined && OPEN_END.has(code)) return { ...told, outcome: 'unknown', ease: true, pauseMs };
  if (code !== undefined && NOTHING_SENT.has(code)) {
    return { ...told, outcome: 'not-sent', ease: true, pauseMs, session: status === 401 };
  }
  if (status === 401) return { ...told, outcome: 'not-sent', session: true };
  if (status === 429) return { ...told, outcome: 'not-sent', ease: true, pauseMs };
  if (isErrorCode(code) && status < 500) return { ...told, outcome: OUTCOME_OF_CODE[code] };
  if (status === 404) return { ...told, outcome: 'not-found' };
  const isRefusal = status >= 400 && status < 500 && status !== 408;
  return isRefusal ? { ...told, outcome: 'refused' } : { ...told, outcome: 'unknown', ease: true, pauseMs };
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(OUTCOME_OF_CODE, code);
}

function readSuccess(data: unknown, asked: string, requestId: string | undefined): CancelAnswer {
  const drift: Drift[] = [];
  const order = readAs(contract.cancelOrder.reply, data, (difference) => drift.push(difference));
  countDrift('cancelOrder', drift);
  const told = { status: 200, requestId };
  const other = (message: string): CancelAnswer => ({ ...told, outcome: 'unknown', message });
  if (order === undefined) return other('The answer reported success but held no order.');
  if (order._id !== undefined && order._id !== asked) {
    return other(`The answer was about another order, ${clip(order._id, 100)}.`);
  }
  const contrary: readonly string[] = [ORDER_STATUS.active, ORDER_STATUS.fulfilled];
  if (order.status !== undefined && contrary.includes(order.status)) {
    return other(`The answer reported success, yet the order in it is ${order.status}.`);
  }
  return { ...told, outcome: 'cancelled', order };
}

/** An unsettled entry of the journal, as far as it matters here. */
interface Unsettled {
  id?: unknown;
  outcome?: unknown;
}

/**
 * Tells the journal how a lost call for an order was found out. True where no entry of it is left unsettled;
 * false where one is, or the journal can't be reached: then it stands in Activity until somebody settles it.
 */
export async function settleLost(
  { member, order }: OrderPair,
  settlement: { outcome: 'found-done' | 'found-not-done'; evidence: string },
): Promise<boolean> {
  try {
    const entries = await journalOf(member, order);
    const open = entries.filter(({ outcome }) => outcome === 'unknown').reverse();
    let isPutDown = entries.some(({ outcome }) => outcome === 'done' || outcome === 'found-done');
    for (const { id } of open) {
      // An order is cancelled once: of several lost calls it is put down to the first, unless another did it.
      const body = isPutDown && settlement.outcome === 'found-done' ? notThis : settlement;
      isPutDown = true;
      await request('POST', `/journal/${encodeURIComponent(String(id))}/settle`, { body });
    }
    return !entries.some(({ outcome }) => outcome === 'pending');
  } catch {
    return false;
  }
}

const notThis = {
  outcome: 'found-not-done',
  evidence: 'The order was cancelled once, and that is put down to another call of this desk for it.',
};

async function journalOf(member: string, order: string): Promise<Unsettled[]> {
  const query = new URLSearchParams({ kind: 'cancelOrder', member, order, limit: '100' });
  const { data } = await request('GET', `/journal?${query}`);
  const { entries } = data as { entries?: unknown };
  return Array.isArray(entries) ? (entries as Unsettled[]) : [];
}

/** A note as its header carries it: JSON in base64url. */
function encodeNote(note: WriteNote): string {
  const bytes = new TextEncoder().encode(JSON.stringify(note));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
