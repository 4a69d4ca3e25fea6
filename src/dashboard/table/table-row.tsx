import { memo, type ReactNode } from 'react';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import type { Column } from './column.ts';
import { bodyCell, checkCell, rowClass, type TableLook } from './table-look.ts';

export interface TableRowProps<Row> {
  /** Undefined while it is on its way. */
  row: Row | undefined;
  index: number;
  columns: readonly Column<Row>[];
  look: TableLook;
  selected: boolean;
  /** What its checkbox is called; undefined where it can't be chosen. */
  label: string | undefined;
}

/** One row. It renders again only when something in it is another. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, look, selected, label } = props;
  return (
    <tr
      data-index={index}
      data-selected={selected || undefined}
      // The header is the first.
      aria-rowindex={index + 2}
      tabIndex={-1}
      role={look.fixed ? 'row' : undefined}
      className={rowClass(look)}
    >
      {look.selects && (
        <td role={look.fixed ? 'cell' : undefined} className={checkCell(look)}>
          <Checkbox
            className="flex h-full items-center justify-center"
            label={label === undefined ? 'Can’t be selected: no ID' : `Select ${label}`}
            disabled={label === undefined}
            checked={selected}
            // The body listens for all of them.
            readOnly
          />
        </td>
      )}
      {columns.map(({ id, align, cell, skeleton }, place) => (
        <td key={id} role={look.fixed ? 'cell' : undefined} className={bodyCell(look, align, place === 0)}>
          {row === undefined ? <Skeleton className={skeleton} /> : cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;
