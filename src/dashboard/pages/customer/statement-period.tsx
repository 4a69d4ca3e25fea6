import { useSearchParams } from 'react-router-dom';
import {
  boundsOfDays,
  type Days,
  daysOfPeriod,
  nameOfPeriod,
  PERIODS,
  type PeriodName,
  readDays,
} from '#dashboard/lib/periods.ts';
import { readDay, withParams } from '#dashboard/lib/search-params.ts';
import { formatDay } from '#dashboard/lib/times.ts';
import { DayChip } from '#dashboard/table/day-chip.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';

const ALL = 'all';
const CUSTOM = 'custom';

/** Chooses the days that a statement is about, by name or one by one. They are in the address. */
export function PeriodChoice() {
  const [search, setSearch] = useSearchParams();
  const now = useNow();
  const days = readDays(search);
  const choose = (days: Days) => setSearch(withParams(search, { ...days }), { replace: true });
  const isAll = days.from === null && days.to === null;
  // What was typed stays, also where it can't be used.
  const typed: Days = { from: readDay(search, 'from'), to: readDay(search, 'to') };
  const chosen = isAll ? ALL : (nameOfPeriod(days, now) ?? CUSTOM);
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2 text-table print:hidden">
      <legend className="sr-only">Period of the statement</legend>
      <label className="flex items-center gap-2 text-muted">
        Period
        <select
          value={chosen}
          onChange={({ target: { value } }) =>
            choose(value === ALL ? { from: null, to: null } : daysOfPeriod(value as PeriodName, now))
          }
          className="h-8 rounded-control border border-border bg-panel px-2 text-text hover:border-control max-md:h-11"
        >
          <option value={ALL}>All time</option>
          {Object.entries(PERIODS).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
          {chosen === CUSTOM && <option value={CUSTOM}>Custom</option>}
        </select>
      </label>
      {(['from', 'to'] as const).map((end) => (
        <DayChip
          key={end}
          label={end === 'from' ? 'From' : 'To'}
          value={typed[end]}
          onChange={(day) => choose({ ...typed, [end]: day })}
        />
      ))}
      {typed.to !== days.to && (
        <p role="alert" className="text-danger">
          To is before From and is ignored. Choose a later day.
        </p>
      )}
    </fieldset>
  );
}

/** Days in words: `1 Jul 2026 to 30 Sep 2026`; null for all time. */
export function daysText(days: Days): string | null {
  const { from, to } = boundsOfDays(days);
  if (days.from === null) return days.to === null ? null : `Until ${formatDay(to)}`;
  return days.to === null ? `From ${formatDay(from)}` : `${formatDay(from)} to ${formatDay(to)}`;
}
