import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Movement, StatementLine } from '#dashboard/api/customers/statement-line.ts';
import { PositionChart, type PositionPoint } from '#dashboard/charts/position-chart.tsx';
import { countOf } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { formatInstant } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { CardLines } from '#dashboard/list/card-lines.tsx';
import { head } from '#dashboard/list/columns.tsx';
import { RowList } from '#dashboard/list/row-list.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { knownTime } from '#dashboard/ui/known.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { fileName } from './file-name.ts';
import { type LineMovement, moneyText, movementCsv, priceText, volumeText } from './statement-figures.tsx';

/** The net position in one token over time, as a chart or as the table of the same numbers. */
export function PositionPanel(props: {
  lines: readonly StatementLine[];
  missing: string | null;
  /** The customer's. */
  name: string | undefined;
  busy: boolean;
  /** What narrows the trades. */
  filter: URLSearchParams;
}) {
  const { lines, missing, name, busy, filter } = props;
  const [search, setSearch] = useSearchParams();
  const line = chosenOf(lines, search);
  const asTable = search.get('as') === 'table';
  const set = (change: Record<string, string | null>) =>
    setSearch(withParams(search, change), { replace: true });
  const movements = useMemo<LineMovement[]>(
    () => lines.flatMap((each) => each.movements.map((movement) => ({ ...movement, line: each }))),
    [lines],
  );
  const points = useMemo(
    () => line.movements.flatMap((movement) => pointOf(movement, line.currency)),
    [line],
  );
  const title = nameOf(line);
  return (
    <Panel
      title="Position over time"
      aside={
        <div className="flex min-w-0 flex-wrap items-center gap-2 print:hidden">
          <select
            aria-label="Token of the position"
            value={line.key}
            onChange={({ target }) => {
              const to = lines.find(({ key }) => key === target.value);
              set({ token: to?.token.id ?? null, currency: to?.currency ?? null });
            }}
            className="h-9 min-w-0 max-w-64 rounded-control border border-border bg-panel px-2 text-table text-text max-md:h-11"
          >
            {lines.map((each) => (
              <option key={each.key} value={each.key}>
                {nameOf(each)}
              </option>
            ))}
          </select>
          <Button onClick={() => set({ as: asTable ? null : 'table' })}>
            {asTable ? 'Show the chart' : 'Show the table'}
          </Button>
          <ExportButton
            offered={!busy}
            name={fileName('movements', name)}
            columns={movementCsv}
            rows={movements}
            partial={missing ?? undefined}
            filter={filter}
          />
        </div>
      }
    >
      <div className="px-4 py-3">
        <p className="pb-2 font-medium text-table">
          <bdi>{title}</bdi>
          <span className="font-normal text-muted">, {countOf(line.movements.length, 'trade')}</span>
        </p>
        {asTable ? (
          <Movements line={line} />
        ) : points.length === 0 ? (
          <p className="py-6 text-center text-muted text-table">
            {line.movements.length === 0
              ? 'No trades in this period.'
              : 'No trade has a readable date. The table lists all trades.'}
          </p>
        ) : (
          <PositionChart
            label={`Net position in ${title}, from trade to trade`}
            opening={Number(line.opening)}
            points={points}
          />
        )}
      </div>
    </Panel>
  );
}

function nameOf({ token, currency }: StatementLine): string {
  return `${clip(token.name ?? token.id, 80)}, ${clip(currency, 10)}`;
}

/** The line that the address names, or the one with most trades. */
function chosenOf(lines: readonly StatementLine[], search: URLSearchParams): StatementLine {
  const token = search.get('token');
  const currency = search.get('currency');
  const named = lines.find((line) => line.token.id === token && line.currency === currency);
  return named ?? lines.reduce((most, line) => (line.movements.length > most.movements.length ? line : most));
}

function pointOf({ at, side, volume, position, price }: Movement, currency: string): PositionPoint[] {
  if (at === null) return [];
  const done = side === 'Buy' ? 'bought' : 'sold';
  const paid = price === null ? '' : ` at ${priceText(price, currency)}`;
  const point = {
    at,
    value: Number(position),
    get name() {
      return `${formatInstant(at)}: ${done} ${volumeText(volume)}${paid}, position ${volumeText(position)}`;
    },
  };
  return [point];
}

/** Every trade of a line and what it did to the position: the table of the chart's numbers. */
function Movements({ line: { key, currency, movements } }: { line: StatementLine }) {
  const columns = useMemo(() => movementColumns(currency), [currency]);
  return (
    <RowList
      label="Movements"
      view={key}
      rows={movements}
      columns={columns}
      busy={false}
      card={({ side, volume, position, written, price }) => (
        <CardLines
          title={
            <span className="tabular">
              {side === 'Buy' ? 'Bought' : 'Sold'} {volumeText(volume)}
            </span>
          }
          aside={<span className="tabular">→ {volumeText(position)}</span>}
          note={knownTime(written)}
          noteAside={price === null ? 'negative price' : `at ${priceText(price, currency)}`}
        />
      )}
      tableClass="max-h-[32rem] print:max-h-none"
    />
  );
}

function movementColumns(currency: string): Column<Movement>[] {
  const price = (text: string) => priceText(text, currency);
  const money = (text: string) => moneyText(text, currency);
  const figure = (text: string | null, write: (text: string) => string, lack = 'The price is negative.') =>
    text === null ? <Unknown reason={lack} /> : <span className="tabular">{write(text)}</span>;
  const figures: Omit<Column<Movement>, 'align'>[] = [
    { ...head('volume', 'Volume', 'w-28', 'w-12'), cell: (row) => figure(row.volume, volumeText) },
    { ...head('price', 'Price', 'w-32', 'w-16'), cell: (row) => figure(row.price, price) },
    { ...head('value', 'Value', 'w-36', 'w-20'), cell: (row) => figure(row.value, money) },
    {
      ...head('position', 'Position after', 'w-32', 'w-12'),
      cell: (row) => figure(row.position, volumeText),
    },
    {
      ...head('realised', 'Realised profit', 'w-36', 'w-16'),
      cell: ({ side, realised }) => side === 'Sell' && figure(realised, money, 'A price is negative.'),
    },
  ];
  return [
    { ...head('when', 'Date', 'w-40', 'w-28'), cell: ({ written }) => knownTime(written) },
    { ...head('type', 'Type', 'w-16', 'w-10'), cell: ({ side }) => side },
    ...figures.map((column) => ({ ...column, align: 'end' as const })),
  ];
}
