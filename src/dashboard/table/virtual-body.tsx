import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, useEffect, useLayoutEffect, useRef } from 'react';
import { BodyFrame, rowAt, type TableBodyProps } from './table-body.tsx';
import { HEADER_HEIGHT, ROW_HEIGHT } from './table-look.ts';

/** Rows beyond either edge of the frame: what a fast wheel passes before the next frame is painted. */
const BEYOND = 12;

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
    overscan: BEYOND,
    scrollPaddingEnd: HEADER_HEIGHT,
    initialRect: { width: 0, height: window.innerHeight },
    initialOffset: () => frame.current?.scrollTop ?? 0,
    // A frame that isn't laid out yet has no height; the window's is the most that it will have.
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, ({ width, height: seen }) =>
        tell({ width, height: seen > 0 ? seen : window.innerHeight }),
      ),
    // The row that has the focus stays, wherever it is: with it the focus would go.
    rangeExtractor: (range) => {
      const places = defaultRangeExtractor(range);
      const kept = active.current;
      if (kept === null || kept >= range.count || places.includes(kept)) return places;
      return kept < (places[0] ?? 0) ? [kept, ...places] : [...places, kept];
    },
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

  const { isScrolling } = virtual;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are the occasion, not an ingredient
  useEffect(() => {
    if (!isScrolling && frame.current) onTooWide(tooWide(frame.current, columns));
  }, [isScrolling, rows, columns, look, frame, onTooWide]);

  const items = virtual.getVirtualItems();
  let end = 0;
  return (
    <BodyFrame {...props}>
      {items.map(({ index, start, end: itsEnd }) => {
        const gap = start - end;
        end = itsEnd;
        return (
          <Fragment key={index}>
            {gap > 0 && <Gap height={gap} />}
            {rowAt(props, index)}
          </Fragment>
        );
      })}
      <Gap height={virtual.getTotalSize() - end} />
    </BodyFrame>
  );
}

/** The height of rows that aren't there. */
export function Gap({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      <td style={{ height: Math.max(0, height) }} />
    </tr>
  );
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
