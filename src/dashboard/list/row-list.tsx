import { WIDE } from '#dashboard/lib/reader.ts';
import type { CardListProps } from '#dashboard/table/card.tsx';
import { CardList } from '#dashboard/table/card-list.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { ColumnChooser } from '#dashboard/table/column-chooser.tsx';
import { DataTable } from '#dashboard/table/data-table.tsx';
import type { Sort } from '#dashboard/table/sorting.ts';
import type { ColumnChoice } from '#dashboard/table/table-state.ts';
import type { SumRow } from '#dashboard/table/table-sums.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';

export interface RowListProps<Row> extends CardListProps<Row> {
  columns: readonly Column<Row>[];
  /** Names what is shown; when it changes, a table goes back to its top. */
  view: string;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  /** What the rows come to, under a table. */
  sums?: readonly SumRow[] | undefined;
  /** Limits the height of a table. */
  tableClass?: string;
}

/** Rows as a table, or as cards if the window is too narrow for one. `children` are shown instead of rows. */
export function RowList<Row>({ tableClass, ...props }: RowListProps<Row>) {
  const { density, shortcuts } = useSettings();
  const isWide = useMedia(WIDE);
  if (!isWide) return <CardList {...props} />;
  const table = <DataTable {...props} {...{ density, shortcuts }} />;
  return tableClass ? <div className={`flex flex-col ${tableClass}`}>{table}</div> : table;
}

/** Chooses the columns of a table; nothing if the rows are cards. */
export function Columns<Row>({ choice }: { choice: ColumnChoice<Row> }) {
  return useMedia(WIDE) ? <ColumnChooser choice={choice} /> : null;
}
