import { useMemo } from 'react';
import { KNOWN_LOAN_STATUSES } from '#contract/loans.ts';
import {
  countFilters,
  LATE_STATES,
  type LoanFilter,
  NO_FILTER,
  OPEN_STATES,
  type TimingState,
  UNREADABLE_MONTH,
} from '#dashboard/api/loans/loan-filter.ts';
import { lookOfStatus } from '#dashboard/api/loans/loan-status.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { formatRate } from '#dashboard/lib/figures.ts';
import { formatInstant, formatMonth } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { ChoiceChip, OneChip, RangeChip, TextChip } from '#dashboard/list/filter-chips.tsx';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import type { Choice } from '#dashboard/table/filter-panel.tsx';
import type { Grouping } from './loan-view.ts';

const STATES: Record<TimingState, string> = {
  due: 'Due',
  grace: 'In grace',
  past: 'Past grace',
  closed: 'Closed',
  unknown: 'Unknown',
};

const WINDOWS = [7, 30, 90];

interface LoanFiltersProps {
  rows: readonly LoanRow[];
  filter: LoanFilter;
  onChange: (filter: LoanFilter) => void;
  grouping: Grouping;
  onGroup: (grouping: Grouping) => void;
}

/** What all loans are narrowed and grouped by. Choices are those that were seen. */
export function LoanFilters({ rows, filter, onChange, grouping, onGroup }: LoanFiltersProps) {
  const { statuses, currencies } = useMemo(() => seenIn(rows), [rows]);
  const set = (change: Partial<LoanFilter>) => onChange({ ...filter, ...change });
  return (
    // The grouping stays in its corner when chips grow or come.
    <div className="flex min-w-0 flex-1 items-start justify-between gap-2 max-md:flex-wrap">
      <FilterBar label="Filter loans" count={countFilters(filter)} onClear={() => onChange(NO_FILTER)}>
        <ChoiceChip
          label="Standing"
          choices={Object.entries(STATES).map(([value, label]) => ({ value, label }))}
          chosen={filter.state}
          summary={summaryOf(filter.state)}
          onChange={(state) => set({ state: state as TimingState[] })}
        />
        <ChoiceChip
          label="Status"
          choices={withChosen(statuses, filter.status)}
          chosen={filter.status}
          onChange={(status) => set({ status })}
        />
        <ChoiceChip
          label="Currency"
          choices={withChosen(currencies, filter.currency)}
          chosen={filter.currency}
          onChange={(currency) => set({ currency })}
        />
        <TextChip
          label="Borrower"
          text={filter.borrower}
          placeholder="Part of a name or ID"
          onChange={(borrower) => set({ borrower })}
        />
        <OneChip
          label="Due in next"
          choices={[...new Set([...WINDOWS, filter.within ?? 7])].map((days) => ({
            value: String(days),
            label: `${days} days`,
          }))}
          chosen={filter.within === null ? null : String(filter.within)}
          onChange={(days) => set({ within: Number(days) || null })}
        />
        {filter.month !== null && (
          <OneChip
            label="Due month"
            choices={[{ value: filter.month, label: monthLabel(filter.month) }]}
            chosen={filter.month}
            onChange={(month) => set({ month })}
          />
        )}
        <RangeChip label="Amount" bounds={filter.amount} onChange={(amount) => set({ amount })} />
        <RangeChip
          label="Monthly rate"
          bounds={filter.rate}
          format={formatRate}
          onChange={(rate) => set({ rate })}
        />
        {filter.since !== null && (
          <OneChip
            label="Created or updated since"
            choices={[{ value: filter.since, label: formatInstant(Date.parse(filter.since)) }]}
            chosen={filter.since}
            onChange={(since) => set({ since })}
          />
        )}
      </FilterBar>
      <label className="flex shrink-0 items-center gap-2 text-muted text-table">
        Group
        <select
          value={grouping ?? ''}
          onChange={(event) => onGroup((event.target.value || null) as Grouping)}
          className="h-8 rounded-control border border-border bg-panel px-2 text-text hover:border-control max-md:h-11"
        >
          <option value="">None</option>
          <option value="borrower">Borrower</option>
          <option value="month">Due month</option>
        </select>
      </label>
    </div>
  );
}

/** `open` and `late` are states that people ask for together. */
function summaryOf(chosen: readonly TimingState[]): string | undefined {
  const is = (states: readonly TimingState[]) =>
    chosen.length === states.length && states.every((state) => chosen.includes(state));
  if (is(OPEN_STATES)) return 'open';
  return is(LATE_STATES) ? 'late' : undefined;
}

function monthLabel(month: string): string {
  return month === UNREADABLE_MONTH ? 'unreadable date' : formatMonth(month);
}

/** The statuses and currencies that loans were seen to have, with how many have each. */
function seenIn(rows: readonly LoanRow[]): { statuses: Choice[]; currencies: Choice[] } {
  const statuses = new Map<string, number>();
  const currencies = new Map<string, number>();
  const count = (counts: Map<string, number>, value: string | undefined) => {
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  };
  for (const { status, currency } of rows) {
    count(statuses, status);
    count(currencies, currency);
  }
  const known: readonly string[] = KNOWN_LOAN_STATUSES;
  const rank = (status: string) => (known.includes(status) ? known.indexOf(status) : known.length);
  return {
    statuses: [...statuses]
      .map(([value, seen]) => ({ value, label: lookOfStatus(value).word, count: seen }))
      .sort((a, b) => rank(a.value) - rank(b.value)),
    currencies: [...currencies]
      .map(([value, seen]) => ({ value, label: clip(value, 20), count: seen }))
      .sort((a, b) => b.count - a.count),
  };
}

/** A value in the address stays among the choices, even if no loan has it. */
function withChosen(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  const missing = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  return [...choices, ...missing.map((value) => ({ value, label: clip(value, 40), count: 0 }))];
}
