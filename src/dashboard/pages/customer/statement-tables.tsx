import type { ReactNode } from 'react';
import { countOf } from '#dashboard/lib/figures.ts';
import { type Side, type StatementLine, totalOf } from '#dashboard/lib/statement.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { type How, Provenance } from '#dashboard/ui/provenance.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { moneyText, priceText, volumeText } from './figures.ts';
import type { StatementBasis } from './statement-part.tsx';

const NO_PRICE = 'A price is missing among these transactions.';

/** What was bought and sold, a panel for each currency: they are never added together. */
export function StatementTables({ lines, seen }: { lines: readonly StatementLine[]; seen: StatementBasis }) {
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  const room = useMedia('(min-width: 48rem)');
  const printing = useMedia('print');
  const wide = room || printing;
  return currencies.map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    const title = currency === null ? 'No currency named' : clip(currency, 20);
    return (
      <Panel
        key={currency ?? ''}
        title={title}
        aside={
          <span className="flex items-center gap-2 text-muted text-table">
            {seen.missing && <Badge tone="warning">PARTIAL: {seen.missing}</Badge>}
            {countOf(own.length, 'token')}
          </span>
        }
      >
        {wide ? (
          <LinesTable {...{ own, currency, seen, title }} />
        ) : (
          <LineCards {...{ own, currency, seen }} />
        )}
      </Panel>
    );
  });
}

interface LinesProps {
  own: readonly StatementLine[];
  currency: string | null;
  seen: StatementBasis;
}

const head = 'h-8 px-3 font-medium text-label text-muted whitespace-nowrap print:px-1';
const cell = 'tabular px-3 py-2 text-right align-top whitespace-nowrap print:px-1';

function LinesTable({ own, currency, seen, title }: LinesProps & { title: string }) {
  return (
    <section
      aria-label={`Statement in ${title}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      className="overflow-x-auto print:overflow-visible"
    >
      <table className="w-full min-w-4xl table-fixed text-table print:min-w-0 print:table-auto print:text-[7.5pt]">
        <thead>
          <tr>
            <th scope="col" className={`${head} w-[26%] pl-4 text-left`}>
              Token
            </th>
            {columns.map(({ id, label, how }) => (
              <th key={id} scope="col" className={`${head} text-right last:pr-4`}>
                <span className="inline-flex items-center gap-0.5">
                  {label}
                  {how && <Provenance title={how.title} how={() => ({ ...how, basis: seen.sentence })} />}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {own.map((line) => (
            <tr key={line.key} className="border-hairline border-t print:break-inside-avoid">
              <th scope="row" className="max-w-72 py-2 pl-4 text-left align-top font-medium print:max-w-44">
                <TokenName line={line} />
              </th>
              {columns.map(({ id, show }) => (
                <td key={id} className={`${cell} last:pr-4`}>
                  {show(line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {own.length > 1 && (
          <tfoot>
            <tr className="border-border border-t font-medium">
              <th scope="row" className="py-2 pl-4 text-left font-medium">
                All, {title}
              </th>
              {columns.map(({ id, total }) => (
                <td key={id} className={`${cell} last:pr-4`}>
                  {total && (
                    <Money text={totalOf(own, total)} currency={currency} signed={id === 'realised'} />
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

/** The same where there is no room for columns. */
function LineCards({ own, currency, seen }: LinesProps) {
  return (
    <ul className="divide-y divide-hairline">
      {own.map((line) => (
        <li key={line.key} className="px-4 py-3">
          <p className="font-medium">
            <TokenName line={line} />
          </p>
          <dl className="mt-1.5 flex flex-col gap-1 text-table">
            {columns.map(({ id, label, show, how }) => (
              <div key={id} className="flex items-start justify-between gap-4">
                <dt className="inline-flex items-center text-muted">
                  {label}
                  {how && <Provenance title={how.title} how={() => ({ ...how, basis: seen.sentence })} />}
                </dt>
                <dd className="tabular text-right">{show(line)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
      {own.length > 1 && (
        <li className="px-4 py-3 text-table">
          <p className="font-medium">All tokens</p>
          <dl className="mt-1.5 flex flex-col gap-1">
            {columns.flatMap(({ id, label, total }) =>
              total
                ? [
                    <div key={id} className="flex items-start justify-between gap-4">
                      <dt className="text-muted">{label}</dt>
                      <dd className="tabular font-medium">
                        <Money text={totalOf(own, total)} currency={currency} signed={id === 'realised'} />
                      </dd>
                    </div>,
                  ]
                : [],
            )}
          </dl>
        </li>
      )}
    </ul>
  );
}

interface FigureColumn {
  id: string;
  label: string;
  how?: Omit<How, 'basis'>;
  show: (line: StatementLine) => ReactNode;
  /** What adds up over the tokens of a currency. */
  total?: (line: StatementLine) => string | null;
}

const columns: FigureColumn[] = [
  {
    id: 'bought',
    label: 'Bought',
    show: ({ bought, currency }) => <SideCell side={bought} currency={currency} noun="buy" />,
    total: ({ bought }) => bought.value,
  },
  {
    id: 'sold',
    label: 'Sold',
    show: ({ sold, currency }) => <SideCell side={sold} currency={currency} noun="sell" />,
    total: ({ sold }) => sold.value,
  },
  {
    id: 'position',
    label: 'Observed position',
    how: { title: 'Observed net position', formula: 'All that was bought less all that was sold.' },
    show: (line) => <Position line={line} />,
  },
  {
    id: 'cost',
    label: 'Average cost',
    how: {
      title: 'Average cost',
      formula: 'What was paid for the tokens that were bought and are not sold, by unit.',
    },
    show: ({ averageCost, currency, position }) =>
      averageCost === null ? (
        <Unknown reason={Number(position) > 0 ? NO_PRICE : 'Nothing that was seen bought is held.'} />
      ) : (
        priceText(averageCost, currency)
      ),
  },
  {
    id: 'realised',
    label: 'Realised profit',
    how: {
      title: 'Realised profit by average cost',
      formula:
        'For each sale of what was seen bought: volume × (price − average cost just before it), added up. Sales beyond that have no known cost and are left out.',
    },
    show: ({ realised, currency }) => <Money text={realised} currency={currency} signed />,
    total: ({ realised }) => realised,
  },
];

function TokenName({ line: { token } }: { line: StatementLine }) {
  return (
    <>
      <bdi className="block truncate print:whitespace-normal" title={clip(token.name ?? token.id, 300)}>
        {clip(token.name ?? token.id, 120)}
      </bdi>
      <span className="block truncate font-normal text-label text-muted print:text-[6.5pt]">
        {token.symbol ? clip(token.symbol, 30) : clip(token.id, 30)}
      </span>
    </>
  );
}

function SideCell({ side, currency, noun }: { side: Side; currency: string | null; noun: string }) {
  if (side.trades === 0) return <span className="text-muted">0</span>;
  return (
    <>
      {volumeText(side.volume)}
      <span className="block text-label text-muted print:text-[6.5pt]">
        {side.value === null ? <Unknown reason={NO_PRICE} /> : `for ${moneyText(side.value, currency)}`}
      </span>
      <span className="block text-label text-muted print:text-[6.5pt]">
        {countOf(side.trades, noun)}
        {side.average !== null && `, at ${priceText(side.average, currency)}`}
      </span>
    </>
  );
}

function Position({ line: { position, uncovered } }: { line: StatementLine }) {
  const short = position.startsWith('-');
  return (
    <>
      <span className={short ? 'text-warning' : ''}>{volumeText(position)}</span>
      {short && <span className="block text-label text-warning print:text-[6.5pt]">observed short</span>}
      {uncovered !== '0' && (
        <span
          className="block text-label text-muted print:text-[6.5pt]"
          title="Its cost is not known, and it is not in the profit."
        >
          {volumeText(uncovered)} sold without a purchase seen
        </span>
      )}
    </>
  );
}

function Money({
  text,
  currency,
  signed = false,
}: {
  text: string | null;
  currency: string | null;
  signed?: boolean;
}) {
  if (text === null) return <Unknown reason={NO_PRICE} />;
  const written = moneyText(text, currency);
  const tone =
    !signed || /^−?[0.,\s]*$/.test(written) ? '' : written.startsWith('−') ? 'text-danger' : 'text-success';
  return (
    <span className={tone}>
      {tone === 'text-success' && '+'}
      {written}
      {currency !== null && <span className="ml-1 text-muted">{clip(currency, 10)}</span>}
    </span>
  );
}
