import { useMemo } from 'react';
import { KYC_CHECKS, kycWord } from '#dashboard/api/members/kyc.ts';
import type { MemberRow } from '#dashboard/api/members/members.ts';
import { ChoiceChip, TextChip } from '#dashboard/list/filter-chips.tsx';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import type { Choice } from '#dashboard/table/filter-panel.tsx';
import { FLAGS, kycValues, type MemberFilter, NO_MEMBER_FILTER } from './member-filter.ts';

interface MemberFiltersProps {
  rows: readonly MemberRow[];
  filter: MemberFilter;
  count: number;
  onChange: (filter: MemberFilter) => void;
}

/** The filters of the list; what can be chosen is what the loaded members have. */
export function MemberFilters({ rows, filter, count, onChange }: MemberFiltersProps) {
  const seen = useMemo(
    () => ({
      status: choicesOf(rows, ({ status }) => (status ? [status] : [])),
      country: choicesOf(rows, ({ user }) => (user?.country ? [user.country] : [])),
      kyc: choicesOf(rows, kycValues).map((choice) => ({ ...choice, label: kycLabel(choice.value) })),
    }),
    [rows],
  );
  const flags = Object.entries(FLAGS).flatMap(([name, { label }]): Choice[] => [
    { value: `${name}:yes`, label: `${label}: yes` },
    { value: `${name}:no`, label: `${label}: no` },
  ]);
  const chip = (label: string, name: 'status' | 'country' | 'kyc' | 'flags', choices: readonly Choice[]) => (
    <ChoiceChip
      {...{ label, choices }}
      chosen={filter[name]}
      onChange={(chosen) => onChange({ ...filter, [name]: chosen })}
    />
  );
  return (
    <FilterBar label="Filter members" count={count} onClear={() => onChange(NO_MEMBER_FILTER)}>
      <TextChip
        label="Name, email or ID"
        text={filter.search}
        placeholder="Name, email or ID"
        onChange={(search) => onChange({ ...filter, search })}
      />
      {chip('Status', 'status', seen.status)}
      {chip('KYC', 'kyc', seen.kyc)}
      {chip('Flags', 'flags', flags)}
      {chip('Country', 'country', seen.country)}
    </FilterBar>
  );
}

function choicesOf(rows: readonly MemberRow[], valuesOf: (member: MemberRow) => string[]): Choice[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const value of valuesOf(row)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, label: value, count }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

function kycLabel(value: string): string {
  const [field, ...rest] = value.split(':');
  const check = KYC_CHECKS.find((each) => each.field === field);
  const word = rest.join(':');
  const isFlag = word === 'Yes' || word === 'No';
  return `${check?.label ?? field}: ${check && isFlag ? kycWord(check.field, word === 'Yes') : word}`;
}
