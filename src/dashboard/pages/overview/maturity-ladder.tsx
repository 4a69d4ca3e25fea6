import { Link, useSearchParams } from 'react-router-dom';
import { loansAddress } from '#dashboard/api/addresses.ts';
import type { Rung, Totals } from '#dashboard/api/loans/loan-book.ts';
import { OPEN_STATES, type OpenState, UNREADABLE_MONTH } from '#dashboard/api/loans/loan-filter.ts';
import { type ColumnTone, type StackedColumn, StackedColumns } from '#dashboard/charts/stacked-columns.tsx';
import { formatCompact, formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { formatMonth } from '#dashboard/lib/times.ts';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { type CurrencyExposure, sumOf } from './exposure.ts';
import { monthsOf } from './months.ts';
import { PartialMark } from './partial-mark.tsx';
import { currencyName, FigureLink, loansText, sumText } from './sum.tsx';

const STATE_LOOKS: Record<OpenState, { word: string; tone: ColumnTone }> = {
  past: { word: 'Past grace', tone: 'danger' },
  grace: { word: 'In grace', tone: 'warning' },
  unknown: { word: 'Unknown', tone: 'neutral' },
  due: { word: 'Due', tone: 'accent' },
};

interface LadderProps {
  own: CurrencyExposure;
  /** The month in which the reader is, `2026-11`. */
  thisMonth: string;
  /** `30 of 137` while loans are missing. */
  seen: string | null;
  basis: string;
}

/** What is to be repaid, month by month and by state; the same numbers as a table one press away. */
export function MaturityLadder({ own, thisMonth, seen, basis }: LadderProps) {
  const [search] = useSearchParams();
  const asTable = search.get('ladder') === 'table';
  const { currency, rungs } = own;
  const months = monthsOf(rungs.map(({ month }) => month));
  const states = OPEN_STATES.filter((state) => rungs.some((rung) => rung.state === state));
  const flip = withParams(search, { ladder: asTable ? null : 'table' });
  const view = { currency, months, states, rungs, thisMonth };
  return (
    <Panel
      title={`Maturity ladder (${currencyName(currency)})`}
      aside={
        <div className="flex items-center gap-2">
          <PartialMark seen={seen} />
          <Link
            to={{ search: String(flip) }}
            replace
            preventScrollReset
            className="rounded-control px-1.5 py-1 text-accent-text text-table hover:underline"
          >
            {asTable ? 'Show as chart' : 'Show as table'}
          </Link>
          <Provenance
            title="Maturity ladder"
            how={() => ({
              title: 'Maturity ladder',
              formula:
                'Repayments by due month, split into due, in grace and past grace. Each open loan is counted once.',
              inputs: states.map((state) => ({
                label: `${STATE_LOOKS[state].word}, ${loansText(own.states[state].count)}`,
                value: sumText(own.states[state].repayment, currency),
              })),
              basis,
            })}
          />
        </div>
      }
    >
      <div className="px-4 pt-3 pb-4">{asTable ? <LadderTable {...view} /> : <LadderChart {...view} />}</div>
    </Panel>
  );
}

interface View {
  currency: string;
  months: readonly string[];
  states: readonly OpenState[];
  rungs: readonly Rung[];
  thisMonth: string;
}

function LadderChart({ currency, months, states, rungs, thisMonth }: View) {
  const columns = months.map((month, index): StackedColumn => {
    const here = rungs.filter((rung) => rung.month === month);
    const total = sumOf(
      currency,
      here.map(({ totals }) => totals),
    );
    const [name = '', year] = labelOf(month).split(' ');
    return {
      key: month,
      label: month === UNREADABLE_MONTH ? 'Unreadable' : name,
      sublabel: month === UNREADABLE_MONTH ? 'date' : index === 0 || month.endsWith('-01') ? year : undefined,
      total: total.count === 0 ? '' : formatCompact(Number(total.repayment)),
      current: month === thisMonth,
      pieces: (['past', 'grace', 'unknown', 'due'] as const).flatMap((state) => {
        const rung = here.find((one) => one.state === state);
        if (!rung) return [];
        return {
          key: state,
          tone: STATE_LOOKS[state].tone,
          value: Number(rung.totals.repayment),
          name: rungName(rung),
          to: addressOf(rung),
        };
      }),
    };
  });
  return (
    <StackedColumns
      label={`Total repayable in ${currencyName(currency)}, by month and state`}
      columns={columns}
      legend={states.map((state) => ({ tone: STATE_LOOKS[state].tone, label: STATE_LOOKS[state].word }))}
    />
  );
}

function LadderTable({ currency, months, states, rungs }: View) {
  const at = (month: string | null, state: OpenState | null) =>
    sumOf(
      currency,
      rungs
        .filter(
          (rung) => (month === null || rung.month === month) && (state === null || rung.state === state),
        )
        .map(({ totals }) => totals),
    );
  const withLoans = months.filter((month) => at(month, null).count > 0);
  return (
    <ScrollFrame label="Maturity ladder as a table" className="relative overflow-x-auto">
      <table className="w-full min-w-max text-table">
        <thead>
          <tr className="text-label text-muted">
            <th scope="col" className="h-8 pr-4 text-left font-medium">
              Month
            </th>
            {states.map((state) => (
              <th key={state} scope="col" className="h-8 px-3 text-right font-medium">
                {STATE_LOOKS[state].word}
              </th>
            ))}
            <th scope="col" className="h-8 pl-3 text-right font-medium">
              All, {currencyName(currency)}
            </th>
          </tr>
        </thead>
        <tbody>
          {withLoans.map((month) => (
            <tr key={month} className="border-hairline border-t">
              <th scope="row" className="h-9 pr-4 text-left font-normal whitespace-nowrap">
                {labelOf(month)}
              </th>
              {states.map((state) => {
                const rung = rungs.find((one) => one.month === month && one.state === state);
                return (
                  <td key={state} className="tabular h-9 px-3 text-right">
                    {rung ? (
                      <FigureLink to={addressOf(rung)} name={rungName(rung)}>
                        {amountOf(rung.totals)} <Count totals={rung.totals} />
                      </FigureLink>
                    ) : (
                      <span className="text-muted">0</span>
                    )}
                  </td>
                );
              })}
              <td className="tabular h-9 pl-3 text-right font-medium">
                <FigureLink
                  to={loansAddress({ state: [...OPEN_STATES], month, currency: [currency] })}
                  name={`${labelOf(month)}, all: ${currencyName(currency)} ${amountOf(at(month, null))}, ${loansText(at(month, null).count)}`}
                >
                  {amountOf(at(month, null))} <Count totals={at(month, null)} />
                </FigureLink>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-border border-t font-medium">
            <th scope="row" className="h-9 pr-4 text-left font-medium">
              All months
            </th>
            {states.map((state) => (
              <td key={state} className="tabular h-9 px-3 text-right">
                {amountOf(at(null, state))} <Count totals={at(null, state)} />
              </td>
            ))}
            <td className="tabular h-9 pl-3 text-right">
              {amountOf(at(null, null))} <Count totals={at(null, null)} />
            </td>
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  );
}

function Count({ totals: { count } }: { totals: Totals }) {
  return (
    <span className="ml-1 inline-block min-w-8 text-left font-normal text-muted">
      ×{formatCount(count)}
      <span className="sr-only"> loans</span>
    </span>
  );
}

function amountOf({ repayment, currency }: Totals): string {
  return sumText(repayment, currency);
}

function rungName({ currency, month, state, totals }: Rung): string {
  return `${labelOf(month)}, ${STATE_LOOKS[state].word}: ${currencyName(currency)} ${amountOf(totals)}, ${loansText(totals.count)}`;
}

function addressOf({ currency, month, state }: Rung): string {
  return loansAddress({ state: [state], month, currency: [currency] });
}

function labelOf(month: string): string {
  return month === UNREADABLE_MONTH ? 'Unreadable date' : formatMonth(month);
}
