import { observeElementOffset, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useFormats } from '#dashboard/lib/use-settings.ts';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import type { Column } from './column.ts';
import type { Rows } from './rows.ts';
import type { RowId, Selection } from './selection.ts';
import { bodyCell, checkCell, HEADER_HEIGHT, ROW_HEIGHT, rowClass, type TableLook } from './table-look.ts';

interface TableBodyProps<Row> {
  rows: Rows<Row>;
  columns: readonly Column<Row>[];
  look: TableLook;
  rowId: RowId<Row> | undefined;
  selection: Selection<Row> | undefined;
  busy: boolean;
}

/** Rows in one element: positioning every row by itself costs the browser more than the rows do. */
export const GROUP = 3;

/** Up to so many rows, all are rendered. */
export const PLAIN_ROWS = 60;

/** If there are more rows, so many groups come with the page; they fill a window. */
const FIRST_GROUPS = 8;

interface ViewedBodyProps<Row> extends TableBodyProps<Row> {
  active: RefObject<number | null>;
  /** The widths that columns were given for content that didn't fit. */
  widths: ReadonlyMap<string, number>;
  /** Called with the columns whose content doesn't fit, and the width it takes. */
  onTooWide: (widths: Map<string, number>) => void;
}

/**
 * The rows of a table. If there are many, it renders those in and near the frame, and the active one, which would lose
 * the focus if it were removed.
 */
export function TableBody<Row>({ active, widths, onTooWide, ...body }: ViewedBodyProps<Row>) {
  const { rows, columns, look } = body;
  const room = useRef<HTMLTableSectionElement>(null);
  const frame = () => room.current?.closest('section') ?? null;
  const rowHeight = ROW_HEIGHT[look.density];
  const count = Math.ceil(rows.length / GROUP);
  const virtual = useVirtualizer<HTMLElement, Element>({
    count,
    enabled: look.fixed,
    estimateSize: () => GROUP * rowHeight,
    paddingStart: HEADER_HEIGHT,
    overscan: 1,
    useFlushSync: false,
    getScrollElement: frame,
    initialRect: { width: 0, height: globalThis.innerHeight },
    // A frame that isn't laid out yet has no height. It will be no higher than the window.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => tell({ ...rect, height: rect.height || window.innerHeight })),
    // The frame may have been scrolled while the first rows were shown. It must not jump back.
    observeElementOffset: (instance, tell) => {
      tell(instance.scrollElement?.scrollTop ?? 0, false);
      return observeElementOffset(instance, tell);
    },
  });
  const height = useRef(rowHeight);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame is always the same
  useLayoutEffect(() => {
    const element = frame();
    // The rows in view stay there.
    if (element && height.current !== rowHeight) element.scrollTop *= rowHeight / height.current;
    height.current = rowHeight;
    // The virtualizer keeps the old heights until it is asked to measure.
    virtual.measure();
  }, [virtual, rowHeight]);
  const { isScrolling } = virtual;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, and other widths, may fit or not
  useEffect(() => {
    const element = frame();
    if (!element || isScrolling) return;
    let timer = 0;
    const observer = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(() => onTooWide(tooWideIn(element, columns)), SETTLED_MS);
    });
    // It reports once as it begins.
    observer.observe(element);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [rows, columns, widths, onTooWide, isScrolling, look.fixed]);

  const first = rows.length > PLAIN_ROWS ? FIRST_GROUPS : count;
  const inView = look.fixed
    ? virtual.getVirtualItems().map(({ index }) => index)
    : Array.from({ length: first }, (_, group) => group);
  const own = Math.floor((active.current ?? 0) / GROUP);
  const groups = active.current === null ? inView : [...new Set([...inView, own])].sort((a, b) => a - b);
  return (
    <>
      {look.fixed && (
        <tbody ref={room} aria-hidden className="block" style={{ height: rows.length * rowHeight }} />
      )}
      {groups.map((group) => group < count && <RowGroup key={group} {...body} group={group} />)}
    </>
  );
}

/** How long rows stay the same before they are measured, so that typing in a filter doesn't wait for a layout. */
const SETTLED_MS = 100;

/** The columns with a header or content that can't be cut and doesn't fit, and the width it takes. */
function tooWideIn(frame: HTMLElement, columns: readonly { id: string }[]): Map<string, number> {
  const widths = new Map<string, number>();
  for (const row of frame.querySelectorAll('thead > tr, tr[data-index]')) {
    const cells = [...row.children].slice(-columns.length);
    for (const [place, cell] of cells.entries()) {
      const id = columns[place]?.id;
      if (id !== undefined && cell.scrollWidth > cell.clientWidth)
        widths.set(id, Math.max(widths.get(id) ?? 0, cell.scrollWidth));
    }
  }
  return widths;
}

/** Neighbouring rows in one element. Scrolling leaves those that stay in view alone. */
const RowGroup = memo(function RowGroup<Row>(props: TableBodyProps<Row> & { group: number }) {
  const { group, busy, rows, look } = props;
  const first = group * GROUP;
  const count = Math.min(GROUP, rows.length - first);
  const height = ROW_HEIGHT[look.density];
  const place = { height: count * height, translate: `0 ${HEADER_HEIGHT + first * height}px` };
  return (
    <tbody
      role={look.fixed ? 'rowgroup' : undefined}
      className={`${look.fixed ? 'absolute inset-x-0 top-0 block contain-strict' : ''} ${bodyClass(busy)}`}
      style={look.fixed ? place : undefined}
    >
      {Array.from({ length: count }, (_, row) => rowAt(props, first + row))}
    </tbody>
  );
}) as <Row>(props: TableBodyProps<Row> & { group: number }) => ReactNode;

function bodyClass(busy: boolean): string {
  return `transition-opacity ${busy ? 'opacity-55 delay-100' : ''}`;
}

/** The row at a place. Its key is the place: records may come without an id, or twice. */
function rowAt<Row>(
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
