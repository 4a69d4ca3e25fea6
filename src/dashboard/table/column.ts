import type { ReactNode } from 'react';

/** What a row is sorted by; nothing known comes last, whichever the direction. */
export type SortValue = string | number | bigint | boolean | null | undefined;

/** A column of a data table. */
export interface Column<Row> {
  id: string;
  header: string;
  /** What the header's tooltip adds. */
  hint?: string;
  /** Figures stand at the end. */
  align?: 'end';
  /** The column's least width, as a class; spare room is shared out. */
  width: `w-${number}`;
  cell: (row: Row) => ReactNode;
  /** The width of its placeholder while rows are on their way, as a class. */
  skeleton: string;
  /** Its header sorts. `by` says what by, for rows that are sorted here rather than by the service. */
  sortable?: boolean | { by: (row: Row) => SortValue };
  /** It can't be hidden. */
  required?: boolean;
  /** It isn't shown until somebody chooses it. */
  optional?: boolean;
}
