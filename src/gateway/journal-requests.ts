import * as z from 'zod/mini';
import { timestamp } from '#contract/fields.ts';
import {
  JOURNAL_KINDS,
  JOURNAL_OUTCOMES,
  type JournalSettlement,
  journalSettlement,
} from '#contract/journal.ts';
import { decodeQuery } from '#contract/query.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure } from './failures.ts';
import type { JournalFilter } from './journal.ts';

const idText = z.optional(z.string().check(z.maxLength(200)));

const journalQuery = z.object({
  kind: z.optional(z.enum(JOURNAL_KINDS)),
  outcome: z.optional(z.enum(JOURNAL_OUTCOMES)),
  from: z.optional(timestamp),
  to: z.optional(timestamp),
  loan: idText,
  member: idText,
  order: idText,
  before: z.optional(z.string().check(z.regex(/^[0-9a-f]{28}$/))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
});

/** Reads what is asked of the journal out of an address. Throws a 400 GatewayFailure that names the parameter. */
export function readJournalQuery(search: URLSearchParams): {
  filter: JournalFilter;
  before: string | null;
  limit: number;
} {
  const { values, problems } = decodeQuery(journalQuery, search);
  const parsed = z.safeParse(journalQuery, values);
  const [issue] = parsed.error?.issues ?? [];
  const name = problems[0]?.name ?? (issue && String(issue.path[0]));
  if (name || !parsed.data) throw malformed(`${name ?? 'query'}: can't be read`);
  const { before, limit, ...filter } = parsed.data;
  return { filter, before: before ?? null, limit: limit ?? 50 };
}

/** Reads how an unknown outcome was found out. Throws a 400 GatewayFailure. */
export function readSettlement(text: string): JournalSettlement {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON.');
  }
  const parsed = z.safeParse(journalSettlement, value);
  if (parsed.success) return parsed.data;
  throw malformed(`${String(parsed.error.issues[0]?.path[0] ?? 'body')}: can't be read`);
}

function malformed(message: string): GatewayFailure {
  return new GatewayFailure(400, GATEWAY_CODES.malformed, message);
}
