import { useSearchParams } from 'react-router-dom';
import { countsUnasked, type Statement } from '#dashboard/api/customers/statement.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { useAhead } from '#dashboard/ui/use-ahead.ts';

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
