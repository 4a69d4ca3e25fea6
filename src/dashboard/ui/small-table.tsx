import type { ReactNode } from 'react';
import { ScrollFrame } from './scroll-frame.tsx';

export interface SmallColumn<Row> {
  head: string;
  /** Next to the head, such as a button that explains the column. */
  aside?: ReactNode;
  isFigure?: boolean;
  cell: (row: Row) => ReactNode;
  /** Under the rows, what they come to. */
  total?: ReactNode;
}

interface SmallTableProps<Row> {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The first one heads its row. */
  columns: readonly SmallColumn<Row>[];
  className?: string;
}

/** A table of a few rows that are all shown, in a frame that scrolls sideways if it is too wide. */
export function SmallTable<Row>({ label, rows, keyOf, columns, className = '' }: SmallTableProps<Row>) {
  const line = (key: string, rule: string, contentOf: (column: SmallColumn<Row>) => ReactNode) => (
    <tr key={key} className={`border-t ${rule}`}>
      {columns.map((column, place) => {
        const Cell = place === 0 ? 'th' : 'td';
        return (
          <Cell
            key={column.head}
            scope={place === 0 ? 'row' : undefined}
            className={`${padding} py-2.5 align-top font-normal first:whitespace-nowrap ${sideOf(column)} ${column.isFigure ? 'whitespace-nowrap' : ''}`}
          >
            {contentOf(column)}
          </Cell>
        );
      })}
    </tr>
  );
  return (
    <ScrollFrame label={label} className={`relative overflow-auto ${className}`}>
      <table className="w-full text-table sm:min-w-max">
        <thead>
          <tr className="text-label text-muted">
            {columns.map((column) => (
              <th key={column.head} scope="col" className={`h-9 font-medium ${padding} ${sideOf(column)}`}>
                <span className="inline-flex items-center gap-0.5">
                  {column.head}
                  {column.aside}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map((row) => line(keyOf(row), 'border-hairline', ({ cell }) => cell(row)))}</tbody>
        {columns.some(({ total }) => total !== undefined) && (
          <tfoot className="*:*:font-medium">{line('total', 'border-border', ({ total }) => total)}</tfoot>
        )}
      </table>
    </ScrollFrame>
  );
}

const padding = 'px-1.5 first:pl-4 last:pr-4 sm:px-3';

const sideOf = ({ isFigure }: { isFigure?: boolean }) => (isFigure ? 'tabular text-right' : 'text-left');
