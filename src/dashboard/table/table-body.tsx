import { memo, type ReactNode } from 'react';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { useFormats } from '#dashboard/ui/use-settings.ts';
import type { Column } from './column.ts';
import type { Rows } from './rows.ts';
import type { RowId, Selection } from './selection.ts';
import { bodyCell, checkCell, rowClass, type TableLook } from './table-look.ts';

export interface TableBodyProps<Row> {
  rows: Rows<Row>;
  columns: readonly Column<Row>[];
  look: TableLook;
  rowId: RowId<Row> | undefined;
  selection: Selection<Row> | undefined;
  busy: boolean;
}

/** Rows that are few enough to be rendered all at once. */
export function PlainBody<Row>(props: TableBodyProps<Row>) {
  return (
    <tbody className={bodyClass(props.busy)}>
      {Array.from({ length: props.rows.length }, (_, index) => rowAt(props, index))}
    </tbody>
  );
}

/** What is there within a moment doesn't flicker. */
export function bodyClass(busy: boolean): string {
  return `transition-opacity ${busy ? 'opacity-55 delay-100' : ''}`;
}

/** The row at a place. Its key is the place: records may come without an id, or twice. */
export function rowAt<Row>(
  { rows, columns, look, rowId, selection }: Omit<TableBodyProps<Row>, 'busy'>,
  index: number,
): ReactNode {
  const row = rows.at(index);
  const id = row === undefined ? undefined : rowId?.(row, index);
  return (
    <TableRow
      key={index}
      {...{ row, index, columns, look }}
      selected={id !== undefined && selection?.ids.has(id) === true}
      label={id === undefined || row === undefined ? undefined : selection?.label(row)}
    />
  );
}

interface TableRowProps<Row> extends Pick<TableBodyProps<Row>, 'columns' | 'look'> {
  row: Row | undefined;
  index: number;
  selected: boolean;
  /** What its checkbox is called; undefined where it can't be chosen. */
  label: string | undefined;
}

/** One row. It renders again only when something in it, or how that is written, is another. */
const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, look, selected, label } = props;
  useFormats();
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
            // The frame listens for all of them.
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
