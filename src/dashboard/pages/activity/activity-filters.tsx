import { useNavigate, useSearchParams } from 'react-router-dom';
import { outcomeLabel, wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { DayChip } from '#dashboard/list/day-chip.tsx';
import { OneChip, TextChip } from '#dashboard/list/filter-chips.tsx';
import { PersonChip } from '#dashboard/list/person-chip.tsx';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import { KINDS } from './activity-columns.tsx';
import { type ActivityFilter, type ActivityLine, SHOWN_OUTCOMES } from './lines.ts';

const NO_FILTER: ActivityFilter = {
  ...{ kind: null, outcome: null, person: null, from: null, to: null },
  ...{ loan: '', member: '', order: '', run: '' },
};

const IDS = [
  ['loan', 'Loan'],
  ['order', 'Order'],
  ['member', 'Member'],
  ['run', 'Run'],
] as const;

/** Changes what the activity is narrowed to, in the address; without a change nothing narrows it. */
export function useActivityFilter() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (change: Partial<Record<keyof ActivityFilter, string | null>> = NO_FILTER) =>
    navigate({ search: String(withParams(search, change)) }, { replace: true });
}

interface FiltersProps {
  filter: ActivityFilter;
  count: number;
  lines: readonly ActivityLine[] | undefined;
}

/** What the activity is narrowed to. All of it is in the address. */
export function ActivityFilters({ filter, count, lines = [] }: FiltersProps) {
  const set = useActivityFilter();
  return (
    <FilterBar label="Filter activity" count={count} onClear={() => set()}>
      <OneChip
        label="Kind"
        choices={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        chosen={filter.kind}
        onChange={(kind) => set({ kind })}
      />
      <OneChip
        label="Outcome"
        choices={SHOWN_OUTCOMES.map((value) => ({ value, label: labelOf(value, filter.kind) }))}
        chosen={filter.outcome}
        onChange={(outcome) => set({ outcome })}
      />
      <PersonChip
        loaded={lines.flatMap(({ entry }) => (entry?.person ? [{ id: entry.person, name: entry.who }] : []))}
        chosen={filter.person}
        onChange={(person) => set({ person })}
      />
      {IDS.map(([name, label]) => (
        <TextChip
          key={name}
          label={label}
          text={filter[name]}
          placeholder={`${label} ID`}
          onChange={(id) => set({ [name]: id.trim() })}
        />
      ))}
      <DayChip label="From" value={filter.from} onChange={(from) => set({ from })} />
      <DayChip label="To" value={filter.to} onChange={(to) => set({ to })} />
    </FilterBar>
  );
}

function labelOf(outcome: (typeof SHOWN_OUTCOMES)[number], kind: ActivityFilter['kind']): string {
  if (kind === null || kind === 'event') return outcomeLabel(outcome);
  return wordsOf(kind, { outcome, by: null, code: null, status: null }).label;
}
