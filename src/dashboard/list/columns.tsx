import type { ReactNode } from 'react';
import { clip } from '#dashboard/lib/truncate.ts';
import type { Column } from '#dashboard/table/column.ts';
import { Unknown } from '#dashboard/ui/unknown.tsx';

type Head = Pick<Column<never>, 'id' | 'header' | 'width' | 'skeleton'>;

/** What a column is called, and how wide it is: at least, and while its rows are on their way. */
export function head(id: string, header: string, width: Head['width'], skeleton: string): Head {
  return { id, header, width, skeleton };
}

/** A text in one line of at most 280 pixels, so that a long one can't push other columns away. */
export function textCell(text: string | null | undefined, lack = 'None'): ReactNode {
  if (!text) return <Unknown reason={lack} />;
  return (
    <bdi title={clip(text, 500)} className="block max-w-70 truncate">
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
