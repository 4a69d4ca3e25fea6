import { amountText, formatCompact, formatCount } from '#dashboard/lib/figures.ts';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { currencyName, FigureLink, loansIn, loansText, useOutlook } from './currency-panel.tsx';
import type { CurrencyExposure } from './exposure.ts';
import { FIGURES, type Figure, GROUPS } from './figures.ts';

/** An amount that grows while loans arrive: its digits change too fast to be read. */
const shortText: typeof amountText = (amount) => formatCompact(Number(amount));

/** An amount as its column has room for it: in a few characters from a size up, which is less in a narrow window. */
const fittingText =
  (size: number): typeof amountText =>
  (amount, currency) =>
    Math.abs(Number(amount)) < size ? amountText(amount, currency) : shortText(amount, currency);

const WIDE = fittingText(1e9);
const NARROW = fittingText(1e7);

export interface FiguresProps {
  /** Absent while nothing is known. */
  currencies?: readonly CurrencyExposure[];
  /** The one that the page is about. */
  chosen?: CurrencyExposure | undefined;
}

// Two lines high, and wide enough for any amount in full: no column moves when whole sums replace short ones.
const headClass = 'h-13 border-hairline border-b px-1.5 pb-1 font-medium text-label text-muted align-bottom';
const cellClass = 'h-14 border-hairline border-b px-1.5 whitespace-nowrap';
const firstClass = 'sticky left-0 z-10 bg-panel pl-4 text-left';

/** The lines that hold the place of the currencies. */
const LOADING = [undefined, undefined, undefined, undefined];

/** Every figure of every currency on one sheet: a line each, never added together. */
export function FiguresTable({ currencies, chosen }: FiguresProps) {
  return (
    <ScrollFrame
      label="Figures by currency"
      className="relative scroll-pl-21 overflow-x-auto rounded-panel border border-hairline bg-panel"
    >
      <table className="w-full border-separate border-spacing-0 text-table">
        <caption className="sr-only">Due, late and outstanding, by currency</caption>
        <thead>
          <tr>
            <td className="sticky left-0 z-10 bg-panel" />
            {GROUPS.map(({ group, figures }) => (
              <th
                key={group}
                scope="colgroup"
                colSpan={figures.length}
                className="h-8 border-hairline border-l px-1.5 pt-1 text-left font-semibold text-body"
              >
                {group}
              </th>
            ))}
          </tr>
          <tr>
            <th scope="col" className={`${headClass} ${firstClass} min-w-20`}>
              Currency
            </th>
            {FIGURES.map(({ figure, edge, wrap }) => (
              <th
                key={figure.label}
                scope="col"
                className={`${headClass} min-w-24 text-right min-[90rem]:min-w-30 min-[90rem]:last:min-w-27 ${wrap} ${edge}`}
              >
                <span className="inline-flex items-center gap-0.5">
                  {figure.label}
                  {currencies && <FigureInfo {...{ figure, currencies }} />}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(currencies ?? LOADING).map((own, place, all) => (
            // Set here: a rule for the content of the last one would restyle its surroundings at every change.
            <tr
              key={own?.currency ?? place}
              className={`${own && place === all.length - 1 ? '*:border-b-0' : ''} ${own && own === chosen ? '*:bg-accent-soft' : ''}`}
            >
              {own ? (
                <th scope="row" className={`${cellClass} ${firstClass} font-semibold`}>
                  {currencyName(own.currency)}
                </th>
              ) : (
                <td className={`${cellClass} ${firstClass}`}>
                  <Skeleton className="w-9" />
                </td>
              )}
              {FIGURES.map(({ figure, edge }) => (
                <td key={figure.label} className={`${cellClass} text-right ${edge}`}>
                  {own ? <FigureCell {...{ figure, own }} isInTable /> : <Skeleton className="w-20" />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

/** The chosen currency's figures where there is no room for a table: a sheet for each group. */
export function FiguresSheet({ chosen }: FiguresProps) {
  if (!chosen) return null;
  return GROUPS.map(({ group, figures }) => (
    <section
      key={group}
      aria-label={`${group}, ${currencyName(chosen.currency)}`}
      className="rounded-panel border border-hairline bg-panel px-4 py-2"
    >
      <h2 className="py-1 font-semibold">{group}</h2>
      <dl className="divide-y divide-hairline">
        {figures.map((figure) => (
          <div key={figure.label} className="flex min-h-11 items-center justify-between gap-3 py-1.5">
            <dt className="inline-flex items-center text-muted text-table">
              {figure.label}
              <FigureInfo figure={figure} currencies={[chosen]} />
            </dt>
            <dd className="text-right">
              <FigureCell figure={figure} own={chosen} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));
}

function FigureCell(props: { figure: Figure; own: CurrencyExposure; isInTable?: boolean }) {
  const { figure, own, isInTable } = props;
  const { seen, growing } = useOutlook();
  const totals = figure.totalsOf(own);
  const { currency, count } = totals;
  const value = figure.valueOf(totals);
  const written = (fit: typeof amountText) => figure.valueOf(totals, growing ? shortText : fit);
  const short = written(isInTable ? WIDE : amountText);
  const narrow = written(isInTable ? NARROW : amountText);
  const so = seen ? ' so far' : '';
  const look = count === 0 || seen ? 'text-muted' : toneClass[figure.tone ?? 'none'];
  return (
    <FigureLink
      to={loansIn(currency, figure.filter)}
      name={`${currencyName(currency)}, ${figure.title}: ${value ?? 'unknown'}, ${loansText(count)}${so}`}
      className="inline-flex flex-col items-end py-1"
    >
      <span
        title={narrow === value ? undefined : (value ?? undefined)}
        className={`tabular md:text-table ${count === 0 ? '' : 'font-medium'} ${look}`}
      >
        {narrow !== short ? (
          <>
            <span className="min-[90rem]:hidden">{narrow}</span>
            <span className="max-[90rem]:hidden">{short}</span>
          </>
        ) : (
          (short ?? <Unknown reason="No loan has both a principal and a rate." />)
        )}
      </span>
      <span className="tabular whitespace-normal text-label text-muted">
        {seen ? `${count === 0 ? 'none' : formatCount(count)} so far` : loansText(count)}
      </span>
    </FigureLink>
  );
}

const toneClass = { none: 'text-text', warning: 'text-warning', danger: 'text-danger' };

function FigureInfo({ figure, currencies }: { figure: Figure; currencies: readonly CurrencyExposure[] }) {
  const { title, formula } = figure;
  const { basis } = useOutlook();
  const inputs = currencies.map((own) => {
    const totals = figure.totalsOf(own);
    const label = `${currencyName(own.currency)}, ${loansText(totals.count)}`;
    return { label, value: figure.valueOf(totals) ?? 'unknown' };
  });
  return <Provenance {...{ title, formula, inputs }} basis={`${basis} Currencies are not combined.`} />;
}
