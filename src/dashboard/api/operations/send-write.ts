import * as z from 'zod/mini';
import { contract, type Reply } from '#contract/contract.ts';
import {
  ENTRY_HEADER,
  type JournalEntry,
  type JournalKind,
  KEY_HEADER,
  NOTE_HEADER,
  SAME_AS_HEADER,
  type WriteNote,
} from '#contract/operations.ts';
import { type Drift, readAs, type Seen } from '#contract/reading.ts';
import { GATEWAY_CODES, HOLDER_HEADER } from '#contract/session.ts';
import {
  ApiError,
  errorOfFailure,
  errorOfRefusal,
  errorOfResponse,
  REPEAT_PAUSES_MS,
  requestIdOf,
} from '#dashboard/api/http/api-error.ts';
import { addressOf, type Input, REQUEST_TIMEOUT, receive } from '#dashboard/api/http/client.ts';
import { countDrift } from '#dashboard/api/http/diagnostics.ts';
import { openEnvelope } from '#dashboard/api/http/envelope.ts';
import { fieldsOf } from '#dashboard/lib/json.ts';
import { findEntry } from './entries.ts';

export interface Write<K extends JournalKind> {
  kind: K;
  input: Input<K>;
  /** A UUID that stays the same in every repeat of this write. */
  key: string;
  note: WriteNote;
  /** The session's holder: the gateway refuses to send the write for anyone else. */
  holder: string;
  /** The entry of the same loan that the person has seen. */
  sameAs?: string | undefined;
}

/** The entry that requested the same loan before, and the name of its person. */
export type EarlierRequest = z.infer<typeof earlierRequest>;

/** What is known of a write's outcome when `sendWrite` returns. */
export type WriteResult<K extends JournalKind> =
  | { kind: 'done'; data: Seen<Reply<K>>; requestId: string | undefined }
  | { kind: 'refused'; error: ApiError }
  /** Nothing reached the service. A repeat under the same key is a further attempt of the same write. */
  | { kind: 'not-sent'; error: ApiError }
  /** The session had ended; nothing was carried out. */
  | { kind: 'session'; error: ApiError }
  | ({ kind: 'same-loan' } & EarlierRequest)
  /** The outcome is not known yet: the entry shows it. `entry` is null if the gateway can't be reached. */
  | { kind: 'open'; entry: string | null; error: ApiError | null };

/** Sends a write once, and if the answer is lost asks what became of it. Never throws, and never guesses. */
export async function sendWrite<K extends JournalKind>(write: Write<K>): Promise<WriteResult<K>> {
  let address: string;
  try {
    address = addressOf(write.kind, write.input);
  } catch {
    const message = 'These IDs contain characters that can’t be sent.';
    return { kind: 'not-sent', error: new ApiError('invalid', { message }) };
  }
  const { body } = write.input as { body?: unknown };
  const headers = {
    [KEY_HEADER]: write.key,
    [NOTE_HEADER]: noteHeader(write.note),
    [HOLDER_HEADER]: write.holder,
    ...(write.sameAs !== undefined && { [SAME_AS_HEADER]: write.sameAs }),
  };
  try {
    const { response, bytes } = await receive(contract[write.kind].method, address, { body, headers });
    return readAnswer(write.kind, response, bytes) ?? (await lookUp(write, errorOfResponse(response, null)));
  } catch (cause) {
    return await lookUp(write, cause instanceof ApiError ? cause : errorOfFailure(cause));
  }
}

/** What an answer says about a write; null if it isn't the gateway's. */
function readAnswer<K extends JournalKind>(
  kind: K,
  response: Response,
  bytes: ArrayBuffer,
): WriteResult<K> | null {
  const { body, data, failed } = openEnvelope(response, bytes);
  const { entry: named, id } = fieldsOf(data);
  const inData = [named, id].find((name) => typeof name === 'string');
  const entry = response.headers.get(ENTRY_HEADER) ?? inData ?? null;
  if (!failed && response.status !== 202) {
    const drift: Drift[] = [];
    const reply = readReply(kind, data, (difference) => drift.push(difference));
    countDrift(kind, drift);
    if (reply !== undefined) return { kind: 'done', data: reply, requestId: requestIdOf(response) };
    // It was done, but what came of it can't be read: its entry says as much.
    return entry === null ? null : { kind: 'open', entry, error: null };
  }
  if (!failed) return { kind: 'open', entry, error: null };
  const error = errorOfResponse(response, body);
  const earlier = z.safeParse(earlierRequest, data);
  if (error.code === GATEWAY_CODES.sameLoan && earlier.success) return { kind: 'same-loan', ...earlier.data };
  if (UNSENT.includes(error.code)) return { kind: 'not-sent', error };
  if (error.status === 401) return { kind: 'session', error };
  if (error.code === GATEWAY_CODES.notDone) return { kind: 'open', entry, error };
  if (REFUSED.includes(error.status ?? 0) && typeof body === 'object') return { kind: 'refused', error };
  return entry === null ? null : { kind: 'open', entry, error };
}

const earlierRequest = z.object({ entry: z.string(), who: z.string() });

const { serviceUnreachable, journalUnavailable, rulesUnchecked } = GATEWAY_CODES;
const UNSENT: readonly (string | undefined)[] = [serviceUnreachable, journalUnavailable, rulesUnchecked];

/** The statuses that prove a refusal; the gateway sends others only for what it doesn't know. */
const REFUSED = [400, 403, 404, 409, 410, 413, 415, 422];

/**
 * Finds out what became of a write whose answer was lost on the way from the gateway. It pauses before it asks: a
 * request whose connection broke may still be arriving.
 */
async function lookUp<K extends JournalKind>(write: Write<K>, error: ApiError): Promise<WriteResult<K>> {
  let isAnswered = false;
  for (const pause of REPEAT_PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      const entry = await findEntry(write.key, AbortSignal.timeout(REQUEST_TIMEOUT));
      if (entry) return resultOf(write.kind, entry);
      isAnswered = true;
    } catch (failure) {
      if (failure instanceof ApiError && failure.kind === 'session')
        return { kind: 'session', error: failure };
      isAnswered = false;
    }
  }
  return isAnswered ? { kind: 'not-sent', error } : { kind: 'open', entry: null, error };
}

export function resultOf<K extends JournalKind>(kind: K, entry: JournalEntry): WriteResult<K> {
  const { id, outcome, requestId } = entry;
  if (outcome === 'refused' || outcome === 'not-sent') return { kind: outcome, error: errorOfRefusal(entry) };
  const data = outcome === 'done' ? readReply(kind, entry.reply) : undefined;
  return data === undefined ? { kind: 'open', entry: id, error: null } : { kind: 'done', data, requestId };
}

/** A note as its header carries it. If it is too long, tokens' names are shortened first; then collateral is left out. */
function noteHeader(note: WriteNote): string {
  for (const length of [60, 20, 0]) {
    const collateral = note.collateral?.map((line) => ({ ...line, name: line.name.slice(0, length) }));
    const header = encodeNote({ ...note, ...(collateral && { collateral }) });
    // The gateway accepts slightly longer headers.
    if (header.length <= 11_800) return header;
  }
  const { collateral: _, ...rest } = note;
  return encodeNote(rest);
}

/** As base64url. */
function encodeNote(note: WriteNote): string {
  const bytes = new TextEncoder().encode(JSON.stringify(note).toWellFormed());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Reads the `data` of a write's success; undefined if it lacks its identity, money or status. */
function readReply<K extends JournalKind>(kind: K, data: unknown, report?: (difference: Drift) => void) {
  return readAs(contract[kind].reply, data, report) as Seen<Reply<K>> | undefined;
}
