import type { NameRank } from '#dashboard/lib/name-rank.ts';
import type { LoanRow } from '../loans/loans.ts';
import { isEmail } from '../members/member-search.ts';
import type { MemberRow } from '../members/members.ts';
import type { ApiError } from './api-error.ts';

/** A search: a whole id, a whole email address, or part of a name. */
export interface Term {
  kind: 'id' | 'email' | 'name';
  text: string;
}

export type Finding = { rank?: NameRank } & (
  | { kind: 'loan'; loan: LoanRow & { id: string } }
  | { kind: 'borrower'; id: string; loans: number }
  | { kind: 'member'; member: MemberRow }
  | { kind: 'token'; id: string; name: string | undefined; symbol: string | undefined }
  | { kind: 'customer'; email: string; name: string | undefined; trades: number }
  | { kind: 'order'; id: string; member: string | undefined }
  | { kind: 'run' | 'request'; id: string }
);

export const PLACES = ['loans', 'members', 'tokens', 'customers', 'activity'] as const;
export type Place = (typeof PLACES)[number];

export interface Look {
  place: Place;
  state: 'looking' | 'found' | 'absent' | 'failed' | 'skipped';
  findings: Finding[];
  /** How many records were searched, if Pledge searched and not the service. */
  seen?: number;
  total?: number | undefined;
  /** How many match, if not all of them are among the findings. */
  fitting?: number;
  error?: ApiError;
  /** Why it was not searched, and what would be, as a sentence. */
  why?: string;
}

/** Reads a search: an id or an email address if the whole text is one, otherwise part of a name. */
export function termOf(query: string): Term | null {
  const text = query.trim();
  if (isEmail(text)) return { kind: 'email', text };
  if (text.length > 100) return null;
  if (/^(?=.*\d)[A-Za-z0-9][\w:-]{11,}$/.test(text)) return { kind: 'id', text };
  const isName = text.length > 1 && /[\p{L}\p{N}]/u.test(text);
  return isName ? { kind: 'name', text } : null;
}

/** Whether a text can be part of an id: hexadecimal, at least four characters, with at least one digit. */
export function isPartOfId(text: string): boolean {
  return /^(?=.*\d)[0-9a-f]{4,}$/i.test(text);
}
