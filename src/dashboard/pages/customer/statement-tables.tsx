import type { StatementLine } from '#dashboard/api/customers/statement-line.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Provenance } from '#dashboard/ui/provenance.tsx';
import { ScrollFrame } from '#dashboard/ui/scroll-frame.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { figureColumnsOf, Money, TokenName, totalsOf } from './statement-figures.tsx';
import type { StatementBasis } from './use-statement.ts';

/** What was bought and sold, a panel for each currency: they are never added together. */
export function StatementTables(props: {
  lines: readonly StatementLine[];
  seen: StatementBasis;
  /** Adds the opening position, which only a period has. */
  isPeriod: boolean;
}) {
  const { lines, seen, isPeriod } = props;
  const columns = figureColumnsOf(isPeriod);
  const currencies = [...new Set(lines.map(({ currency }) => currency))];
  const room = useMedia('(min-width: 48rem)');
  const printing = useMedia('print');
  const wide = room || printing;
  return currencies.map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    const title = clip(currency, 20);
    return (
      <Panel
        key={currency}
        title={title}
        aside={
          <span className="flex items-center gap-2 text-muted text-table">
            {seen.missing && <Badge tone="warning">PARTIAL: {seen.missing}</Badge>}
            {countOf(own.length, 'token')}
          </span>
        }
      >
        {wide ? (
          <LinesTable {...{ own, currency, seen, title, columns }} />
        ) : (
          <LineCards {...{ own, currency, seen, columns }} />
        )}
      </Panel>
    );
  });
}

interface LinesProps {
  own: readonly StatementLine[];
  currency: string;
  seen: StatementBasis;
  columns: ReturnType<typeof figureColumnsOf>;
}

const head = 'h-8 px-3 font-medium text-label text-muted whitespace-nowrap print:px-1';
const cell = 'tabular px-3 py-2 text-right align-top whitespace-nowrap print:px-1';

function LinesTable({ own, currency, seen, title, columns }: LinesProps & { title: string }) {
  return (
    <ScrollFrame label={`Statement in ${title}`} className="overflow-x-auto print:overflow-visible">
      <table className="w-full min-w-4xl table-fixed text-table print:min-w-0 print:table-auto print:text-[7.5pt]">
        <thead>
          <tr>
            <th scope="col" className={`${head} w-[22%] pl-4 text-left print:w-[26%]`}>
              Token
            </th>
            {columns.map(({ id, label, how }) => (
              <th key={id} scope="col" className={`${head} text-right last:pr-4`}>
                <span className="inline-flex items-center gap-0.5">
                  {label}
                  {how && <Provenance {...how} basis={seen.sentence} />}
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
                Total ({title})
              </th>
              {columns.map(({ id }) => (
                <td key={id} className={`${cell} last:pr-4`}>
                  {totalsOf(own)
                    .filter((total) => total.id === id)
                    .map(({ text, signed }) => (
                      <Money key={id} {...{ text, currency, signed }} />
                    ))}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollFrame>
  );
}

/** The same where there is no room for columns. */
function LineCards({ own, currency, seen, columns }: LinesProps) {
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
                  {how && <Provenance {...how} basis={seen.sentence} />}
                </dt>
                <dd className="tabular text-right">{show(line)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
      {own.length > 1 && (
        <li className="px-4 py-3 text-table">
          <p className="font-medium">Total</p>
          <dl className="mt-1.5 flex flex-col gap-1">
            {totalsOf(own).map(({ id, label, text, signed }) => (
              <div key={id} className="flex items-start justify-between gap-4">
                <dt className="text-muted">{label}</dt>
                <dd className="tabular font-medium">
                  <Money {...{ text, currency, signed }} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      )}
    </ul>
  );
}
