import { type CSSProperties, type ReactNode, useEffect, useMemo, useReducer, useRef } from 'react';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import type { Column } from './column.ts';
import { placeholders, type Rows } from './rows.ts';
import { type RowId, type Selection, useSelecting } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { Sort } from './sorting.ts';
import { PLAIN_ROWS, TableBody } from './table-body.tsx';
import { useFocusOnRecord, useTableEvents } from './table-events.ts';
import { TableHead } from './table-head.tsx';
import { type Density, ROW_HEIGHT, type TableLook, tableGrid } from './table-look.ts';
import { type SumRow, TableSums } from './table-sums.tsx';

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: Rows<Row> | undefined;
  rowId?: RowId<Row>;
  /** Names what is shown; when it changes, the frame goes back to its top. */
  view: string;
  busy: boolean;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  selection?: Selection<Row> | undefined;
  /** Where Enter on a row, or a press on its card, leads; the link in the row itself is its column's. */
  rowHref?: (row: Row) => string | undefined;
  density?: Density;
  /** Whether the single letters j, k and x do anything. */
  shortcuts?: boolean;
  /** What the rows come to; it stays at the foot of the frame. */
  sums?: readonly SumRow[] | undefined;
  children?: ReactNode;
}

const PLACEHOLDERS = placeholders(15);

/** Rows in a frame that scrolls by itself, under a header that stays; the first column stays at its side. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, view, busy, sort = null, onSort, selection, rowHref } = props;
  const { density = 'comfortable', shortcuts = true, sums = [], children } = props;
  const frame = useRef<HTMLElement>(null);
  const active = useRef<number | null>(null);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const shown = useRef(view);
  useEffect(() => {
    // It begins at its top, and going there would have the browser lay everything out in the middle of showing it.
    if (shown.current === view) return;
    shown.current = view;
    frame.current?.scrollTo({ top: 0 });
    active.current = null;
  }, [view]);
  useFocusOnRecord({ frame, active }, rows, rowId ?? rowHref);

  const selects = selection !== undefined;
  // The server doesn't know what is in view, nor does a browser until the page is laid out.
  const fixed = useHydrated() && rows !== undefined && rows.length > PLAIN_ROWS;
  const selecting = useSelecting(selection, rows, rowId);
  const look = useMemo<TableLook>(() => ({ density, selects, fixed }), [density, selects, fixed]);
  const [widths, widen] = useReducer(grown, NO_WIDTHS);
  const chosen = selection?.ids.size ?? 0;
  const events = useTableEvents({
    frame,
    active,
    render,
    count: children ? 0 : (rows?.length ?? 0),
    rowHeight: ROW_HEIGHT[density],
    letters: shortcuts,
    hrefAt: (index) => {
      const row = rows?.at(index);
      return row === undefined ? undefined : rowHref?.(row);
    },
    toggle: selects ? selecting.toggle : undefined,
  });
  const isStale = busy && rows !== undefined;
  const body = { columns, look, rowId, selection, rows: rows ?? PLACEHOLDERS, busy: isStale };
  return (
    <section
      ref={frame}
      {...events}
      aria-label={label}
      aria-busy={busy || (rows === undefined && !children)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      data-keep-scroll={label}
      className={`contain-content relative min-h-0 flex-1 scroll-pt-9 scroll-pl-96 overflow-auto rounded-panel border border-hairline bg-panel ${fixed ? 'max-h-[calc(100dvh-1rem)]' : ''}`}
    >
      {selects && (
        <div className="sticky top-0 left-0 z-30 h-0">
          <div
            inert={chosen === 0}
            className={`absolute top-0 right-0 left-11 h-9 border-hairline border-b bg-accent-soft pr-1.5 pl-1 transition-[opacity,translate] ${chosen === 0 ? '-translate-y-2 opacity-0' : ''}`}
          >
            <SelectionBar count={chosen} selecting={selecting} actions={selection.actions} />
          </div>
        </div>
      )}
      <table
        ref={fixed ? watchWidth : undefined}
        aria-rowcount={rows && rows.length + 1}
        role={fixed ? 'table' : undefined}
        className={fixed ? tableGrid : 'w-full min-w-max border-separate border-spacing-0 text-table'}
        style={fixed ? columnGrid(columns, selects, widths) : undefined}
      >
        <TableHead
          {...{ columns, look, sort, onSort }}
          selecting={selects ? selecting : undefined}
          covered={chosen > 0}
        />
        {!children && <TableBody {...body} {...{ active, widths }} onTooWide={widen} />}
        {sums.length > 0 && !children && <TableSums {...{ columns, look, sums }} />}
      </table>
      {children}
    </section>
  );
}

type Widths = ReadonlyMap<string, number>;

const NO_WIDTHS: Widths = new Map();

/** What one step of a column's width, and the checkbox's column, take in rem. */
const STEP = 0.25;
const CHECKBOX = 11 * STEP;
const PIXELS_A_REM = 16;

/** The widths of columns in which something didn't fit. They only grow, so that nothing jumps to and fro. */
function grown(widths: Widths, more: Widths): Widths {
  const wider = [...more].filter(([id, width]) => width > (widths.get(id) ?? 0));
  return wider.length === 0 ? widths : new Map([...widths, ...wider]);
}

/** The columns of all rows (each row is a grid of its own): their least widths, and spare room in proportion. */
function columnGrid<Row>(columns: readonly Column<Row>[], selects: boolean, widths: Widths): CSSProperties {
  const least = columns.map(({ id, width }) =>
    Math.max(Number(width.slice('w-'.length)) * STEP, (widths.get(id) ?? 0) / PIXELS_A_REM),
  );
  const tracks = least.map((rem) => `minmax(${rem}rem, ${rem}fr)`);
  if (selects) tracks.unshift(`${CHECKBOX}rem`);
  const minWidth = `${least.reduce((sum, rem) => sum + rem, selects ? CHECKBOX : 0)}rem`;
  return { '--columns': tracks.join(' '), minWidth } as CSSProperties;
}

/** As a ref: marks the frame while its table is wider. */
function watchWidth(table: HTMLTableElement) {
  const frame = table.closest('section');
  if (!frame) return;
  const observer = new ResizeObserver(() => {
    frame.toggleAttribute('data-sideways', table.offsetWidth > frame.clientWidth);
  });
  observer.observe(frame);
  observer.observe(table);
  return () => observer.disconnect();
}
