import { useSearchParams } from 'react-router-dom';
import { countsUnasked, type Statement } from '#dashboard/api/customers/statement.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
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
import { clip } from '#dashboard/lib/truncate.ts';
import { DayChip } from '#dashboard/table/day-chip.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { useAhead } from '#dashboard/ui/use-ahead.ts';
import { useNow } from '#dashboard/ui/use-now.ts';

/** Chooses the days that a statement is about, by name or one by one. They are in the address. */
export function PeriodChoice() {
  const [search, setSearch] = useSearchParams();
  const now = useNow();
  const days = readDays(search);
  const choose = (days: Days) => setSearch(withParams(search, { ...days }), { replace: true });
  const isAll = days.from === null && days.to === null;
  // What was typed stays, also where it can't be used.
  const typed: Days = { from: readDay(search, 'from'), to: readDay(search, 'to') };
  const chosen = isAll ? 'all' : (nameOfPeriod(days, now) ?? 'custom');
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-2 text-table print:hidden">
      <legend className="sr-only">Period of the statement</legend>
      <label className="flex items-center gap-2 text-muted">
        Period
        <select
          value={chosen}
          onChange={({ target: { value } }) =>
            choose(value === 'all' ? { from: null, to: null } : daysOfPeriod(value as PeriodName, now))
          }
          className="h-8 rounded-control border border-border bg-panel px-2 text-text hover:border-control max-md:h-11"
        >
          <option value="all">All time</option>
          {Object.entries(PERIODS).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
          {chosen === 'custom' && <option value="custom">Custom</option>}
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

const wordOf = (word: string, nothing: string) => (word.trim() === '' ? nothing : clip(word, 40));

/** The statuses that count by the address; null for those that count unasked. */
export function readCounted(search: URLSearchParams): string[] | null {
  return search.has('count') ? search.getAll('count').slice(0, 50) : null;
}

/** Which statuses count: those that are done by default. The choice is in the address. */
export function Statuses({ statuses }: Pick<Statement, 'statuses'>) {
  const [search, setSearch] = useSearchParams();
  const counted = readCounted(search);
  const seen = [...statuses].sort(([, a], [, b]) => b - a);
  const [chosen, choose] = useAhead(
    seen.map(([one]) => one).filter((one) => (counted ? counted.includes(one) : countsUnasked(one))),
    (ones) => {
      const next = new URLSearchParams(search);
      next.delete('count');
      const asUnasked = seen.every(([one]) => ones.includes(one) === countsUnasked(one));
      if (!asUnasked) for (const one of ones.length > 0 ? ones : ['none']) next.append('count', one);
      setSearch(next, { replace: true });
    },
  );
  if (seen.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-4 gap-y-1 text-table print:hidden">
      <legend className="float-left text-muted">Counted</legend>
      {seen.slice(0, 20).map(([status, count]) => (
        <Checkbox
          key={status}
          className="inline-flex min-h-8 items-center gap-2 max-md:min-h-11"
          checked={chosen.includes(status)}
          onChange={({ target }) =>
            choose(target.checked ? [...chosen, status] : chosen.filter((one) => one !== status))
          }
        >
          <span>
            {wordOf(status, 'No status')} <span className="tabular text-muted">{formatCount(count)}</span>
          </span>
        </Checkbox>
      ))}
    </fieldset>
  );
}

/** Says for every transaction of the period that no line counts why that is so. */
export function LeftOutNotes({ statement }: { statement: Statement }) {
  const { seen, counted, leftOut, undated } = statement;
  const unpriced = statement.lines.reduce((sum, line) => sum + line.unpriced, 0);
  const list = (counts: Map<string, number>, nothing: string) =>
    [...counts].slice(0, 10).map(([word, count]) => `${formatCount(count)} ${wordOf(word, nothing)}`);
  const notes = [
    ...list(leftOut.status, 'without a status'),
    ...list(leftOut.type, 'without a type'),
    ...(leftOut.volume > 0 ? [`${formatCount(leftOut.volume)} with a negative volume`] : []),
  ].join(', ');
  const all = countOf(seen, 'transaction');
  const sentences = [
    notes && `Includes ${formatCount(counted)} of ${all}. Excluded: ${notes}.`,
    unpriced > 0 &&
      `${countOf(unpriced, 'transaction')} with a negative price. Figures that depend on it are unknown.`,
    undated > 0 && `${countOf(undated, 'transaction')} without a readable date, kept in the order received.`,
  ];
  return (
    <div className="flex flex-col gap-0.5 text-muted text-table">
      {sentences.map((sentence) => sentence && <p key={sentence}>{sentence}</p>)}
    </div>
  );
}
