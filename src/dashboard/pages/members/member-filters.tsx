import { type ReactNode, useMemo } from 'react';
import type { MemberContact } from '#contract/contacts.ts';
import { KYC_CHECKS, kycWord } from '#dashboard/api/members/kyc.ts';
import { type MemberRow, nameOfMember } from '#dashboard/api/members/members.ts';
import { holdsWords, meantIds, searchWords } from '#dashboard/lib/name-rank.ts';
import { ListFilters, seenValues } from '#dashboard/list/list-filters.tsx';
import type { Choice } from '#dashboard/table/filter-panel.tsx';

const FLAGS = [
  { name: 'verified', label: 'Verified', of: ({ user }: MemberRow) => user.verified },
  { name: 'activated', label: 'Activated', of: ({ user }: MemberRow) => user.activated },
  { name: 'two_factor', label: 'Two-factor enabled', of: ({ user }: MemberRow) => user.two_factor_enabled },
];

const FLAG_CHOICES = FLAGS.flatMap(({ name, label }): Choice[] => [
  { value: `${name}:yes`, label: `${label}: yes` },
  { value: `${name}:no`, label: `${label}: no` },
]);

/** The filter of an address, in which an empty list or text narrows nothing; nonsense falls back quietly. */
export function readMemberFilter(search: URLSearchParams) {
  const texts = (name: string) =>
    [...new Set(search.getAll(name))].filter((text) => text !== '').slice(0, 50);
  const isCheck = (text: string) => KYC_CHECKS.some(({ field }) => text.startsWith(`${field}:`));
  return {
    /** Part of a name, an e-mail address, a phone number or an id. */
    search: (search.get('q') ?? '').slice(0, 200),
    status: texts('status'),
    country: texts('country'),
    /** `identityDocument:Rejected` */
    kyc: texts('kyc').filter(isCheck),
    /** `verified:no` */
    flags: texts('flags').filter((text) => FLAG_CHOICES.some(({ value }) => value === text)),
  };
}

type MemberFilter = ReturnType<typeof readMemberFilter>;

export const NO_MEMBER_FILTER = readMemberFilter(new URLSearchParams());

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
  const { _id, status, user } = member;
  if (filter.status.length > 0 && !filter.status.includes(status)) return false;
  if (filter.country.length > 0 && !filter.country.includes(user.country ?? '')) return false;
  if (filter.kyc.length > 0 && !kycValues(member).some((value) => filter.kyc.includes(value))) return false;
  if (!FLAGS.every((flag) => passesFlag(member, flag, filter.flags))) return false;
  if (withEmail.includes(_id)) return true;
  const ids = meantIds(filter.search, [_id, user._id]);
  const texts = [nameOfMember(user), contact?.email, user.username, contact?.phone, ...ids];
  return holdsWords(searchWords(filter.search), texts);
}

/** What a member's checks say, as a filter names it. */
function kycValues({ user }: MemberRow): string[] {
  return KYC_CHECKS.map(({ field }) => {
    const value = user.kyc?.[field];
    return `${field}:${typeof value === 'boolean' ? (value ? 'Yes' : 'No') : kycWord(field, value)}`;
  });
}

/** Whether a member's flag is one of those asked for, if any of it are. */
function passesFlag(
  member: MemberRow,
  { name, of }: (typeof FLAGS)[number],
  wanted: readonly string[],
): boolean {
  const asked = wanted.filter((text) => text.startsWith(`${name}:`));
  const value = of(member);
  return asked.length === 0 || (value !== undefined && asked.includes(`${name}:${value ? 'yes' : 'no'}`));
}

interface MemberFiltersProps {
  rows: readonly MemberRow[];
  filter: MemberFilter;
  onChange: (filter: MemberFilter) => void;
  children: ReactNode;
}

/** The filters of the list; what can be chosen is what the loaded members have. */
export function MemberFilters({ rows, filter, onChange, children }: MemberFiltersProps) {
  const seen = useMemo(
    () => ({
      status: inOrder(seenValues(rows, ({ status }) => [status])),
      country: inOrder(seenValues(rows, ({ user }) => [user.country])),
      kyc: inOrder(seenValues(rows, kycValues)).map((choice) => ({ ...choice, label: kycLabel(choice) })),
    }),
    [rows],
  );
  return (
    <ListFilters
      label="Filter members"
      {...{ filter, onChange }}
      none={NO_MEMBER_FILTER}
      search={{
        name: 'search',
        label: 'Search members by name, email or ID',
        placeholder: 'Name, email or ID',
      }}
      chips={[
        { name: 'status', label: 'Status', choices: seen.status },
        { name: 'kyc', label: 'KYC', choices: seen.kyc },
        { name: 'flags', label: 'Flags', choices: FLAG_CHOICES },
        { name: 'country', label: 'Country', choices: seen.country },
      ]}
    >
      {children}
    </ListFilters>
  );
}

function inOrder(choices: readonly Choice[]): Choice[] {
  return choices.toSorted((a, b) => a.label.localeCompare(b.label));
}

function kycLabel({ value }: Choice): string {
  const check = KYC_CHECKS.find(({ field }) => value.startsWith(`${field}:`));
  if (!check) return value;
  const word = value.slice(check.field.length + 1);
  const isFlag = word === 'Yes' || word === 'No';
  return `${check.label}: ${isFlag ? kycWord(check.field, word === 'Yes') : word}`;
}
