import { OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import { amountText, formatCount } from '#dashboard/lib/figures.ts';
import { shareText } from '#dashboard/lib/percent.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import {
  CurrencyPanel,
  currencyName,
  FigureLink,
  loansIn,
  loansText,
  useOutlook,
} from './currency-panel.tsx';
import type { CurrencyExposure, Debt } from './exposure.ts';

/** The borrowers who owe most, with their share of the open principal. */
export function Concentration({ own }: { own: CurrencyExposure }) {
  const { currency, seen, basis } = useOutlook();
  const { open, top, borrowers } = own;
  return (
    <CurrencyPanel
      title="Largest borrowers"
      aside={
        <>
          {seen === null && (
            <span className="text-muted text-table">
              Top {formatCount(top.length)} of {formatCount(borrowers)}
            </span>
          )}
          <Provenance
            title="Largest borrowers"
            formula="Principal of each borrower, as a share of the outstanding principal in the currency. Excludes repaid, liquidated and cancelled loans."
            inputs={[
              {
                label: 'Outstanding principal',
                value: `${amountText(open.principal, currency)} ${currencyName(currency)}`,
              },
              { label: 'Loans', value: formatCount(open.count) },
              { label: 'Borrowers', value: formatCount(borrowers) },
            ]}
            basis={basis}
          />
        </>
      }
    >
      <ol className="divide-y divide-hairline">
        {top.map((debt, place) => (
          // A place in the ranking: while loans arrive, others take it, and nothing moves.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <DebtLine key={place} {...{ own, debt }} />
        ))}
      </ol>
    </CurrencyPanel>
  );
}

function DebtLine({ own, debt: { borrower, totals } }: { own: CurrencyExposure; debt: Debt }) {
  const { currency, open, top } = own;
  const { nameOf } = useOutlook();
  const name = clip(nameOf(borrower) ?? truncateMiddle(borrower), 100);
  const amount = amountText(totals.principal, currency);
  const percent = shareText(totals.principal, open.principal);
  const largest = Number(top[0]?.totals.principal);
  return (
    <li className="px-4 py-2">
      <FigureLink
        to={loansIn(currency, { borrower, state: [...OPEN_STATES] })}
        name={`${name}: ${amount} ${currencyName(currency)}, ${percent ?? 'unknown'}, ${loansText(totals.count)}`}
        className="block"
      >
        <span className="flex items-baseline justify-between gap-3 text-table">
          <bdi title={borrower} className="min-w-0 truncate">
            {name}
          </bdi>
          <span className="tabular shrink-0 whitespace-nowrap">
            {amount}
            <span className="ml-3 inline-block min-w-11 text-right font-medium">
              {percent ?? <Unknown reason="There is no principal to take a share of." />}
            </span>
          </span>
        </span>
        <span className="mt-1 flex items-center gap-3">
          <span aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-[3px] bg-active">
            <span
              className="drawn block h-full rounded-[3px] bg-accent"
              style={{ width: `${largest > 0 ? (Number(totals.principal) / largest) * 100 : 0}%` }}
            />
          </span>
          <span className="tabular w-18 whitespace-nowrap text-right text-label text-muted">
            {loansText(totals.count)}
          </span>
        </span>
      </FigureLink>
    </li>
  );
}
