import type { ReactNode } from 'react';
import { formatAmount } from '#dashboard/lib/figures.ts';
import type { Label } from '#dashboard/lib/label.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import type { Column } from '#dashboard/table/column.ts';
import { LabelBadge } from '#dashboard/ui/badge.tsx';
import { knownId, knownTime } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

type Head = Pick<Column<never>, 'id' | 'header' | 'width' | 'skeleton'>;

/** What a column is called, and how wide it is: at least, and while its rows are on their way. */
export function head(id: string, header: string, width: Head['width'], skeleton: string): Head {
  return { id, header, width, skeleton };
}

/** A text in one line. It takes the room that its column has, so that a long one can't push others out of the window. */
export function textCell(text: string | null | undefined, lack = 'None'): ReactNode {
  if (!text) return <Unknown reason={lack} />;
  return (
    <bdi title={clip(text, 500)} className="block w-0 min-w-full truncate">
      {clip(text, 100)}
    </bdi>
  );
}

/** A column of texts; `lack` is why one is missing. */
export function textColumn<Row>(
  head: Head,
  of: (row: Row) => string | null | undefined,
  lack?: string,
): Column<Row> {
  return { ...head, sortable: { by: of }, cell: (row) => textCell(of(row), lack) };
}

/** A column of states, each in its tone, and with a title that says more about it. */
export function labelColumn<Row>(
  head: Head,
  of: (row: Row) => Label & { title?: string | undefined },
): Column<Row> {
  return { ...head, sortable: { by: (row) => of(row).label }, cell: (row) => <LabelBadge {...of(row)} /> };
}

/** What a timestamp is sorted by: its instant, or its text where it can't be read. */
export function timeValue(text: string | undefined): number | string | undefined {
  return text && (readTimestamp(text) ?? text);
}

/** A column of timestamps; in brief, of their days. `name` says what is missing where there is none. */
export function timeColumn<Row>(
  head: Head,
  of: (row: Row) => string | undefined,
  { name = 'date', brief = false } = {},
): Column<Row> {
  return {
    ...head,
    sortable: { by: (row) => timeValue(of(row)) },
    cell: (row) => knownTime(of(row), name, brief),
  };
}

/** A column of ids to copy, which is hidden by default. */
export function idColumn<Row>(head: Head, of: (row: Row) => string, name: string): Column<Row> {
  return { ...head, optional: true, cell: (row) => knownId(of(row), name) };
}

/** A column of amounts. The widest fraction among `rows` decides how they are aligned. */
export function moneyColumn<Row>(
  head: Head,
  of: (row: Row) => { amount: number | string; currency: string },
  rows: readonly Row[] = [],
): Column<Row> {
  const alignTo = rows.reduce((widest, row) => {
    const { amount, currency } = of(row);
    return Math.max(widest, formatAmount(amount, currency).fraction.length - 1);
  }, 0);
  return {
    ...head,
    align: 'end',
    sortable: { by: (row) => Number(of(row).amount) },
    cell: (row) => <Money amount={of(row).amount} currency={of(row).currency} alignTo={alignTo} />,
  };
}
