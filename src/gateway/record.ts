import * as z from 'zod/mini';
import { errorCodeOf } from '#contract/errors.ts';
import {
  JOURNAL_KINDS,
  type JournalKind,
  NOTE_HEADER,
  type WriteNote,
  writeNote,
} from '#contract/journal.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure } from './failures.ts';
import type { Intent, Journal, Result } from './journal.ts';

/** What of a loan request stays out of the journal: whose account the money goes to is nobody's history. */
const UNRECORDED = ['bank_name', 'bank_code', 'account_number'];

/** The longest note, in characters of its header. */
const MAX_NOTE_LENGTH = 12_000;

export function isWrite(name: string): name is JournalKind {
  return (JOURNAL_KINDS as readonly string[]).includes(name);
}

/** Reads the note of a write from its header. Throws a 400 GatewayFailure where it can't be read. */
export function readNote(headers: Headers): WriteNote {
  const text = headers.get(NOTE_HEADER);
  if (text === null) return {};
  const malformed = new GatewayFailure(
    400,
    GATEWAY_CODES.malformed,
    `The header ${NOTE_HEADER} can't be read.`,
  );
  if (text.length > MAX_NOTE_LENGTH) throw malformed;
  try {
    return z.parse(writeNote, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  } catch {
    throw malformed;
  }
}

/** A request's body as the journal keeps it; null where it isn't an object. */
export function recordedBody(body: Uint8Array | null): Record<string, unknown> | null {
  if (!body) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    const kept = Object.entries(value).filter(([name]) => !UNRECORDED.includes(name));
    return Object.fromEntries(kept);
  } catch {
    return null;
  }
}

/**
 * Sends a write between two lines of the journal: nothing goes out before the first is written, and where the
 * second can't be, it is tried again for some minutes; then the first stands and is unknown. Returns the answer with the entry's id. Throws what
 * `send` throws, and a 503 GatewayFailure where the journal can't be written: nothing was sent then.
 */
export async function recordWrite(
  journal: Journal,
  intent: Intent,
  send: () => Promise<Response>,
  onLost: (error: unknown) => void,
): Promise<{ response: Response; entry: string }> {
  let entry: string;
  try {
    entry = await journal.begin(intent);
  } catch (error) {
    onLost(error);
    const message = 'The journal could not be written, so nothing was sent. Try again in a moment.';
    throw new GatewayFailure(503, GATEWAY_CODES.journalUnavailable, message, { 'retry-after': '5' });
  }
  const settle = async (result: Result) => {
    try {
      await journal.settle(entry, result);
    } catch (error) {
      onLost(error);
      void settleLater(journal, entry, result);
    }
  };
  try {
    const response = await send();
    await settle(await resultOf(response.clone()));
    return { response, entry };
  } catch (error) {
    await settle(resultOfFailure(error));
    throw error;
  }
}

/** When an outcome that could not be written down is tried again, in milliseconds; in between it is in memory alone. */
const LATER_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 320_000];

async function settleLater(journal: Journal, entry: string, result: Result): Promise<void> {
  for (const pause of LATER_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause).unref());
    try {
      return await journal.settle(entry, result);
    } catch {
      // The store is still away; that it is was told already.
    }
  }
}

async function resultOf(response: Response): Promise<Result> {
  const body: unknown = await response.json().catch(() => null);
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const message =
    typeof fields.message === 'string' ? fields.message.slice(0, 2_000).replaceAll('\0', '') : null;
  const common = { status: response.status, code: errorCodeOf(body), message };
  if (response.ok && fields.status === 'success') return { ...common, outcome: 'done', reply: fields.data };
  // A failure of the service's own says nothing of how far it had come.
  const isRefusal = response.status >= 400 && response.status < 500;
  return { ...common, outcome: isRefusal ? 'refused' : 'unknown', reply: null };
}

function resultOfFailure(error: unknown): Result {
  const nothing = { status: null, code: null, message: null, reply: null };
  if (!(error instanceof GatewayFailure)) return { ...nothing, outcome: 'unknown' };
  const told = { ...nothing, status: error.status, code: error.code, message: error.message };
  const outcomes: Partial<Record<string, Result['outcome']>> = {
    [GATEWAY_CODES.serviceUnreachable]: 'not-sent',
    [GATEWAY_CODES.notFound]: 'not-sent',
    [GATEWAY_CODES.tokenRefused]: 'refused',
  };
  return { ...told, outcome: outcomes[error.code] ?? 'unknown' };
}
