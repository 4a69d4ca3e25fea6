import type { Totals } from '#dashboard/api/loans/loan-book.ts';
import { type LoanFilter, OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import { amountText, formatCompact, formatCount, roundedRate } from '#dashboard/lib/figures.ts';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { currencyName, FigureLink, loansIn, loansText, useOutlook } from './currency-panel.tsx';
import { type CurrencyExposure, rungsOf, WINDOWS } from './exposure.ts';

interface Figure {
  label: string;
  title: string;
  tone?: 'warning' | 'danger';
  formula: string;
  totalsOf: (own: CurrencyExposure) => Totals;
  /** `write` puts an amount into words; by default in full. */
  valueOf: (totals: Totals, write?: typeof amountText) => string | null;
  filter: Partial<LoanFilter>;
}

const CLOSED = 'Excludes repaid, liquidated and cancelled loans.';
const repayment = ({ repayment, currency }: Totals, write = amountText) => write(repayment, currency);

/** An amount that grows while loans arrive: its digits change too fast to be read. */
const shortText: typeof amountText = (amount) => formatCompact(Number(amount));

/** An amount as its column has room for it: from a billion up in a few characters. */
const fittingText: typeof amountText = (amount, currency) =>
  Math.abs(Number(amount)) < 1e9 ? amountText(amount, currency) : shortText(amount, currency);

/** The figures for each currency, in the order in which a creditor asks for them. */
const GROUPS: readonly { group: string; figures: readonly Figure[] }[] = [
  {
    group: 'Due in',
    figures: WINDOWS.map((days) => ({
      label: `Next ${days} days`,
      title: `Due in the next ${days} days`,
      formula: `Total repayable on open loans due in the next ${days} days. ${CLOSED}`,
      totalsOf: ({ within }) => within[days],
      valueOf: repayment,
      filter: { within: days },
    })),
  },
  {
    group: 'Late',
    figures: [
      late('grace', 'In grace', 'warning', 'past their due date but still within the grace period'),
      late('past', 'Past grace', 'danger', 'whose grace period has ended'),
    ],
  },
  {
    group: 'Exposure',
    figures: [
      openLoans('Outstanding principal', {
        formula: `Principal of open loans. ${CLOSED} Loans with an unrecognised status are included.`,
        valueOf: ({ principal, currency }, write = amountText) => write(principal, currency),
      }),
      openLoans('Total repayable', {
        formula: `Total repayable on open loans, whenever they are due. ${CLOSED}`,
        valueOf: repayment,
      }),
      openLoans('Expected interest', {
        formula: `Total repayable minus principal. Assumes every loan is repaid in full. ${CLOSED}`,
        valueOf: ({ interest, currency }, write = amountText) => write(interest, currency),
      }),
      openLoans('Avg. monthly rate', {
        formula: `Average monthly rate, weighted by principal. ${CLOSED}`,
        valueOf: ({ rate }) => rate && roundedRate(rate, 2),
      }),
    ],
  },
];

function late(state: 'grace' | 'past', label: string, tone: 'warning' | 'danger', which: string): Figure {
  const formula = `Total repayable on loans ${which}. ${CLOSED}`;
  const totalsOf = (own: CurrencyExposure) => rungsOf(own, null, state);
  return { label, title: label, tone, formula, totalsOf, valueOf: repayment, filter: { state: [state] } };
}

function openLoans(label: string, own: Pick<Figure, 'formula' | 'valueOf'>): Figure {
  return { label, title: label, totalsOf: ({ open }) => open, filter: { state: [...OPEN_STATES] }, ...own };
}

/** All figures; the first of each group has a line before it. */
const FIGURES = GROUPS.flatMap(({ group, figures }) =>
  figures.map((figure, place) => ({
    figure,
    edge: place === 0 ? 'border-l' : '',
    wrap: group === 'Exposure' ? '' : 'whitespace-nowrap',
  })),
);

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
                className={`${headClass} min-w-30 text-right last:min-w-27 ${wrap} ${edge}`}
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
                  {own ? (
                    <FigureCell {...{ figure, own }} write={fittingText} />
                  ) : (
                    <Skeleton className="w-20" />
                  )}
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

function FigureCell(props: { figure: Figure; own: CurrencyExposure; write?: typeof amountText }) {
  const { figure, own, write } = props;
  const { seen, growing } = useOutlook();
  const totals = figure.totalsOf(own);
  const { currency, count } = totals;
  const value = figure.valueOf(totals);
  const short = figure.valueOf(totals, growing ? shortText : write);
  const so = seen ? ' so far' : '';
  const look = count === 0 || seen ? 'text-muted' : toneClass[figure.tone ?? 'none'];
  return (
    <FigureLink
      to={loansIn(currency, figure.filter)}
      name={`${currencyName(currency)}, ${figure.title}: ${value ?? 'unknown'}, ${loansText(count)}${so}`}
      className="inline-flex flex-col items-end py-1"
    >
      <span
        title={short === value ? undefined : (value ?? undefined)}
        className={`tabular md:text-table ${count === 0 ? '' : 'font-medium'} ${look}`}
      >
        {short ?? <Unknown reason="No loan has both a principal and a rate." />}
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
