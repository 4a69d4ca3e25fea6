import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { RowGroup } from './row-group.tsx';
import { RowWindow } from './row-window.ts';
import type { Rows } from './rows.ts';
import type { TableBodyProps } from './table-body.tsx';
import { HEADER_HEIGHT, ROW_HEIGHT } from './table-look.ts';

/** How long rows have stood there before they are made to fit, and those beyond the edges made. */
const SETTLED_MS = 100;
/** And after a scroll: turns of a wheel that follow one another are one. */
const RESTED_MS = 150;

export interface VirtualBodyProps<Row> extends TableBodyProps<Row> {
  /** The widths that columns were given for what didn't fit. */
  widths: ReadonlyMap<string, number>;
  /** Tells of columns in which something doesn't fit, with the width it takes. */
  onTooWide: (widths: Map<string, number>) => void;
  /** Told of how to bring a row into being that isn't there, and give it the focus. */
  reach: { current: ((index: number) => void) | null };
}

/** Many rows, of which only those in and near the frame are there; the height of the others is left empty. */
export function VirtualBody<Row>(props: VirtualBodyProps<Row>) {
  const { rows, columns, look, rowId, selection, busy, frame, active } = props;
  const { widths, onTooWide, reach } = props;
  const height = ROW_HEIGHT[look.density];
  const ample = useRef<Rows<Row> | null>(null);
  const scrolling = useRef(false);
  const viewOf = (element: HTMLElement | null) => ({
    top: element?.scrollTop ?? 0,
    // A frame that isn't laid out yet has no height; the window's is the most that it will have.
    room: (element?.clientHeight || window.innerHeight) - HEADER_HEIGHT,
    ...{ rowHeight: height, count: rows.length, focused: active.current },
    ...{ scrolling: scrolling.current, ample: scrolling.current || ample.current === rows },
  });
  const [shown] = useState(() => {
    const first = new RowWindow();
    first.show(viewOf(frame.current));
    return first;
  });
  const [ids, setIds] = useState(shown.ids);
  const place = useEffectEvent(() => shown.show(viewOf(frame.current)));
  const show = useEffectEvent(() => {
    place();
    setIds(shown.ids);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, and rows of another height, are the occasion
  useLayoutEffect(() => show(), [rows, height]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in other widths other texts fit
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let timer = 0;
    const rest = () => {
      scrolling.current = false;
      ample.current = rows;
      onTooWide(cutToFit(element, columns));
      place();
      startTransition(() => setIds(shown.ids));
    };
    // Not sooner: every key of a filter would wait for rows nobody sees, and for a layout that is thrown away.
    const restAfter = (ms: number) => {
      clearTimeout(timer);
      timer = window.setTimeout(rest, ms);
    };
    const scroll = () => restAfter(RESTED_MS);
    const observer = new ResizeObserver(() => {
      show();
      restAfter(SETTLED_MS);
    });
    observer.observe(element);
    element.addEventListener('scroll', scroll, { passive: true });
    restAfter(SETTLED_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      element.removeEventListener('scroll', scroll);
    };
  }, [rows, columns, widths, frame, onTooWide]);

  // By itself: what else changes in the middle of a scroll doesn't keep it from its rows.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let turn = 0;
    // After the frame that is on its way, and laid out at once: the next one has no more to do than to paint them.
    const bring = () => {
      show();
      element.getBoundingClientRect();
    };
    const scroll = () => {
      scrolling.current = true;
      clearTimeout(turn);
      turn = window.setTimeout(bring);
    };
    element.addEventListener('scroll', scroll, { passive: true });
    return () => {
      clearTimeout(turn);
      element.removeEventListener('scroll', scroll);
    };
  }, [frame]);

  useLayoutEffect(() => {
    reach.current = (index) => {
      const element = frame.current;
      if (!element) return;
      bringIntoView(element, index, height);
      flushSync(() => show());
      element.querySelector<HTMLElement>(`tr[data-index="${index}"]`)?.focus({ preventScroll: true });
    };
    return () => {
      reach.current = null;
    };
  }, [reach, frame, height]);

  return (
    <>
      <tbody aria-hidden className="block" style={{ height: rows.length * height }} />
      {ids.map((id) => (
        <RowGroup key={id} {...{ id, shown, height, rows, columns, look, rowId, selection, busy }} />
      ))}
    </>
  );
}

/** Scrolls as little as it takes. The header lies over the top of the frame. */
function bringIntoView(frame: HTMLElement, index: number, height: number): void {
  const top = index * height;
  const least = top + height + HEADER_HEIGHT - frame.clientHeight;
  if (frame.scrollTop > top) frame.scrollTop = top;
  else if (frame.scrollTop < least) frame.scrollTop = least;
}

/**
 * Cuts what may be cut and doesn't fit, and tells of the columns in which something else doesn't. A cell that always
 * cut its text would take a good part of a row's way into the picture; what doesn't fit is then covered by the next.
 */
function cutToFit<Row>(frame: HTMLElement, columns: TableBodyProps<Row>['columns']): Map<string, number> {
  const widths = new Map<string, number>();
  for (const row of frame.querySelectorAll('tr[data-index]')) {
    const cells = [...row.children].slice(-columns.length);
    for (const [place, cell] of cells.entries()) {
      const id = columns[place]?.id;
      const text = cell.querySelector(':scope > .truncate');
      if (text) cell.toggleAttribute('data-cut', text.scrollWidth > text.clientWidth);
      else if (id !== undefined && cell.scrollWidth > cell.clientWidth)
        widths.set(id, Math.max(widths.get(id) ?? 0, cell.scrollWidth));
    }
  }
  return widths;
}
