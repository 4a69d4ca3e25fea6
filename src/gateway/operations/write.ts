import type { Logger } from 'pino';
import { REPLAYED_HEADER } from '#contract/operations.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { DISK_FULL } from '#server/start-failure.ts';
import { byRulesInForce } from '../approvals/rules.ts';
import { GatewayFailure, isTokenRefused, journalUnavailable, SOON, tokenRefused } from '../http/failures.ts';
import type { ForwardOptions } from '../proxy/forward.ts';
import { type Attempt, attempt, type Write } from './attempt.ts';
import type { Changes } from './changes.ts';
import type { Entries } from './entries.ts';
import { type EntryRow, entryOf } from './entry-row.ts';
import type { Intent, Judged, Sent } from './intent.ts';
import type { Journal } from './journal.ts';
import type { Presence } from './presence.ts';

export interface WriteOptions {
  entries: Entries;
  /** Whether a loan needs approval. Throws a GatewayFailure if that can't be found out. */
  judge(intent: Intent, body: Uint8Array | null): Promise<Judged>;
  journal: Journal;
  changes: Changes;
  presence: Presence;
  forward: ForwardOptions;
  clock: () => number;
  log: Logger;
  /** Called with each outcome that an attempt had, for metrics. */
  onOutcome: (outcome: Attempt['outcome']) => void;
}

/**
 * Carries out a write once, however often it is requested under its key: records it, sends it, settles it, and
 * gives every repeat the same answer. Returns the answer for the browser with the entry's id. Throws a GatewayFailure
 * if nothing was sent: the key was used for another request, the same loan is known, or the journal can't be written.
 */
export async function carryOut(
  intent: Intent,
  body: Uint8Array | null,
  options: WriteOptions,
): Promise<{ response: Response; entry: string }> {
  const { owner } = intent;
  const begun = await recorded(intent, options, () => options.entries.begin(intent));
  if (begun.kind === 'reused') {
    const message = 'This idempotency key was used for another request. Nothing was sent.';
    throw new GatewayFailure(422, GATEWAY_CODES.keyReused, message);
  }
  if (begun.kind === 'same-loan') {
    const { entry, who } = begun;
    const message = `${who} requested the same loan before. Nothing was sent. Confirm to create another.`;
    throw new GatewayFailure(409, GATEWAY_CODES.sameLoan, message, {}, { entry, who });
  }
  const { entry } = begun;
  if (begun.kind === 'repeat') {
    const response = await replay(owner, entry, options).catch((error: unknown) => {
      if (!isTokenRefused(error)) throw error;
      return null;
    });
    // Nothing came of the attempt that it waited for: it makes its own, whose access token may be another.
    return response ? { response, entry } : await carryOut(intent, body, options);
  }
  // This gateway is at work on it from here on, also while it is judged: it isn't one that was left behind.
  options.presence.sending.set(entry, intent.requestId);
  options.changes.publish(owner, { entry });
  const approval = intent.kind === 'createLoan' ? await decide(intent, body, entry, options) : null;
  if (approval !== null) {
    leave({ ...intent, entry }, options);
    options.changes.publish(owner, { entry, ...(approval !== undefined && { approval }) });
    return { response: await replay(owner, entry, options, false), entry };
  }
  const { kind, target, key, accessToken, requestId } = intent;
  const write = { kind, target, body, key, accessToken, requestId };
  const result = await sendRecorded(owner, entry, write, options);
  return { response: result ? answerOf(result, entry) : await replay(owner, entry, options, false), entry };
}

/**
 * Finds out whether a recorded loan has to wait for approval. Returns the approval's id, null if it is to be sent now, and
 * undefined if others have taken it over. Throws a GatewayFailure if nothing was sent.
 */
async function decide(intent: Intent, body: Uint8Array | null, entry: string, options: WriteOptions) {
  const { entries, judge } = options;
  const decided = () =>
    byRulesInForce(async () => await entries.decide(intent, body, entry, await judge(intent, body)));
  return await recorded(intent, options, decided).catch(async (failure: GatewayFailure) => {
    await settle({ ...intent, entry }, unsent(failure), options);
    throw failure;
  });
}

/**
 * Sends a write whose entry is `pending` in this gateway's name, and settles it. Returns what it came to; null if a check
 * decides that. Never throws.
 */
export async function sendRecorded(
  owner: string,
  entry: string,
  write: Write,
  options: Pick<WriteOptions, 'entries' | 'changes' | 'presence' | 'forward' | 'log' | 'onOutcome'>,
): Promise<Attempt | null> {
  const sent = { owner, entry, requestId: write.requestId };
  options.presence.sending.set(entry, sent.requestId);
  options.presence.unsettled.delete(entry);
  const result = options.presence.holds() ? await attempt(write, options.forward) : LAPSED;
  options.onOutcome(result.outcome);
  return (await settle(sent, result, options)) ? result : null;
}

/** Records something before anything is sent. Throws a GatewayFailure if the journal can't be written. */
async function recorded<Result>(
  intent: Intent,
  { log }: Pick<WriteOptions, 'log'>,
  record: () => Promise<Result>,
): Promise<Result> {
  try {
    return await record();
  } catch (error) {
    if (error instanceof GatewayFailure) throw error;
    log.error({ err: error, requestId: intent.requestId }, 'the journal could not be written');
    const isFull = (error as { code?: unknown }).code === DISK_FULL;
    const message = isFull
      ? 'The disk of the journal is full, so nothing was sent. Free some space, then try again.'
      : 'The journal could not be written, so nothing was sent. Try again in a moment.';
    throw journalUnavailable(message);
  }
}

/** Others may be checking the entry already, so sending it now could carry it out after they proved that it wasn't. */
const LAPSED = unsent({
  code: GATEWAY_CODES.journalUnavailable,
  message: 'Pledge was held up before it could send this. Nothing was sent. Try again.',
});

/** What a write came to that was recorded and never sent. */
function unsent({ code, message }: Pick<GatewayFailure, 'code' | 'message'>): Attempt {
  const nothing = { by: null, status: null, reply: null, answer: null, retryAfterMs: null };
  return { ...nothing, outcome: 'not-sent', code, message, failure: { status: 503, code, message } };
}

/** Pauses between tries to record an outcome while the database is away; in between, only memory holds it. */
const SETTLE_PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 80_000];

type SettleOptions = Pick<WriteOptions, 'entries' | 'changes' | 'presence' | 'log'>;

/** Records an outcome, later if the database is away. Returns false if a check decides instead. */
async function settle(sent: Sent, result: Attempt, options: SettleOptions): Promise<boolean> {
  try {
    return await settleNow(sent, result, options);
  } catch (error) {
    options.log.error({ err: error, entry: sent.entry }, 'an outcome could not be recorded yet');
    void settleLater(sent, result, options);
    return true;
  }
}

async function settleNow(sent: Sent, result: Attempt, options: SettleOptions): Promise<boolean> {
  const isRecorded = await options.entries.settle(sent, result);
  leave(sent, options);
  options.changes.publish(sent.owner, { entry: sent.entry });
  return isRecorded;
}

/** This gateway may be at work on a later attempt by now. */
function leave({ entry, requestId }: Sent, { presence: { sending } }: SettleOptions): void {
  if (sending.get(entry) === requestId) sending.delete(entry);
}

async function settleLater(sent: Sent, result: Attempt, options: SettleOptions) {
  for (const pause of SETTLE_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause).unref());
    try {
      return void (await settleNow(sent, result, options));
    } catch {
      // The database is still away. If it stays away, the entry is checked like that of a gateway that died.
    }
  }
  if (result.outcome !== 'not-sent') options.presence.unsettled.add(sent.entry);
  leave(sent, options);
}

/** Waits for the outcome of an earlier request under the same key and answers as that did. */
async function replay(owner: string, id: string, options: WriteOptions, isRepeat = true): Promise<Response> {
  const deadline = performance.now() + options.forward.timeoutMs;
  for (let pause = 50; ; pause = Math.min(pause * 1.5, 500)) {
    const row = await options.journal.read(owner, id);
    if (!row) throw new GatewayFailure(404, GATEWAY_CODES.notFound, 'This entry no longer exists.');
    if (row.outcome !== 'pending' || performance.now() > deadline) return replayed(row, isRepeat);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The answer to a repeat, by how the entry ended. */
function replayed(row: EntryRow, isRepeat: boolean): Response {
  const headers: Record<string, string> = isRepeat ? { [REPLAYED_HEADER]: 'true' } : {};
  const { id, status, answer } = row;
  const envelope = (httpStatus: number, body: object) =>
    Response.json(body, { status: httpStatus, headers: { ...headers, 'cache-control': 'no-store' } });
  const notDone = (message: string) =>
    envelope(409, { status: 'error', message, code: GATEWAY_CODES.notDone, data: { entry: id } });
  switch (row.outcome) {
    case 'done':
      if (status !== null && status < 300 && answer !== null) return jsonText(answer, status, headers);
      // A check found it: there was no answer to give again.
      return envelope(row.kind === 'createLoan' ? 201 : 200, {
        status: 'success',
        message: row.message ?? 'Done.',
        data: row.reply,
      });
    case 'refused':
      if (status === 401) throw tokenRefused();
      if (answer !== null) return jsonText(answer, status ?? 400, headers);
      return envelope(status ?? 400, { status: 'error', message: row.message ?? 'Refused.', code: row.code });
    case 'not-sent':
      Object.assign(headers, SOON);
      return envelope(503, { status: 'error', message: row.message, code: row.code, data: { entry: id } });
    case 'not-done':
    case 'undetermined':
      return notDone('An earlier request with this key ended without being carried out, as far as is known.');
    case 'rejected':
    case 'expired':
      return notDone(`Nothing was sent. ${row.message}`);
    default:
      return envelope(202, {
        status: 'success',
        message:
          row.outcome === 'awaiting-approval'
            ? 'This request waits until someone else approves it. Nothing was sent yet.'
            : 'The outcome is not known yet.',
        data: entryOf(row),
      });
  }
}

/** The answer to the request that was sent. */
function answerOf(result: Attempt, entry: string): Response {
  if (result.answer !== null) return jsonText(result.answer, result.status ?? 502);
  if (result.status === 401) throw tokenRefused();
  const { status, code, message } = result.failure ?? { status: 502, code: null, message: 'No answer.' };
  const open =
    result.outcome === 'unknown' ? ' It is not known whether it was carried out; Pledge is checking.' : '';
  return Response.json(
    { status: 'error', message: message + open, code, data: { entry } },
    { status, headers: { 'cache-control': 'no-store', ...(result.outcome === 'not-sent' && SOON) } },
  );
}

function jsonText(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}
