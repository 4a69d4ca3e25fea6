import type { ChangeEvent, FocusEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Column } from './column.ts';
import { followRowLink } from './row-link.tsx';
import type { Rows } from './rows.ts';
import type { RowId, Selection } from './selection.ts';
import type { TableLook } from './table-look.ts';
import { TableRow } from './table-row.tsx';

/** What any row of a table is made from. */
export interface RowSource<Row> {
  rows: Rows<Row>;
  columns: readonly Column<Row>[];
  look: TableLook;
  rowId: RowId<Row> | undefined;
  selection: Selection<Row> | undefined;
}

export interface TableBodyProps<Row> extends RowSource<Row> {
  busy: boolean;
  /** The frame in which the rows scroll. */
  frame: RefObject<HTMLElement | null>;
  /** The row that has, or last had, the focus. */
  active: RefObject<number | null>;
}

interface RowEvents {
  toggle: (index: number, range: boolean) => void;
  active: RefObject<number | null>;
}

/** Rows that are few enough to be rendered all at once, or the first of them. */
export function PlainBody<Row>({ most, ...props }: TableBodyProps<Row> & { most?: number }) {
  const { rows, look, busy } = props;
  const count = Math.min(rows.length, most ?? rows.length);
  return (
    <tbody
      role={look.fixed ? 'rowgroup' : undefined}
      className={`${look.fixed ? 'block' : ''} ${bodyClass(busy)}`}
    >
      {Array.from({ length: count }, (_, index) => rowAt(props, index))}
    </tbody>
  );
}

/** What is there within a moment doesn't flicker. */
export function bodyClass(busy: boolean): string {
  return `transition-opacity ${busy ? 'opacity-55 delay-100' : ''}`;
}

/** What a table listens for, for all of its rows. */
export function useRowEvents({ toggle, active }: RowEvents) {
  const navigate = useNavigate();
  return {
    onChange: (event: ChangeEvent<HTMLElement>) => {
      const place = placeOf(event.target);
      // A press on a checkbox, which knows of the Shift key, is what changes it.
      const shift = (event.nativeEvent as { shiftKey?: boolean }).shiftKey === true;
      if (place !== null && isCheckbox(event.target)) toggle(place, shift);
    },
    onClick: (event: MouseEvent<HTMLElement>) => followRowLink(event, navigate),
    onFocus: (event: FocusEvent<HTMLElement>) => {
      active.current = placeOf(event.target) ?? active.current;
    },
  };
}

/** The row at a place. Its key is the place: records may come without an id, or twice. */
export function rowAt<Row>(
  { rows, columns, look, rowId, selection }: RowSource<Row>,
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

/** The place of the row that contains an element. */
export function placeOf(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
  return row ? Number(row.dataset.index) : null;
}

export function isCheckbox(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox';
}
