import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Movement, StatementLine } from '#dashboard/api/customers/statement-line.ts';
import { PositionChart, type PositionPoint } from '#dashboard/charts/position-chart.tsx';
import { countOf, formatCompact } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { formatDay, formatInstant } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { priceText, volumeText } from './figures.ts';
import { Movements } from './movements.tsx';
import { fileName, type LineMovement, movementCsv } from './statement-csv.ts';

interface PositionPanelProps {
  lines: readonly StatementLine[];
  /** `30 of 100 transactions` while some are missing. */
  missing: string | null;
  /** The customer's. */
  name: string | undefined;
}

/** The net position in one token over time, as a chart or as the table of the same numbers. */
export function PositionPanel({ lines, missing, name }: PositionPanelProps) {
  const [search, setSearch] = useSearchParams();
  const line = chosenOf(lines, search);
  const asTable = search.get('as') === 'table';
  const set = (change: Record<string, string | null>) =>
    setSearch(withParams(search, change), { replace: true });
  const movements = useMemo<LineMovement[]>(
    () => lines.flatMap((each) => each.movements.map((movement) => ({ ...movement, line: each }))),
    [lines],
  );
  const points = useMemo(() => line.movements.flatMap((movement) => pointOf(movement, line)), [line]);
  const title = `${clip(line.token.name ?? line.token.id, 80)}, ${clip(line.currency, 10)}`;
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
                {clip(token.name ?? token.id, 80)}, {clip(currency, 10)}
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
            partial={missing ?? undefined}
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
  return named ?? lines.reduce((most, line) => (line.movements.length > most.movements.length ? line : most));
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
