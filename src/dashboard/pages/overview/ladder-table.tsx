import type { OpenState } from '#dashboard/api/loans/loan-filter.ts';
import { amountText, formatCount } from '#dashboard/lib/figures.ts';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { currencyName, FigureLink } from './currency-panel.tsx';
import { type CurrencyExposure, rungsOf } from './exposure.ts';
import { type LadderView, monthLabel, STATE_LOOKS, stepOf } from './ladder.ts';

/** The maturity ladder as a table: a line for each month that has loans, and one for all of them. */
export function LadderTable({ own, months, states }: LadderView) {
  const columns = [...states, null];
  const lines = months.filter((month) => rungsOf(own, month, null).count > 0);
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
          {lines.map((month) => (
            <tr key={month} className="border-hairline border-t">
              <th scope="row" className="h-9 pr-4 text-left font-normal whitespace-nowrap">
                {monthLabel(month)}
              </th>
              {columns.map((state) => (
                <StepCell key={state} {...{ own, month, state }} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-border border-t font-medium">
            <th scope="row" className="h-9 pr-4 text-left font-medium">
              {monthLabel(null)}
            </th>
            {columns.map((state) => (
              <StepCell key={state} {...{ own, month: null, state }} />
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollFrame>
  );
}

interface StepCellProps {
  own: CurrencyExposure;
  month: string | null;
  state: OpenState | null;
}

function StepCell({ own, month, state }: StepCellProps) {
  const { totals, name, to } = stepOf(own, month, state);
  const { count, repayment, currency } = totals;
  const figure = (
    <>
      {amountText(repayment, currency)}{' '}
      <span className="ml-1 inline-block min-w-8 text-left font-normal text-muted">
        ×{formatCount(count)}
        <span className="sr-only"> loans</span>
      </span>
    </>
  );
  return (
    <td className="tabular h-9 px-3 text-right last:pr-0 last:font-medium">
      {count === 0 ? (
        <span className="text-muted">0</span>
      ) : month === null ? (
        figure
      ) : (
        <FigureLink to={to} name={name}>
          {figure}
        </FigureLink>
      )}
    </td>
  );
}
