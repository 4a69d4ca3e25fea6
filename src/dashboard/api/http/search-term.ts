import type { Reply } from '#contract/contract.ts';
import type { Seen } from '#contract/reading.ts';
import type { NameRank } from '#dashboard/lib/name-rank.ts';
import type { LoanRow } from '../loans/loans.ts';
import { isEmail } from '../members/member-search.ts';
import type { ApiError } from './api-error.ts';

/** Something that can be looked for: an id or an email address that is whole, or part of a name. */
export interface Term {
  kind: 'id' | 'email' | 'name';
  text: string;
}

export type Member = NonNullable<Seen<Reply<'listMembers'>>['members']>[number];

/** What was found; by name, with how well it fits. */
export type Finding = { rank?: NameRank } & (
  | { kind: 'loan'; loan: LoanRow & { id: string } }
  | { kind: 'borrower'; id: string; loans: number }
  | { kind: 'member'; member: Member }
  | { kind: 'token'; id: string; name: string | undefined; symbol: string | undefined }
  | { kind: 'customer'; email: string; name: string | undefined; trades: number }
  | { kind: 'order'; id: string; member: string | undefined }
);

/** Where a term is looked for, in the order in which what is found is shown. */
export const PLACES = ['loans', 'members', 'tokens', 'customers', 'orders'] as const;
export type Place = (typeof PLACES)[number];

/** How far the search in one place has come. */
export interface Look {
  place: Place;
  state: 'looking' | 'found' | 'absent' | 'failed' | 'skipped';
  findings: Finding[];
  /** How many records were looked at, where not the service looked but we did. */
  seen?: number;
  /** How many there are, where the service said so. */
  total?: number | undefined;
  /** How many fit, where not all of them are among the findings. */
  fitting?: number;
  error?: ApiError;
  /** Why it was not searched, and what would be, as a sentence. */
  why?: string;
}

/** Shorter texts are no ids. */
const SHORTEST_ID = 12;
const LONGEST = 100;

/** Of shorter texts too much fits. */
const SHORTEST_NAME = 2;

/** What a text asks for: an id or an email address if it is one from end to end, otherwise part of a name. */
export function termOf(query: string): Term | null {
  const text = query.trim();
  if (isEmail(text)) return { kind: 'email', text };
  if (text.length > LONGEST) return null;
  const isId = text.length >= SHORTEST_ID && /^(?=.*\d)[A-Za-z0-9][\w:-]+$/.test(text);
  if (isId) return { kind: 'id', text };
  const isName = text.length >= SHORTEST_NAME && /[\p{L}\p{N}]/u.test(text);
  return isName ? { kind: 'name', text } : null;
}

/** A shorter part of an id fits too many. */
const SHORTEST_PART = 4;

/** Whether a text can be part of an id: hexadecimal digits, one of which is a number. */
export function isPartOfId(text: string): boolean {
  return text.length >= SHORTEST_PART && /^(?=.*\d)[0-9a-f]+$/i.test(text);
}
