import { useCallback } from 'react';
import { Link } from 'react-router-dom';
import type { Totals } from '#dashboard/api/loans/loan-book.ts';
import { OPEN_STATES, type OpenState, UNREADABLE_MONTH } from '#dashboard/api/loans/loan-filter.ts';
import { amountText, formatCompact } from '#dashboard/lib/figures.ts';
import { formatMonth, monthAndYear, monthOf } from '#dashboard/lib/times.ts';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { currencyName, loansIn, loansText, useOutlook } from './currency-panel.tsx';
import { type CurrencyExposure, rungsOf } from './exposure.ts';

/** A maturity ladder as its chart and its table show it. */
export interface LadderProps {
  own: CurrencyExposure;
  months: readonly string[];
  states: readonly OpenState[];
}

export const STATE_LOOKS: Record<OpenState, { word: string; look: string }> = {
  past: { word: 'Past grace', look: 'drawn bg-danger' },
  grace: { word: 'In grace', look: 'drawn bg-warning' },
  unknown: { word: 'Unknown', look: 'drawn bg-control' },
  due: { word: 'Due', look: 'drawn bg-accent' },
};

/** The months of a ladder from the first to the last, those between without loans too; unreadable dates last. */
export function monthsOf({ rungs }: CurrencyExposure): string[] {
  const seen = [...new Set(rungs.map(({ month }) => month))].sort();
  const dated = seen.filter((month) => month !== UNREADABLE_MONTH);
  const last = Date.parse(dated.at(-1) ?? '');
  const months: string[] = [];
  for (const at = new Date(dated[0] ?? ''); at.getTime() <= last; at.setUTCMonth(at.getUTCMonth() + 1)) {
    // A longer stretch is shown with gaps.
    if (months.length === 36) return seen;
    months.push(at.toISOString().slice(0, 7));
  }
  return [...new Set([...months, ...seen])];
}

/** A step of the ladder, null for all months or all states: what it comes to, in words too, and its loans' address. */
export function stepOf(own: CurrencyExposure, month: string | null, state: OpenState | null) {
  const { currency } = own;
  const totals = rungsOf(own, month, state);
  const word = state ? STATE_LOOKS[state].word : 'all';
  const figure = `${amountText(totals.repayment, currency)} ${currencyName(currency)}`;
  return {
    totals,
    name: `${monthLabel(month)}, ${word}: ${figure}, ${loansText(totals.count)}`,
    to: loansIn(currency, { state: state ? [state] : [...OPEN_STATES], month }),
  };
}

export function monthLabel(month: string | null): string {
  if (month === null) return 'All months';
  return month === UNREADABLE_MONTH ? 'Unreadable date' : formatMonth(month);
}

/** From the top of a column to its foot. */
const STACK = ['past', 'grace', 'unknown', 'due'] as const;

/** The maturity ladder as columns, a piece for each state. Every piece says its figure to the keyboard, and leads to it. */
export function LadderChart({ own, months, states }: LadderProps) {
  const thisMonth = monthOf(useOutlook().now);
  const label = `Total repayable in ${currencyName(own.currency)}, by month and state`;
  const heights = months.map((month) => Number(rungsOf(own, month, null).repayment));
  const highest = Math.max(...heights, 0);
  const now = months.findIndex((month) => month >= thisMonth);
  const count = months.length;
  // Loans may be years late: what is due comes first, with two months before it.
  const showNow = useCallback(
    (list: HTMLOListElement | null) => {
      const frame = list?.closest('section');
      if (frame) frame.scrollLeft = ((now < 0 ? count : now - 2) / count) * frame.scrollWidth;
    },
    [now, count],
  );
  // In pixels: the tallest column leaves room for its label.
  const heightOf = ({ repayment }: Totals) =>
    Math.max(3, highest > 0 ? (Number(repayment) / highest) * 148 : 0);
  return (
    <figure className="flex flex-col gap-3">
      <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-label text-soft">
        <span className="sr-only">{label}</span>
        {states.map((state) => (
          <span key={state} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-[2px] ${STATE_LOOKS[state].look}`} />
            {STATE_LOOKS[state].word}
          </span>
        ))}
      </figcaption>
      <ScrollFrame label={label} className="relative overflow-x-auto pt-0.5">
        {/* All months are in one cell and moved from there, so that they glide aside for a new one. */}
        <ol ref={showNow} className="grid" style={{ minWidth: `${count * 2.5}rem` }}>
          {months.map((month, place) => {
            const pieces = STACK.map((state) => ({ state, step: stepOf(own, month, state) })).filter(
              ({ step }) => step.totals.count > 0,
            );
            return (
              <li
                key={month}
                style={{ width: `${100 / count}%`, transform: `translateX(${place * 100}%)` }}
                className="col-start-1 row-start-1 flex flex-col transition-transform"
              >
                <div className="flex h-44 flex-col justify-end border-border border-b px-1">
                  <span
                    aria-hidden
                    className="tabular -mx-1 pb-1 text-center text-label text-soft whitespace-nowrap"
                  >
                    {pieces.length > 0 && formatCompact(heights[place] ?? 0)}
                  </span>
                  {pieces.map(({ state, step: { name, to, totals } }) => {
                    const look = {
                      'aria-label': name,
                      title: name,
                      className: `block w-full max-w-14 mx-auto shrink-0 border-panel border-t ${STATE_LOOKS[state].look} transition-opacity hover:opacity-80 focus-visible:relative focus-visible:z-10`,
                      style: { height: `${heightOf(totals)}px` },
                    };
                    return to ? (
                      <Link key={state} to={to} {...look} />
                    ) : (
                      <span key={state} role="img" {...look} />
                    );
                  })}
                </div>
                <MonthName month={month} withYear={place === 0} isCurrent={month === thisMonth} />
              </li>
            );
          })}
        </ol>
      </ScrollFrame>
    </figure>
  );
}

/** The name of a month under its column; the first one and every January with the year. */
function MonthName(props: { month: string; withYear: boolean; isCurrent: boolean }) {
  const { month, withYear, isCurrent } = props;
  const isUnreadable = month === UNREADABLE_MONTH;
  const [name, rest] = isUnreadable ? ['Unreadable', 'date'] : monthAndYear(month);
  const isLong = isUnreadable || withYear || month.endsWith('-01');
  return (
    <span
      className={`pt-1.5 text-center text-label whitespace-nowrap ${isCurrent ? 'font-semibold text-text' : 'text-muted'}`}
    >
      {name}
      <span className="block min-h-4 font-normal text-muted">{isLong && rest}</span>
    </span>
  );
}
