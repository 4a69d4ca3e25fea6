import type { Column } from '#dashboard/table/column.ts';

type Head = Pick<Column<never>, 'id' | 'header' | 'width' | 'skeleton'>;

/** What a column is called, and how wide it is: at least, and while its rows are on their way. */
export function head(id: string, header: string, width: Head['width'], skeleton: string): Head {
  return { id, header, width, skeleton };
}
