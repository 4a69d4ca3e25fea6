import type { Logger } from 'pino';
import { REPLAYED_HEADER } from '#contract/operations.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { DISK_FULL } from '#server/start-failure.ts';
import { GatewayFailure, tokenRefused } from '../http/failures.ts';
import type { ForwardOptions } from '../proxy/forward.ts';
import { type Attempt, attempt, type Write } from './attempt.ts';
import type { Changes } from './changes.ts';
import type { Begun, Entries, Intent } from './entries.ts';
import { type EntryRow, entryOf } from './entry-row.ts';
import type { Journal } from './journal.ts';
import type { Presence } from './presence.ts';

export interface WriteOptions {
  entries: Entries;
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
  const begun = await begin(intent, body, options);
  if (begun.kind === 'reused') {
    const message = 'This idempotency key was used for another request. Nothing was sent.';
    throw new GatewayFailure(422, GATEWAY_CODES.keyReused, message);
  }
  if (begun.kind === 'same-loan') {
    const { entry, who } = begun;
    const message = `${who} requested the same loan within the last 24 hours. Nothing was sent. Confirm to create another.`;
    throw new GatewayFailure(409, GATEWAY_CODES.sameLoan, message, {}, { entry, who });
  }
  const { entry } = begun;
  if (begun.kind === 'repeat') return { response: await replay(intent.owner, entry, options), entry };
  if (begun.kind === 'wait') {
    options.changes.publish(intent.owner, { entry, approval: begun.approval });
    return { response: await replay(intent.owner, entry, options, false), entry };
  }
  options.changes.publish(intent.owner, { entry });
  const { kind, target, key, accessToken, requestId } = intent;
  const write = { kind, target, body, key, accessToken, requestId };
  const result = await sendRecorded(intent.owner, entry, write, options);
  return { response: answerOf(result, entry), entry };
}

/** Sends a write whose entry is `pending` in this gateway's name, and settles it. Never throws. */
export async function sendRecorded(
  owner: string,
  entry: string,
  write: Write,
  options: Pick<WriteOptions, 'entries' | 'changes' | 'presence' | 'forward' | 'log' | 'onOutcome'>,
): Promise<Attempt> {
  options.presence.sending.add(entry);
  const result = options.presence.holds() ? await attempt(write, options.forward) : LAPSED;
  options.onOutcome(result.outcome);
  await settle(owner, entry, result, options);
  return result;
}

async function begin(
  intent: Intent,
  body: Uint8Array | null,
  { entries, log }: WriteOptions,
): Promise<Begun> {
  try {
    return await entries.begin(intent, body);
  } catch (error) {
    if (error instanceof GatewayFailure) throw error;
    log.error({ err: error, requestId: intent.requestId }, 'the journal could not be written');
    const isFull = (error as { code?: unknown }).code === DISK_FULL;
    const message = isFull
      ? 'The disk of the journal is full, so nothing was sent. Free some space, then try again.'
      : 'The journal could not be written, so nothing was sent. Try again in a moment.';
    throw new GatewayFailure(503, GATEWAY_CODES.journalUnavailable, message);
  }
}

/** Others may be checking the entry already, so sending it now could carry it out after they proved that it wasn't. */
const LAPSED: Attempt = {
  outcome: 'not-sent',
  by: null,
  status: null,
  code: GATEWAY_CODES.journalUnavailable,
  message: 'The gateway was held up before it could send this. Nothing was sent.',
  reply: null,
  answer: null,
  failure: {
    status: 503,
    code: GATEWAY_CODES.journalUnavailable,
    message: 'Pledge was held up before it could send this. Nothing was sent. Try again.',
  },
  retryAfterMs: null,
};

/** Pauses between tries to record an outcome while the database is away; in between, only memory holds it. */
const SETTLE_PAUSES_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 80_000];

type SettleOptions = Pick<WriteOptions, 'entries' | 'changes' | 'presence' | 'log'>;

async function settle(owner: string, entry: string, result: Attempt, options: SettleOptions): Promise<void> {
  try {
    await options.entries.settle(entry, result);
    options.presence.sending.delete(entry);
    options.changes.publish(owner, { entry });
  } catch (error) {
    options.log.error({ err: error, entry }, 'an outcome could not be recorded yet');
    void settleLater(owner, entry, result, options).finally(() => options.presence.sending.delete(entry));
  }
}

async function settleLater(owner: string, entry: string, result: Attempt, options: SettleOptions) {
  for (const pause of SETTLE_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause).unref());
    try {
      await options.entries.settle(entry, result);
      return options.changes.publish(owner, { entry });
    } catch {
      // The database is still away. If it stays away, the entry is checked like that of a gateway that died.
    }
  }
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
      return jsonText(answer ?? '{"status":"error","message":"Refused."}', status ?? 400, headers);
    case 'not-done':
    case 'undetermined': {
      const message = 'An earlier request with this key ended without being carried out, as far as is known.';
      return envelope(409, { status: 'error', message, code: GATEWAY_CODES.notDone, data: { entry: id } });
    }
    case 'rejected':
    case 'expired': {
      const message = `${row.message} Nothing was sent.`;
      return envelope(409, { status: 'error', message, code: GATEWAY_CODES.notDone, data: { entry: id } });
    }
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
  const {
    status = 502,
    code,
    message,
  } = result.failure ?? { status: 502, code: null, message: 'No answer.' };
  const open =
    result.outcome === 'unknown' ? ' It is not known whether it was carried out; Pledge is checking.' : '';
  return Response.json(
    { status: 'error', message: message + open, code, data: { entry } },
    { status, headers: { 'cache-control': 'no-store' } },
  );
}

function jsonText(text: string, status: number, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}
