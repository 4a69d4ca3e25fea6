import { useMemo } from 'react';
import type { Movement, StatementLine } from '#dashboard/api/customers/statement-line.ts';
import { head } from '#dashboard/list/columns.tsx';
import { RowList } from '#dashboard/list/row-list.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { knownTime } from '#dashboard/ui/known.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { moneyText, priceText, volumeText } from './figures.ts';

/** Every trade of a line and what it did to the position: the table of the chart's numbers. */
export function Movements({ line }: { line: StatementLine }) {
  const columns = useMemo(() => movementColumns(line.currency), [line.currency]);
  return (
    <RowList
      label="Movements"
      view={line.key}
      rows={line.movements}
      columns={columns}
      busy={false}
      card={(movement) => <MovementCard movement={movement} currency={line.currency} />}
      tableClass="max-h-[32rem] print:max-h-none"
    />
  );
}

function MovementCard({ movement, currency }: { movement: Movement; currency: string }) {
  const { side, volume, position, written, price } = movement;
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span>
          {side === 'Buy' ? 'Bought' : 'Sold'}{' '}
          <span className="tabular font-medium">{volumeText(volume)}</span>
        </span>
        <span className="tabular">→ {volumeText(position)}</span>
      </div>
      <div className="mt-1 flex items-center justify-between gap-3 text-muted text-table">
        {knownTime(written)}
        <span className="tabular">{price === null ? 'no price' : `at ${priceText(price, currency)}`}</span>
      </div>
    </>
  );
}

function movementColumns(currency: string): Column<Movement>[] {
  const price = (text: string) => priceText(text, currency);
  const money = (text: string) => moneyText(text, currency);
  const figure = (text: string | null, write: (text: string) => string, lack = 'The price is negative.') =>
    text === null ? <Unknown reason={lack} /> : <span className="tabular">{write(text)}</span>;
  const columns: Column<Movement>[] = [
    { ...head('when', 'Date', 'w-40', 'w-28'), cell: ({ written }) => knownTime(written) },
    { ...head('type', 'Type', 'w-16', 'w-10'), cell: ({ side }) => side },
  ];
  const figures: Column<Movement>[] = [
    { ...head('volume', 'Volume', 'w-28', 'w-12'), cell: ({ volume }) => figure(volume, volumeText) },
    { ...head('price', 'Price', 'w-32', 'w-16'), cell: (movement) => figure(movement.price, price) },
    { ...head('value', 'Value', 'w-36', 'w-20'), cell: ({ value }) => figure(value, money) },
    {
      ...head('position', 'Position after', 'w-32', 'w-12'),
      cell: ({ position }) => figure(position, volumeText),
    },
    {
      ...head('realised', 'Realised profit', 'w-36', 'w-16'),
      cell: ({ side, realised }) => side === 'Sell' && figure(realised, money, 'A price is negative.'),
    },
  ];
  return [...columns, ...figures.map((column): Column<Movement> => ({ ...column, align: 'end' }))];
}
