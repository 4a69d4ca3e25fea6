import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PositionChart, type PositionPoint } from '#dashboard/charts/position-chart.tsx';
import { formatCompact } from '#dashboard/lib/compact.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import type { Movement, StatementLine } from '#dashboard/lib/statement.ts';
import { formatDay, formatInstant } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { CardList } from '#dashboard/table/card-list.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { DataTable } from '#dashboard/table/data-table.tsx';
// Always at hand where the table may be asked for: it then opens without a placeholder.
import '#dashboard/table/virtual-body.tsx';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { moneyText, priceText, volumeText } from './figures.ts';
import { fileName, type LineMovement, movementCsv } from './statement-csv.ts';
import type { StatementBasis } from './statement-part.tsx';

interface PositionPanelProps {
  lines: readonly StatementLine[];
  seen: StatementBasis;
  /** The customer's. */
  name: string | undefined;
}

/** The observed position in one token over time, as a chart or as the table of the same numbers. */
export function PositionPanel({ lines, seen, name }: PositionPanelProps) {
  const [search, setSearch] = useSearchParams();
  const line = chosenOf(lines, search);
  const asTable = search.get('as') === 'table';
  const set = (change: Record<string, string | null>) => {
    const next = new URLSearchParams(search);
    for (const [key, value] of Object.entries(change)) {
      if (value === null) next.delete(key);
      else next.set(key, value);
    }
    setSearch(next, { replace: true });
  };
  const movements = useMemo<LineMovement[]>(
    () => lines.flatMap((each) => each.movements.map((movement) => ({ line: each, movement }))),
    [lines],
  );
  const points = useMemo(() => line.movements.flatMap((movement) => pointOf(movement, line)), [line]);
  const title = `${clip(line.token.name ?? line.token.id, 80)}${line.currency === null ? '' : `, ${clip(line.currency, 10)}`}`;
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
            {lines.map(({ key, token, currency }) => (
              <option key={key} value={key}>
                {clip(token.name ?? token.id, 80)}
                {currency === null ? '' : `, ${clip(currency, 10)}`}
              </option>
            ))}
          </select>
          <Button onClick={() => set({ as: asTable ? null : 'table' })}>
            {asTable ? 'Show the chart' : 'Show the table'}
          </Button>
          <ExportButton
            name={fileName('movements', name)}
            columns={movementCsv}
            rows={movements}
            total={movements.length}
            partial={seen.missing ?? undefined}
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
            None of these trades has a date that can be read. The table has them all.
          </p>
        ) : (
          <PositionChart
            label={`Observed position in ${title}, from trade to trade`}
            points={points}
            format={formatCompact}
            formatTime={formatDay}
          />
        )}
      </div>
    </Panel>
  );
}

/** The line that the address names, or the one with most trades. */
function chosenOf(lines: readonly StatementLine[], search: URLSearchParams): StatementLine {
  const token = search.get('token');
  const currency = search.get('currency');
  const named = lines.find((line) => line.token.id === token && line.currency === currency);
  return (
    named ??
    lines.reduce(
      (most, line) => (line.movements.length > most.movements.length ? line : most),
      lines[0] as StatementLine,
    )
  );
}

function pointOf(movement: Movement, line: StatementLine): PositionPoint[] {
  const { at, side, volume, position, price } = movement;
  if (at === null) return [];
  const done = side === 'Buy' ? 'bought' : 'sold';
  const paid = price === null ? '' : ` at ${priceText(price, line.currency)}`;
  return [
    {
      at,
      value: Number(position),
      get name() {
        return `${formatInstant(at)}: ${done} ${volumeText(volume)}${paid}, position ${volumeText(position)}`;
      },
    },
  ];
}

function Movements({ line }: { line: StatementLine }) {
  const { density, shortcuts } = useSettings();
  const wide = useMedia('(min-width: 48rem)');
  const columns = useMemo(() => movementColumns(line.currency), [line.currency]);
  if (!wide) {
    return (
      <CardList
        label="Movements"
        rows={line.movements}
        busy={false}
        card={(movement) => <MovementCard movement={movement} currency={line.currency} />}
      />
    );
  }
  return (
    <div className="flex max-h-[32rem] flex-col print:max-h-none">
      <DataTable
        label="Movements"
        view={line.key}
        busy={false}
        rows={line.movements}
        {...{ columns, density, shortcuts }}
      />
    </div>
  );
}

function MovementCard({ movement, currency }: { movement: Movement; currency: string | null }) {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span>
          {movement.side === 'Buy' ? 'Bought' : 'Sold'}{' '}
          <span className="tabular font-medium">{volumeText(movement.volume)}</span>
        </span>
        <span className="tabular">→ {volumeText(movement.position)}</span>
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-muted text-table">
        <When movement={movement} />
        <span className="tabular">
          {movement.price === null ? 'no price' : `at ${priceText(movement.price, currency)}`}
        </span>
      </div>
    </>
  );
}

function movementColumns(currency: string | null): Column<Movement>[] {
  const figure = (text: string | null, write: (text: string) => string, lack: string) =>
    text === null ? <Unknown reason={lack} /> : <span className="tabular">{write(text)}</span>;
  const noPrice = 'The service gave no price.';
  return [
    {
      id: 'when',
      header: 'Date',
      width: 'w-40',
      skeleton: 'w-28',
      cell: (movement) => <When movement={movement} />,
    },
    { id: 'type', header: 'Type', width: 'w-16', skeleton: 'w-10', cell: ({ side }) => side },
    {
      id: 'volume',
      header: 'Volume',
      align: 'end',
      width: 'w-28',
      skeleton: 'w-12',
      cell: ({ volume }) => figure(volume, volumeText, ''),
    },
    {
      id: 'price',
      header: 'Price',
      align: 'end',
      width: 'w-32',
      skeleton: 'w-16',
      cell: ({ price }) => figure(price, (text) => priceText(text, currency), noPrice),
    },
    {
      id: 'value',
      header: 'Value',
      align: 'end',
      width: 'w-36',
      skeleton: 'w-20',
      cell: ({ value }) => figure(value, (text) => moneyText(text, currency), noPrice),
    },
    {
      id: 'position',
      header: 'Position after it',
      align: 'end',
      width: 'w-32',
      skeleton: 'w-12',
      cell: ({ position }) => figure(position, volumeText, ''),
    },
    {
      id: 'realised',
      header: 'Realised profit',
      align: 'end',
      width: 'w-36',
      skeleton: 'w-16',
      cell: ({ side, realised }) =>
        side === 'Buy' ? null : figure(realised, (text) => moneyText(text, currency), 'A price is missing.'),
    },
  ];
}

function When({ movement: { at, written } }: { movement: Movement }) {
  if (at !== null) return <DateTime at={at} />;
  if (written === undefined) return <Unknown reason="The service gave no date." />;
  return <span title="Not a date that can be read">{clip(written, 40)}</span>;
}
