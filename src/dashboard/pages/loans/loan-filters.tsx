import { useMemo } from 'react';
import { KNOWN_LOAN_STATUSES } from '#contract/loans.ts';
import {
  LATE_STATES,
  type LoanContext,
  type LoanFilter,
  NO_FILTER,
  OPEN_STATES,
  type TimingState,
  UNREADABLE_MONTH,
} from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { lookOfStatus } from '#dashboard/api/loans/standing.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { formatInstant, formatMonth } from '#dashboard/lib/times.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { ListFilters, seenValues } from '#dashboard/list/list-filters.tsx';
import type { Choice } from '#dashboard/table/filter-panel.tsx';
import type { Grouping } from './loan-view.ts';

const STATES: (Choice & { value: TimingState })[] = [
  { value: 'due', label: 'Due' },
  { value: 'grace', label: 'In grace' },
  { value: 'past', label: 'Past grace' },
  { value: 'closed', label: 'Closed' },
  { value: 'unknown', label: 'Unknown' },
];

/** What all loans are narrowed and grouped by. Choices are those that were seen. */
export function LoanFilters(props: {
  rows: readonly LoanRow[];
  filter: LoanFilter;
  onChange: (filter: LoanFilter) => void;
  grouping: Grouping | null;
  nameOf: LoanContext['nameOf'];
  onGroup: (grouping: string) => void;
}) {
  const { rows, filter, onChange, grouping, onGroup, nameOf } = props;
  const { statuses, currencies } = useMemo(() => seenIn(rows), [rows]);
  const { state, within, month, since, borrower } = filter;
  const isBorrower = rows.some((loan) => loan.borrower === borrower);
  const name = clip(nameOf(borrower) ?? truncateMiddle(borrower), 80);
  const windows = [...new Set([7, 30, 90, within ?? 7])];
  return (
    <ListFilters
      label="Filter loans"
      {...{ filter, onChange }}
      none={NO_FILTER}
      search={{
        name: 'borrower',
        label: 'Search loans by borrower',
        placeholder: 'Borrower’s name or ID',
        isChip: isBorrower,
      }}
      chips={[
        isBorrower && { name: 'borrower', label: 'Borrower', choices: [{ value: borrower, label: name }] },
        { name: 'state', label: 'Standing', choices: STATES, summary: summaryOf(state) },
        { name: 'status', label: 'Status', choices: statuses },
        { name: 'currency', label: 'Currency', choices: currencies },
        {
          name: 'within',
          label: 'Due in next',
          choices: windows.map((days) => ({ value: String(days), label: countOf(days, 'day') })),
          read: Number,
        },
        { name: 'created', label: 'Created', isDays: true },
        month !== null && { name: 'month', label: 'Due month', choices: [monthChoice(month)] },
        { name: 'amount', label: 'Amount' },
        { name: 'rate', label: 'Monthly rate', isShare: true },
        since !== null && {
          name: 'since',
          label: 'New or changed since',
          choices: [{ value: since, label: formatInstant(Date.parse(since)) }],
        },
      ]}
    >
      <label className="flex shrink-0 items-center gap-2 text-muted text-table">
        Group
        <select
          value={grouping ?? ''}
          onChange={({ target }) => onGroup(target.value)}
          className="h-8 rounded-control border border-border bg-panel px-2 text-text hover:border-control max-md:h-11"
        >
          <option value="">None</option>
          <option value="borrower">Borrower</option>
          <option value="month">Due month</option>
        </select>
      </label>
    </ListFilters>
  );
}

/** `open` and `late` are states that people ask for together. */
function summaryOf(chosen: readonly TimingState[]): string | undefined {
  const is = (states: readonly TimingState[]) =>
    chosen.length === states.length && states.every((state) => chosen.includes(state));
  if (is(OPEN_STATES)) return 'open';
  return is(LATE_STATES) ? 'late' : undefined;
}

function monthChoice(month: string): Choice {
  return { value: month, label: month === UNREADABLE_MONTH ? 'unreadable date' : formatMonth(month) };
}

/** The statuses and currencies that loans were seen to have, with how many have each. */
function seenIn(rows: readonly LoanRow[]): { statuses: Choice[]; currencies: Choice[] } {
  const known: readonly string[] = KNOWN_LOAN_STATUSES;
  const rank = ({ value }: Choice) => (known.includes(value) ? known.indexOf(value) : known.length);
  return {
    statuses: seenValues(rows, ({ status }) => [status])
      .map((choice) => ({ ...choice, label: lookOfStatus(choice.value).label }))
      .sort((a, b) => rank(a) - rank(b)),
    currencies: seenValues(rows, ({ currency }) => [currency])
      .map((choice) => ({ ...choice, label: clip(choice.value, 20) }))
      .sort((a, b) => b.count - a.count),
  };
}
