import { WIDE } from '#dashboard/lib/reader.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { CardList, type CardListProps } from '#dashboard/table/card-list.tsx';
import { DataTable, type DataTableProps } from '#dashboard/table/data-table.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';

export interface RowListProps<Row>
  extends CardListProps<Row>,
    Omit<DataTableProps<Row>, 'density' | 'shortcuts'> {
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
