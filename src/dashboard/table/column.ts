import type { ReactNode } from 'react';

/** What a row is sorted by; an unknown value comes last in both directions. */
export type SortValue = string | number | bigint | boolean | null | undefined;

export interface Column<Row> {
  id: string;
  header: string;
  hint?: string;
  align?: 'end';
  /** The column's least width, as a class; spare room is shared out. */
  width: `w-${number}`;
  cell: (row: Row) => ReactNode;
  /** The width of its placeholder while rows are on their way, as a class. */
  skeleton: string;
  /** Its header sorts. `by` says what by, for rows that are sorted here rather than by the service. */
  sortable?: boolean | { by: (row: Row) => SortValue };
  required?: boolean;
  /** It is hidden by default. */
  optional?: boolean;
}
