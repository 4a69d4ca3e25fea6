import { observeElementOffset, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { HEADER_HEIGHT } from './table-look.ts';

/** How long rows stay the same before they are measured, so that a key of a filter doesn't wait for a layout. */
const SETTLED_MS = 100;

/** Which groups of many rows are rendered. */
export interface RowRange {
  first: number;
  end: number;
  /** There is no room for others: they can't be shown. */
  isAll?: boolean;
}

export interface RowsInViewProps {
  frame: RefObject<HTMLElement | null>;
  rows: { readonly length: number };
  columns: readonly { id: string }[];
  /** How many rows are in one element, and its height in pixels. */
  group: number;
  groupHeight: number;
  /** The widths that columns were given for content that didn't fit. */
  widths: ReadonlyMap<string, number>;
  /** Called with the columns whose content doesn't fit, and the width it takes. */
  onTooWide: (widths: Map<string, number>) => void;
  /** Called with the groups to render. */
  onRange: (range: RowRange) => void;
}

/** Finds which of many rows are in and near their frame. Renders nothing, so that rows keep their elements. */
export function RowsInView(props: RowsInViewProps) {
  const { frame, rows, columns, group, groupHeight, widths, onTooWide, onRange } = props;
  const virtual = useVirtualizer({
    count: Math.ceil(rows.length / group),
    estimateSize: () => groupHeight,
    paddingStart: HEADER_HEIGHT,
    overscan: 1,
    useFlushSync: false,
    getScrollElement: () => frame.current,
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
  const groups = virtual.getVirtualItems();
  const first = groups[0]?.index ?? 0;
  const end = (groups.at(-1)?.index ?? -1) + 1;
  useLayoutEffect(() => onRange({ first, end }), [first, end, onRange]);

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

  return null;
}

/** The columns with a header or content that can't be cut and doesn't fit, and the width it takes. */
function tooWideIn(frame: HTMLElement, columns: RowsInViewProps['columns']): Map<string, number> {
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
