import { useMemo } from 'react';
import type { Movement, StatementLine } from '#dashboard/api/customers/statement-line.ts';
import { head } from '#dashboard/list/columns.tsx';
import { CardList } from '#dashboard/table/card-list.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { DataTable } from '#dashboard/table/data-table.tsx';
import { DateTime, UnreadableDate } from '#dashboard/ui/date-time.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { moneyText, priceText, volumeText } from './figures.ts';

/** Every trade of a line and what it did to the position: the table of the chart's numbers. */
export function Movements({ line }: { line: StatementLine }) {
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

function MovementCard({ movement, currency }: { movement: Movement; currency: string }) {
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

function movementColumns(currency: string): Column<Movement>[] {
  const figure = (text: string | null, write: (text: string) => string, lack: string) =>
    text === null ? <Unknown reason={lack} /> : <span className="tabular">{write(text)}</span>;
  const noPrice = 'The price is negative.';
  return [
    { ...head('when', 'Date', 'w-40', 'w-28'), cell: (movement) => <When movement={movement} /> },
    { id: 'type', header: 'Type', width: 'w-16', skeleton: 'w-10', cell: ({ side }) => side },
    {
      ...head('volume', 'Volume', 'w-28', 'w-12'),
      align: 'end',
      cell: ({ volume }) => figure(volume, volumeText, ''),
    },
    {
      ...head('price', 'Price', 'w-32', 'w-16'),
      align: 'end',
      cell: ({ price }) => figure(price, (text) => priceText(text, currency), noPrice),
    },
    {
      ...head('value', 'Value', 'w-36', 'w-20'),
      align: 'end',
      cell: ({ value }) => figure(value, (text) => moneyText(text, currency), noPrice),
    },
    {
      ...head('position', 'Position after', 'w-32', 'w-12'),
      align: 'end',
      cell: ({ position }) => figure(position, volumeText, ''),
    },
    {
      ...head('realised', 'Realised profit', 'w-36', 'w-16'),
      align: 'end',
      cell: ({ side, realised }) =>
        side === 'Buy' ? null : figure(realised, (text) => moneyText(text, currency), 'A price is negative.'),
    },
  ];
}

function When({ movement: { at, written } }: { movement: Movement }) {
  if (at !== null) return <DateTime at={at} />;
  if (written === undefined) return <Unknown reason="The date is missing." />;
  return <UnreadableDate text={written} />;
}
