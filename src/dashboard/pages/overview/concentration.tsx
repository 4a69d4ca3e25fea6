import { loansAddress } from '#dashboard/api/addresses.ts';
import { OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import { formatCount, formatRate } from '#dashboard/lib/figures.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import type { BorrowerShare, CurrencyExposure } from './exposure.ts';
import { PartialMark } from './partial-mark.tsx';
import { currencyName, FigureLink, loansText, sumText } from './sum.tsx';

interface ConcentrationProps {
  own: CurrencyExposure;
  nameOf: (userId: string) => string | undefined;
  seen: string | null;
  basis: string;
}

/** The borrowers who owe most, with their share of the open principal. */
export function Concentration({ own, nameOf, seen, basis }: ConcentrationProps) {
  const { currency, open, top, borrowers } = own;
  const named = top.filter(({ borrower }) => borrower !== null).length;
  return (
    <Panel
      title={`Largest borrowers (${currencyName(currency)})`}
      aside={
        <div className="flex items-center gap-2">
          {seen === null ? (
            <span className="text-muted text-table">
              Top {formatCount(named)} of {formatCount(borrowers)}
            </span>
          ) : (
            <PartialMark seen={seen} />
          )}
          <Provenance
            title="Largest borrowers"
            how={() => ({
              title: 'Largest borrowers',
              formula:
                'Principal of each borrower, as a share of the outstanding principal in the currency. Excludes repaid, liquidated and cancelled loans.',
              inputs: [
                {
                  label: 'Outstanding principal',
                  value: `${currencyName(currency)} ${sumText(open.principal, currency)}`,
                },
                { label: 'Loans', value: formatCount(open.count) },
                { label: 'Borrowers', value: formatCount(borrowers) },
              ],
              basis,
            })}
          />
        </div>
      }
    >
      <ol className="divide-y divide-hairline">
        {top.map((share, place) => (
          // A place in the ranking: while loans arrive, others take it, and nothing moves.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <ShareLine key={place} {...{ share, currency, nameOf }} largest={top[0]?.share ?? 1} />
        ))}
      </ol>
    </Panel>
  );
}

interface ShareLineProps {
  share: BorrowerShare;
  /** The longest bar. */
  largest: number;
  currency: string;
  nameOf: (userId: string) => string | undefined;
}

function ShareLine({ share: { borrower, totals, share }, largest, currency, nameOf }: ShareLineProps) {
  const name = nameOf(borrower) ?? truncateMiddle(borrower);
  const percent = share === null ? null : formatRate(Number(share.toFixed(3)), 1);
  const amount = sumText(totals.principal, currency);
  return (
    <li className="px-4 py-2">
      <FigureLink
        to={loansAddress({ borrower, currency: [currency], state: [...OPEN_STATES] })}
        name={`${clip(name, 100)}: ${currencyName(currency)} ${amount}, ${percent ?? 'unknown'}, ${loansText(totals.count)}`}
        className="block"
      >
        <span className="flex items-baseline justify-between gap-3 text-table">
          <bdi title={borrower} className="min-w-0 truncate">
            {clip(name, 100)}
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
              style={{ width: `${share === null || largest <= 0 ? 0 : (share / largest) * 100}%` }}
            />
          </span>
          <span className="tabular w-14 text-right text-label text-muted">{loansText(totals.count)}</span>
        </span>
      </FigureLink>
    </li>
  );
}
