import {
  defaultRangeExtractor,
  observeElementOffset,
  observeElementRect,
  type Range,
  useVirtualizer,
} from '@tanstack/react-virtual';
import { memo, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { bodyClass, rowAt, type TableBodyProps } from './table-body.tsx';
import { HEADER_HEIGHT, ROW_HEIGHT } from './table-look.ts';

/** Rows in one element: positioning every row by itself costs the browser more than the rows do. */
export const GROUP = 5;

/** How long rows stay the same before they are measured, so that a key of a filter doesn't wait for a layout. */
const SETTLED_MS = 100;

export interface VirtualBodyProps<Row> extends TableBodyProps<Row> {
  frame: RefObject<HTMLElement | null>;
  active: RefObject<number | null>;
  /** The widths that columns were given for content that didn't fit. */
  widths: ReadonlyMap<string, number>;
  /** Called with the columns whose content doesn't fit, and the width it takes. */
  onTooWide: (widths: Map<string, number>) => void;
}

/** Many rows; only those in and near the frame are rendered. */
export function VirtualBody<Row>(props: VirtualBodyProps<Row>) {
  const { frame, active, widths, onTooWide, ...body } = props;
  const { rows, columns, look } = body;
  const height = ROW_HEIGHT[look.density];
  const spacer = useRef<HTMLTableSectionElement>(null);
  const virtual = useVirtualizer({
    count: Math.ceil(rows.length / GROUP),
    estimateSize: () => GROUP * height,
    paddingStart: HEADER_HEIGHT,
    overscan: 1,
    useFlushSync: false,
    rangeExtractor: (range) => withGroup(range, active.current),
    // React sets the ref of the frame after the effects of what is inside it.
    getScrollElement: () => spacer.current?.closest('section') ?? null,
    initialRect: { width: 0, height: window.innerHeight },
    // A frame that isn't laid out yet has no height; the window's is the most that it will have.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => tell({ ...rect, height: rect.height || window.innerHeight })),
    // It may be scrolled already, while the first rows are shown, and isn't to jump back.
    observeElementOffset: (instance, tell) => {
      tell(instance.scrollElement?.scrollTop ?? 0, false);
      return observeElementOffset(instance, tell);
    },
  });
  const { isScrolling } = virtual;

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, and other widths, may fit or not
  useEffect(() => {
    const element = frame.current;
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
  }, [rows, columns, widths, frame, onTooWide, isScrolling]);

  return (
    <>
      <tbody ref={spacer} aria-hidden className="block" style={{ height: rows.length * height }} />
      {virtual.getVirtualItems().map(({ index, start }) => (
        <RowGroup key={index} {...body} start={start} first={index * GROUP} />
      ))}
    </>
  );
}

interface RowGroupProps<Row> extends TableBodyProps<Row> {
  first: number;
  /** In pixels. */
  start: number;
}

/** Neighbouring rows in one element. Scrolling leaves those that stay in view alone. */
const RowGroup = memo(function RowGroup<Row>({ first, start, busy, ...source }: RowGroupProps<Row>) {
  const count = Math.min(GROUP, source.rows.length - first);
  const height = count * ROW_HEIGHT[source.look.density];
  return (
    <tbody
      // biome-ignore lint/a11y/noRedundantRoles: a block is no row group by itself
      role="rowgroup"
      className={`absolute inset-x-0 top-0 block contain-strict ${bodyClass(busy)}`}
      style={{ height, translate: `0 ${start}px` }}
    >
      {Array.from({ length: count }, (_, place) => rowAt(source, first + place))}
    </tbody>
  );
}) as <Row>(props: RowGroupProps<Row>) => ReactNode;

/** The groups in and near the frame, and that of the active row, which would lose the focus if it went. */
function withGroup(range: Range, active: number | null): number[] {
  const groups = defaultRangeExtractor(range);
  const own = active === null ? range.count : Math.floor(active / GROUP);
  if (own >= range.count || groups.includes(own)) return groups;
  return [...groups, own].sort((a, b) => a - b);
}

/** The columns with a header or content that can't be cut and doesn't fit, and the width it takes. */
function tooWideIn<Row>(frame: HTMLElement, columns: TableBodyProps<Row>['columns']): Map<string, number> {
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
