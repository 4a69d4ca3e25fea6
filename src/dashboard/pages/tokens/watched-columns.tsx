import type { CsvColumn } from '#dashboard/lib/csv.ts';
import { changeOf } from '#dashboard/lib/token-figures.ts';
import { head } from '#dashboard/list/head.ts';
import type { Column } from '#dashboard/table/column.ts';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Share } from '#dashboard/ui/token-value.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { tokenColumns, tokenCsvColumns } from './tokens-columns.tsx';
import type { WatchedRow } from './watched-rows.ts';

/** The columns of the watchlist: what became of the price since the star, then all that a token has. */
export function watchColumns(digits: number): Column<WatchedRow>[] {
  const [name, ...others] = tokenColumns(true, digits) as unknown as Column<WatchedRow>[];
  const own: Column<WatchedRow>[] = [
    {
      ...head('since', 'Since starred', 'w-28', 'w-14'),
      hint: '(exchange price − exchange price when starred) ÷ exchange price when starred',
      align: 'end',
      sortable: { by: changeSince },
      cell: (row) => <SinceStarred row={row} />,
    },
    {
      ...head('starredPrice', 'Price then', 'w-36', 'w-20'),
      align: 'end',
      sortable: { by: ({ star }) => star.price },
      cell: ({ star }) => (
        <Money amount={star.price ?? undefined} currency={star.currency ?? undefined} alignTo={digits} />
      ),
    },
    {
      ...head('starred', 'Starred', 'w-30', 'w-20'),
      sortable: { by: ({ star }) => star.at },
      cell: ({ star }) => <DateTime at={star.at} brief />,
    },
  ];
  return name ? [name, ...own, ...others] : own;
}

/** A file of the watchlist: everything there is of a token, and its star. */
export const watchedCsvColumns: readonly CsvColumn<WatchedRow>[] = [
  { heading: 'starred', cell: ({ star }) => new Date(star.at).toISOString() },
  { heading: 'starred_price', cell: ({ star }) => star.price },
  { heading: 'starred_currency', cell: ({ star }) => star.currency },
  { heading: 'change_since_starred', cell: changeSince },
  ...tokenCsvColumns,
];

function isOtherCurrency({ star, currency }: WatchedRow): boolean {
  return star.currency !== null && currency !== undefined && currency !== star.currency;
}

/** How the price has moved since the star was given; a price in another currency says nothing of it. */
function changeSince(row: WatchedRow): number | null {
  return isOtherCurrency(row) ? null : changeOf(row.price?.exchange, row.star.price ?? undefined);
}

export function SinceStarred({ row }: { row: WatchedRow }) {
  const { star } = row;
  if (isOtherCurrency(row)) {
    return (
      <Unknown
        reason={`It was priced in ${star.currency} when it was starred, and is in another currency now.`}
      />
    );
  }
  const change = changeSince(row);
  if (change === null) return <Unknown reason="One of the two prices isn’t known, or was 0." />;
  return (
    <span className="tabular">
      <Share value={change} signed />
    </span>
  );
}
