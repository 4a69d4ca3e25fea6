import { elementScroll, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { recycle, type Slot } from './recycled-rows.ts';
import type { Rows } from './rows.ts';
import { BodyFrame, rowAt, type TableBodyProps } from './table-body.tsx';
import { HEADER_HEIGHT, ROW_HEIGHT } from './table-look.ts';

/**
 * Rows beyond the edges. Where the list scrolls towards, what a fast wheel passes before the next frame is painted;
 * on the other side, enough for the first frame after one turns round.
 */
const DOWN = { above: 4, below: 12 };
const UP = { above: 12, below: 4 };
const NONE = { above: 0, below: 0 };
/** How long the same rows have stood still before their cells are measured, and those beyond the edges made. */
const SETTLED_MS = 100;

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
  const [settled, setSettled] = useState<Rows<Row> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another look is the occasion, not an ingredient
  useEffect(() => {
    if (isScrolling) return;
    // Not sooner: every key of a filter would wait for rows nobody sees, and for a layout that is thrown away.
    const timer = setTimeout(() => {
      if (frame.current) onTooWide(tooWide(frame.current, columns));
      startTransition(() => setSettled(rows));
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isScrolling, rows, columns, look, frame, onTooWide]);

  const slots = useRef<readonly Slot[]>([]);
  const seen = virtual.getVirtualIndexes();
  const beyond = settled !== rows && !isScrolling ? NONE : scrollDirection === 'backward' ? UP : DOWN;
  const places = around(seen, rows.length, beyond, active.current);
  slots.current = recycle(slots.current, { places, count: rows.length, scrolling: isScrolling });
  return (
    <BodyFrame {...props} style={{ height: virtual.getTotalSize() }}>
      {slots.current.map(({ id, index }) => rowAt(props, index, { key: id, top: index * height }))}
    </BodyFrame>
  );
}

/** The places to be shown: those in view, those beyond it, and the row that has the focus, which would go with it. */
function around(
  seen: readonly number[],
  count: number,
  beyond: { above: number; below: number },
  focused: number | null,
): number[] {
  const first = Math.max(0, (seen[0] ?? 0) - beyond.above);
  const last = Math.min(count - 1, (seen.at(-1) ?? -1) + beyond.below);
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
