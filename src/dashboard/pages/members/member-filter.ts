import type { MemberContact } from '#contract/contacts.ts';
import { KYC_CHECKS, kycWord } from '#dashboard/api/members/kyc.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { nameOfMember } from '#dashboard/api/members/members.ts';

/** What a list of members is narrowed by. An empty list or text narrows nothing. */
export interface MemberFilter {
  /** Part of a name, an e-mail address, a phone number or an id. */
  search: string;
  status: string[];
  country: string[];
  /** `identityDocument:Rejected` */
  kyc: string[];
  flags: string[];
}

/** The flags that members can be filtered by. */
export const FLAGS = {
  verified: { label: 'Verified', of: (member: MemberRow) => member.user?.verified },
  activated: { label: 'Activated', of: (member: MemberRow) => member.user?.activated },
  two_factor: { label: 'Two-factor enabled', of: (member: MemberRow) => member.user?.two_factor_enabled },
} as const;

/** The filter that narrows nothing. */
export const NO_MEMBER_FILTER: MemberFilter = { search: '', status: [], country: [], kyc: [], flags: [] };

const FLAG_VALUES = Object.keys(FLAGS).flatMap((name) => [`${name}:yes`, `${name}:no`]);

const NAMES = ['status', 'country', 'kyc', 'flags'] as const;
const LONGEST_TEXT = 200;

/** The filter of an address; nonsense in it falls back quietly. */
export function readMemberFilter(search: URLSearchParams): MemberFilter {
  const texts = (name: string) =>
    [...new Set(search.getAll(name))].filter((text) => text !== '').slice(0, 50);
  const checks: string[] = KYC_CHECKS.map(({ field }) => field);
  return {
    search: (search.get('q') ?? '').slice(0, LONGEST_TEXT),
    status: texts('status'),
    country: texts('country'),
    kyc: texts('kyc').filter((text) => text.includes(':') && checks.includes(text.split(':')[0] ?? '')),
    flags: texts('flags').filter((text) => FLAG_VALUES.includes(text)),
  };
}

/** An address's query with another filter in it; whatever else it says stays. */
export function withMemberFilter(search: URLSearchParams, filter: MemberFilter): string {
  const next = new URLSearchParams(search);
  next.delete('q');
  if (filter.search !== '') next.set('q', filter.search);
  for (const name of NAMES) {
    next.delete(name);
    for (const value of filter[name]) next.append(name, value);
  }
  return next.toString();
}

export function countMemberFilters(filter: MemberFilter): number {
  return NAMES.filter((name) => filter[name].length > 0).length + (filter.search === '' ? 0 : 1);
}

/**
 * Whether a member passes. One that lacks what is asked about does not. `contact` is what is revealed of the member;
 * `withEmail` has the ids of those whose email address is what is searched for.
 */
export function passesMember(
  member: MemberRow,
  filter: MemberFilter,
  contact?: MemberContact,
  withEmail: readonly string[] = [],
): boolean {
  const { user } = member;
  if (filter.status.length > 0 && !filter.status.includes(member.status ?? '')) return false;
  if (filter.country.length > 0 && !filter.country.includes(user?.country ?? '')) return false;
  if (filter.kyc.length > 0 && !filter.kyc.some((wanted) => kycValues(member).includes(wanted))) return false;
  if (!filter.flags.every((wanted) => hasFlag(member, wanted))) return false;
  const search = filter.search.trim().toLowerCase();
  return search === '' || withEmail.includes(member._id) || isFound(member, contact, search);
}

/** What a member's checks say, as a filter names it. */
export function kycValues({ user }: MemberRow): string[] {
  return KYC_CHECKS.map(({ field }) => {
    const value = user?.kyc?.[field];
    return `${field}:${typeof value === 'boolean' ? (value ? 'Yes' : 'No') : kycWord(field, value)}`;
  });
}

function hasFlag(member: MemberRow, wanted: string): boolean {
  const [name = '', value] = wanted.split(':');
  const flag = FLAGS[name as keyof typeof FLAGS]?.of(member);
  return flag !== undefined && flag === (value === 'yes');
}

function isFound({ _id, user }: MemberRow, contact: MemberContact | undefined, sought: string): boolean {
  return [nameOfMember(user), contact?.email, user?.username, contact?.phone, _id, user?._id].some((text) =>
    text?.toLowerCase().includes(sought),
  );
}
