import { Link, useSearchParams } from 'react-router-dom';
import { OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import { amountText, formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
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
import { LadderChart, type LadderProps, monthLabel, monthsOf, STATE_LOOKS, stepOf } from './ladder-chart.tsx';

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
