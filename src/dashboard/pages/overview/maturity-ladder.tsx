import { Link, useSearchParams } from 'react-router-dom';
import { OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import { amountText, formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { SmallTable } from '#dashboard/ui/small-table.tsx';
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
      <div className={asTable ? '' : 'px-4 pt-3 pb-4'}>
        <Ladder own={own} months={monthsOf(own)} states={states} />
      </div>
    </CurrencyPanel>
  );
}

/** The ladder as a table: a line for each month that has loans, and one for all of them. */
function LadderTable({ own, months, states }: LadderProps) {
  const figureOf = (month: string | null, state: (typeof states)[number] | null) => (
    <StepFigure isLink={month !== null} {...stepOf(own, month, state)} />
  );
  return (
    <SmallTable
      label="Maturity ladder as a table"
      rows={months.filter((month) => rungsOf(own, month, null).count > 0)}
      keyOf={(month) => month}
      columns={[
        { head: 'Month', cell: monthLabel, total: monthLabel(null) },
        ...[...states, null].map((state) => ({
          head: state ? STATE_LOOKS[state].word : `All, ${currencyName(own.currency)}`,
          isFigure: true,
          cell: (month: string) => figureOf(month, state),
          total: figureOf(null, state),
        })),
      ]}
    />
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
