import { elementScroll, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { recycle, type Slot } from './recycled-rows.ts';
import { BodyFrame, rowAt, type TableBodyProps } from './table-body.tsx';
import { HEADER_HEIGHT, ROW_HEIGHT } from './table-look.ts';

/** Rows beyond the edge that the list scrolls towards: what a fast wheel passes before the next frame is painted. */
const AHEAD = 12;
/** And beyond the other: enough for the first frame after one turns round. */
const BEHIND = 4;

/** Many rows, of which only those in and near the frame are there; the height of the others is left empty. */
export function VirtualBody<Row>(
  props: TableBodyProps<Row> & {
    /** Tells of columns in which something doesn't fit, with the width it takes. */
    onTooWide: (widths: Map<string, number>) => void;
    /** Told of how to bring a row into being that isn't there. */
    reach: { current: ((index: number) => void) | null };
  },
) {
  const { rows, columns, look, frame, active, onTooWide, reach } = props;
  const height = ROW_HEIGHT[look.density];
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    scrollPaddingEnd: HEADER_HEIGHT,
    initialRect: { width: 0, height: window.innerHeight },
    initialOffset: () => frame.current?.scrollTop ?? 0,
    // Without a behavior it is no command: the list, given its frame, would bring it to the top, from where Back has led.
    scrollToFn: (offset, options, instance) => {
      if (options.behavior !== undefined) elementScroll(offset, options, instance);
    },
    // A frame that isn't laid out yet has no height; the window's is the most that it will have.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, ({ width, height: seen }) =>
        tell({ width, height: seen > 0 ? seen : window.innerHeight }),
      ),
    overscan: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is the occasion, not an ingredient
  useEffect(() => virtual.measure(), [virtual, height]);

  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    reach.current = (index) => {
      wanted.current = index;
      virtual.scrollToIndex(index);
    };
    return () => {
      reach.current = null;
    };
  }, [reach, virtual]);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = frame.current?.querySelector<HTMLElement>(`tr[data-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });

  const { isScrolling, scrollDirection } = virtual;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the occasion, not an ingredient
  useEffect(() => {
    if (!isScrolling && frame.current) onTooWide(tooWide(frame.current, columns));
  }, [isScrolling, rows, columns, look, frame, onTooWide]);

  const slots = useRef<readonly Slot[]>([]);
  const seen = virtual.getVirtualIndexes();
  const places = around(seen, rows.length, scrollDirection === 'backward', active.current);
  slots.current = recycle(slots.current, { places, count: rows.length, scrolling: isScrolling });
  return (
    <BodyFrame {...props} style={{ height: virtual.getTotalSize() }}>
      {slots.current.map(({ id, index }) => rowAt(props, index, { key: id, top: index * height }))}
    </BodyFrame>
  );
}

/** The places to be shown: those in view, those near, and the row that has the focus, which would go with it. */
function around(seen: readonly number[], count: number, back: boolean, focused: number | null): number[] {
  const first = Math.max(0, (seen[0] ?? 0) - (back ? AHEAD : BEHIND));
  const last = Math.min(count - 1, (seen.at(-1) ?? -1) + (back ? BEHIND : AHEAD));
  const places = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  if (focused === null || focused >= count || (focused >= first && focused <= last)) return places;
  return focused < first ? [focused, ...places] : [...places, focused];
}

function tooWide<Row>(frame: HTMLElement, columns: TableBodyProps<Row>['columns']): Map<string, number> {
  const widths = new Map<string, number>();
  for (const row of frame.querySelectorAll('tr[data-index]')) {
    const cells = [...row.children].slice(-columns.length);
    for (const [place, cell] of cells.entries()) {
      const id = columns[place]?.id;
      if (id === undefined || cell.scrollWidth <= cell.clientWidth) continue;
      widths.set(id, Math.max(widths.get(id) ?? 0, cell.scrollWidth));
    }
  }
  return widths;
}
