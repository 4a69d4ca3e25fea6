import { countOf, formatRate } from '#dashboard/lib/figures.ts';
import { formatMonth, monthOf } from '#dashboard/lib/times.ts';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Money } from '#dashboard/ui/money.tsx';

/** How figures and dates look in the settings as they stand. */
export function Sample({ now }: { now: number }) {
  const entries = [
    ['An amount', <Money key="amount" amount={1_596_000.5} currency="NGN" />],
    ['A rate', formatRate(0.0525)],
    ['A count', countOf(12_500, 'loan')],
    ['A date', <DateTime key="date" at={now} />],
    ['A month', formatMonth(monthOf(now))],
  ] as const;
  return (
    <dl aria-label="Sample" className="rounded-panel border border-hairline bg-page px-4 py-1">
      {entries.map(([name, text]) => (
        <div
          key={name}
          className="flex min-h-9 items-center justify-between gap-4 border-hairline not-first:border-t"
        >
          <dt className="text-muted">{name}</dt>
          <dd className="tabular">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
