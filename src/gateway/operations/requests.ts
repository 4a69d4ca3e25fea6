import * as z from 'zod/mini';
import { DEFAULT_JOURNAL_LIMIT, journalQuery } from '#contract/journal-query.ts';
import {
  JOURNAL_KINDS,
  type JournalKind,
  KEY_HEADER,
  NOTE_HEADER,
  readKey,
  SAME_AS_HEADER,
  type WriteNote,
  writeNote,
} from '#contract/operations.ts';
import { decodeQuery } from '#contract/query.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { plainIssue } from '#server/plain-issue.ts';
import { readUtf8 } from '#server/utf8.ts';
import { GatewayFailure } from '../http/failures.ts';
import { parseBody } from '../http/json.ts';
import { LONGEST_ID } from './attempt.ts';
import type { JournalFilter } from './journal.ts';

/** Fields of a loan request that stay out of the journal, as `plainName` has them. */
const BANK_DETAILS = ['bankname', 'bankcode', 'accountnumber'];

/** The longest note, in characters of its header. */
const MAX_NOTE_LENGTH = 12_000;

export function isWrite(name: string): name is JournalKind {
  return (JOURNAL_KINDS as readonly string[]).includes(name);
}

/** Reads the query of a journal page. Throws a 400 GatewayFailure that names the parameter. */
export function readJournalQuery(search: URLSearchParams): {
  filter: JournalFilter;
  before: string | null;
  limit: number;
} {
  const { before, limit, ...filter } = readQuery(journalQuery, search);
  return { filter, before: before ?? null, limit: limit ?? DEFAULT_JOURNAL_LIMIT };
}

/** Reads a query by its schema. Throws a 400 GatewayFailure that names the parameter. */
export function readQuery<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<Shape>,
  search: URLSearchParams,
) {
  const { values, problems } = decodeQuery(schema, search);
  const [problem] = problems;
  if (problem) throw malformed(`${problem.name}: ${problem.message}`);
  const parsed = z.safeParse(schema, values, { error: plainIssue });
  if (parsed.success) return parsed.data;
  throw malformed(faultOf(parsed.error));
}

/** Reads the idempotency key of a write. Throws a 400 GatewayFailure if it is missing or isn't a UUID. */
export function readKeyHeader(headers: Headers): string {
  const key = readKey(headers.get(KEY_HEADER) ?? '');
  if (key !== null) return key;
  const message = 'Idempotency-Key: a write needs this header with a UUID. Nothing was sent.';
  throw new GatewayFailure(400, GATEWAY_CODES.keyRequired, message);
}

/** Reads an id that must be a UUID, in lower case. Throws a 400 GatewayFailure. */
export function readUuid(text: string): string {
  const id = readKey(text);
  if (id !== null) return id;
  throw malformed('The id in the address must be a UUID.');
}

/** Reads the ids of an address that are recorded. Throws a 400 GatewayFailure that names one that is too long. */
export function readIds<Ids extends Record<string, string>>(ids: Ids): Ids {
  const tooLong = Object.entries(ids).find(([, id]) => id.length > LONGEST_ID);
  if (!tooLong) return ids;
  throw malformed(`${tooLong[0]}: must have at most ${LONGEST_ID} characters`);
}

/** Reads the entry that a person confirmed; null if there is none. Throws a 400 GatewayFailure. */
export function readSameAs(headers: Headers): string | null {
  const text = headers.get(SAME_AS_HEADER);
  if (text === null || /^[0-9a-f]{28}$/.test(text)) return text;
  throw malformed('Pledge-Same-As: must be the id of a journal entry');
}

/** Reads the note of a write from its header. Throws a 400 GatewayFailure. */
export function readNote(headers: Headers): WriteNote {
  const text = headers.get(NOTE_HEADER);
  if (text === null) return {};
  const failure = malformed(`The header ${NOTE_HEADER} can't be read.`);
  if (text.length > MAX_NOTE_LENGTH) throw failure;
  const parsed = z.safeParse(writeNote, parse(Buffer.from(text, 'base64url').toString('utf8')));
  if (!parsed.success) throw failure;
  return parsed.data;
}

/**
 * A write's body as JSON, and as the journal keeps it: without bank details, and null if it isn't an object. Throws a
 * 400 GatewayFailure if it is not UTF-8, nested too deeply to be kept, or two of its fields could be read as one; broken
 * JSON is for the service to refuse.
 */
export function readWriteBody(body: Uint8Array | null): {
  value: unknown;
  recorded: Record<string, unknown> | null;
} {
  const text = body === null ? '' : readUtf8(body);
  if (text === null) throw malformed('The body is not UTF-8. Nothing was sent.');
  const value = parse(text);
  requireDistinctNames(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { value, recorded: null };
  const kept = Object.entries(value).filter(([name]) => !BANK_DETAILS.includes(plainName(name)));
  return { value, recorded: Object.fromEntries(kept) };
}

/**
 * Requires that no two fields of an object have names that a service may take for one: some ignore case, some know user_id
 * as userId, too. It would read another amount than the one that was judged and recorded. Throws a 400 GatewayFailure.
 */
function requireDistinctNames(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const names = new Map<string, string>();
  for (const [name, part] of Object.entries(value)) {
    const plain = plainName(name);
    const earlier = names.get(plain);
    if (earlier !== undefined) throw malformed(`${name}: is too much like ${earlier}. Nothing was sent.`);
    names.set(plain, name);
    requireDistinctNames(part);
  }
}

/** A field's name as a service may compare it. */
function plainName(name: string): string {
  // Twice, because some letters have an upper case of their own only: ſ is S, and the Kelvin sign is k.
  return name.toUpperCase().toLowerCase().replace(/[_-]/g, '');
}

/** Reads a JSON body by its schema. Throws a 400 GatewayFailure that names the field. */
export function readJsonBody<Schema extends z.ZodMiniType>(text: string, schema: Schema): z.output<Schema> {
  const value = parse(text);
  if (value === undefined) throw malformed('The body is not valid JSON.');
  const parsed = z.safeParse(schema, value, { error: plainIssue });
  if (parsed.success) return parsed.data;
  throw malformed(faultOf(parsed.error));
}

/** The first fault of a request, with the name of the field. */
function faultOf({ issues: [issue] }: z.core.$ZodError): string {
  if (issue?.code === 'unrecognized_keys') {
    return `${[...issue.path, issue.keys[0]].join('.')}: is not a field of this request`;
  }
  return `${issue?.path.join('.') || 'body'}: ${issue?.message}`;
}

/** The JSON of a text; undefined if it isn't JSON. Throws a 400 GatewayFailure if it is nested too deep. */
function parse(text: string): unknown {
  try {
    return parseBody(text);
  } catch (error) {
    if (error instanceof GatewayFailure) throw error;
    return undefined;
  }
}

function malformed(message: string): GatewayFailure {
  return new GatewayFailure(400, GATEWAY_CODES.malformed, message);
}
