import type { StatementLine } from '#dashboard/api/customers/statement-line.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { type FigureColumn, figureColumnsOf, TokenName } from './statement-figures.tsx';

/** What was bought and sold, a panel for each currency: they are never added together. */
export function StatementTables(props: {
  lines: readonly StatementLine[];
  /** `30 of 100 transactions` while some are missing. */
  missing: string | null;
  /** What the figures rest on, as a sentence. */
  basis: string;
  /** Adds the opening position, which only a period has. */
  isPeriod: boolean;
}) {
  const { lines, missing, basis, isPeriod } = props;
  const room = useMedia('(min-width: 48rem)');
  const printing = useMedia('print');
  const Lines = room || printing ? LinesTable : LineCards;
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    return (
      <Panel
        key={currency}
        title={clip(currency, 20)}
        aside={
          <span className="flex items-center gap-2 text-muted text-table">
            {missing && <Badge tone="warning">PARTIAL: {missing}</Badge>}
            {countOf(own.length, 'token')}
          </span>
        }
      >
        <Lines {...{ own, currency, basis }} columns={figureColumnsOf(isPeriod)} />
      </Panel>
    );
  });
}

interface LinesProps {
  own: readonly StatementLine[];
  currency: string;
  columns: readonly FigureColumn[];
  basis: string;
}

const head = 'h-8 px-3 font-medium text-label text-muted whitespace-nowrap print:px-1';
const cell = 'tabular px-3 py-2 text-right align-top whitespace-nowrap last:pr-4 print:px-1';

function LinesTable({ own, currency, columns, basis }: LinesProps) {
  const title = clip(currency, 20);
  return (
    <ScrollFrame label={`Statement in ${title}`} className="overflow-x-auto print:overflow-visible">
      <table className="w-full min-w-4xl table-fixed text-table print:min-w-0 print:table-auto print:text-[7.5pt]">
        <thead>
          <tr>
            <th scope="col" className={`${head} w-[22%] pl-4 text-left print:w-[26%] print:pl-4`}>
              Token
            </th>
            {columns.map(({ label, how }) => (
              <th key={label} scope="col" className={`${head} text-right last:pr-4`}>
                <span className="inline-flex items-center gap-0.5">
                  {label}
                  {how && <Provenance {...how} basis={basis} />}
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
              {columns.map(({ label, show }) => (
                <td key={label} className={cell}>
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
                Total ({title})
              </th>
              {columns.map(({ label, total }) => (
                <td key={label} className={cell}>
                  {total?.(own, currency)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollFrame>
  );
}

function LineCards({ own, currency, columns, basis }: LinesProps) {
  const cards = own.map((line) => ({
    key: line.key,
    title: <TokenName line={line} />,
    figures: columns.map(({ label, how, show }) => ({ label, how, value: show(line) })),
  }));
  const totals = columns.flatMap(({ label, total }) =>
    total
      ? { label, how: undefined, value: <span className="font-medium">{total(own, currency)}</span> }
      : [],
  );
  if (own.length > 1)
    cards.push({ key: '', title: <span className="text-table">Total</span>, figures: totals });
  return (
    <ul className="divide-y divide-hairline">
      {cards.map(({ key, title, figures }) => (
        <li key={key} className="px-4 py-3">
          <p className="font-medium">{title}</p>
          <dl className="mt-1.5 flex flex-col gap-1 text-table">
            {figures.map(({ label, how, value }) => (
              <div key={label} className="flex items-start justify-between gap-4">
                <dt className="inline-flex items-center text-muted">
                  {label}
                  {how && <Provenance {...how} basis={basis} />}
                </dt>
                <dd className="tabular text-right wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
