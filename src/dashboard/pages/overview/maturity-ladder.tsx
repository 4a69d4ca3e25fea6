import { Link, useSearchParams } from 'react-router-dom';
import { loansAddress } from '#dashboard/api/addresses.ts';
import type { Totals } from '#dashboard/api/loans/loan-book.ts';
import { OPEN_STATES, type OpenState, UNREADABLE_MONTH } from '#dashboard/api/loans/loan-filter.ts';
import { amountText, formatCompact, formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { formatMonth, monthAndYear, monthOf } from '#dashboard/lib/times.ts';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import {
  asideLink,
  CurrencyPanel,
  currencyName,
  FigureLink,
  loansText,
  useOutlook,
} from './currency-panel.tsx';
import { type CurrencyExposure, rungsOf } from './exposure.ts';

/** What is to be repaid, month by month and by state; the same numbers as a table one press away. */
export function MaturityLadder({ own }: { own: CurrencyExposure }) {
  const { currency, basis } = useOutlook();
  const [search] = useSearchParams();
  const asTable = search.get('ladder') === 'table';
  const states = OPEN_STATES.filter((state) => own.rungs.some((rung) => rung.state === state));
  const Ladder = asTable ? LadderTable : LadderChart;
  return (
    <CurrencyPanel
      title="Maturity ladder"
      aside={
        <>
          <Link
            to={{ search: String(withParams(search, { ladder: asTable ? null : 'table' })) }}
            replace
            preventScrollReset
            className={asideLink}
          >
            {asTable ? 'Show as chart' : 'Show as table'}
          </Link>
          <Provenance
            title="Maturity ladder"
            formula="Repayments by due month, split into due, in grace and past grace. Each open loan is counted once."
            inputs={states.map((state) => {
              const { count, repayment } = rungsOf(own, null, state);
              const label = `${STATE_LOOKS[state].word}, ${loansText(count)}`;
              return { label, value: amountText(repayment, currency) };
            })}
            basis={basis}
          />
        </>
      }
    >
      <div className="px-4 pt-3 pb-4">
        <Ladder own={own} months={monthsOf(own)} states={states} />
      </div>
    </CurrencyPanel>
  );
}

/** The ladder as a table: a line for each month that has loans, and one for all of them. */
function LadderTable({ own, months, states }: LadderProps) {
  const columns = [...states, null];
  const stepsOf = (month: string | null) =>
    columns.map((state) => (
      <td key={state} className="tabular h-9 px-3 text-right last:pr-0 last:font-medium">
        <StepFigure isLink={month !== null} {...stepOf(own, month, state)} />
      </td>
    ));
  return (
    <ScrollFrame label="Maturity ladder as a table" className="relative overflow-x-auto">
      <table className="w-full min-w-max text-table">
        <thead>
          <tr className="text-label text-muted">
            <th scope="col" className="h-8 pr-4 text-left font-medium">
              Month
            </th>
            {columns.map((state) => (
              <th key={state} scope="col" className="h-8 px-3 text-right font-medium last:pr-0">
                {state ? STATE_LOOKS[state].word : `All, ${currencyName(own.currency)}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months
            .filter((month) => rungsOf(own, month, null).count > 0)
            .map((month) => (
              <tr key={month} className="border-hairline border-t">
                <th scope="row" className="h-9 pr-4 text-left font-normal whitespace-nowrap">
                  {monthLabel(month)}
                </th>
                {stepsOf(month)}
              </tr>
            ))}
        </tbody>
        <tfoot>
          <tr className="border-border border-t font-medium">
            <th scope="row" className="h-9 pr-4 text-left font-medium">
              {monthLabel(null)}
            </th>
            {stepsOf(null)}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  );
}

function StepFigure({ totals, name, to, isLink }: ReturnType<typeof stepOf> & { isLink: boolean }) {
  if (totals.count === 0) return <span className="text-muted">0</span>;
  const figure = (
    <>
      {amountText(totals.repayment, totals.currency)}{' '}
      <span className="ml-1 inline-block min-w-8 text-left font-normal text-muted">
        ×{formatCount(totals.count)}
        <span className="sr-only"> loans</span>
      </span>
    </>
  );
  return isLink ? <FigureLink {...{ to, name }}>{figure}</FigureLink> : figure;
}

interface LadderProps {
  own: CurrencyExposure;
  months: readonly string[];
  states: readonly OpenState[];
}

const STATE_LOOKS: Record<OpenState, { word: string; look: string }> = {
  past: { word: 'Past grace', look: 'drawn bg-danger' },
  grace: { word: 'In grace', look: 'drawn bg-warning' },
  unknown: { word: 'Unknown', look: 'drawn bg-control' },
  due: { word: 'Due', look: 'drawn bg-accent' },
};

/** The months of a ladder from the first to the last, those between without loans too; unreadable dates last. */
function monthsOf({ rungs }: CurrencyExposure): string[] {
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
function stepOf(own: CurrencyExposure, month: string | null, state: OpenState | null) {
  const { currency } = own;
  const totals = rungsOf(own, month, state);
  const word = state ? STATE_LOOKS[state].word : 'all';
  const figure = `${amountText(totals.repayment, currency)} ${currencyName(currency)}`;
  return {
    totals,
    name: `${monthLabel(month)}, ${word}: ${figure}, ${loansText(totals.count)}`,
    to: loansAddress({ state: state ? [state] : [...OPEN_STATES], month, currency: [currency] }),
  };
}

function monthLabel(month: string | null): string {
  if (month === null) return 'All months';
  return month === UNREADABLE_MONTH ? 'Unreadable date' : formatMonth(month);
}

/** From the top of a column to its foot. */
const STACK = ['past', 'grace', 'unknown', 'due'] as const;

/** The maturity ladder as columns, a piece for each state. Every piece says its figure to the keyboard, and leads to it. */
function LadderChart({ own, months, states }: LadderProps) {
  const thisMonth = monthOf(useOutlook().now);
  const label = `Total repayable in ${currencyName(own.currency)}, by month and state`;
  const heights = months.map((month) => Number(rungsOf(own, month, null).repayment));
  const highest = Math.max(...heights, 0);
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
        {/* All in one cell, and moved from there: where one more comes in before them, the others glide aside. */}
        <ol className="grid" style={{ minWidth: `${months.length * 2.75}rem` }}>
          {months.map((month, place) => {
            const pieces = STACK.map((state) => ({ state, step: stepOf(own, month, state) })).filter(
              ({ step }) => step.totals.count > 0,
            );
            return (
              <li
                key={month}
                style={{ width: `${100 / months.length}%`, transform: `translateX(${place * 100}%)` }}
                className="col-start-1 row-start-1 flex flex-col transition-transform"
              >
                <div className="flex h-44 flex-col justify-end border-border border-b px-1">
                  <span
                    aria-hidden
                    className="tabular pb-1 text-center text-label text-soft whitespace-nowrap"
                  >
                    {pieces.length > 0 && formatCompact(heights[place] ?? 0)}
                  </span>
                  {pieces.map(({ state, step: { name, to, totals } }) => (
                    <Link
                      key={state}
                      to={to}
                      aria-label={name}
                      title={name}
                      className={`block w-full max-w-14 mx-auto shrink-0 border-panel border-t ${STATE_LOOKS[state].look} transition-opacity hover:opacity-80 focus-visible:relative focus-visible:z-10`}
                      style={{ height: `${heightOf(totals)}px` }}
                    />
                  ))}
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
