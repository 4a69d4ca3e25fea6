import { Link, useSearchParams } from 'react-router-dom';
import { OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import { amountText } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { monthOf } from '#dashboard/lib/times.ts';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { asideLink, CurrencyPanel, loansText, useOutlook } from './currency-panel.tsx';
import { type CurrencyExposure, rungsOf } from './exposure.ts';
import { monthsOf, STATE_LOOKS } from './ladder.ts';
import { LadderChart } from './ladder-chart.tsx';
import { LadderTable } from './ladder-table.tsx';

/** What is to be repaid, month by month and by state; the same numbers as a table one press away. */
export function MaturityLadder({ own }: { own: CurrencyExposure }) {
  const { currency, now, basis } = useOutlook();
  const [search] = useSearchParams();
  const asTable = search.get('ladder') === 'table';
  const states = OPEN_STATES.filter((state) => own.rungs.some((rung) => rung.state === state));
  const view = { own, months: monthsOf(own), states, thisMonth: monthOf(now) };
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
      <div className="px-4 pt-3 pb-4">{asTable ? <LadderTable {...view} /> : <LadderChart {...view} />}</div>
    </CurrencyPanel>
  );
}
