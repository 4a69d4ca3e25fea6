import { type CSSProperties, type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import type { Column } from './column.ts';

type Widths = ReadonlyMap<string, number>;

/** What one step of a column's width, and the checkbox's column, take in rem. */
const STEP = 0.25;
const CHECKBOX = 11 * STEP;
const PIXELS_A_REM = 16;

/** The widths of columns in which something didn't fit. They only grow, so that nothing jumps to and fro. */
export function useWidths() {
  const [widths, setWidths] = useState<Widths>(() => new Map());
  const widen = useCallback((more: Map<string, number>) => {
    setWidths((now) => {
      const grown = [...more].filter(([id, width]) => width > (now.get(id) ?? 0));
      return grown.length === 0 ? now : new Map([...now, ...grown]);
    });
  }, []);
  return [widths, widen] as const;
}

/** The columns of all rows (each row is a grid of its own): their least widths, and spare room in proportion. */
export function columnGrid<Row>(
  columns: readonly Column<Row>[],
  selects: boolean,
  widths: Widths,
): CSSProperties {
  const least = columns.map(({ id, width }) =>
    Math.max(Number(width.slice('w-'.length)) * STEP, (widths.get(id) ?? 0) / PIXELS_A_REM),
  );
  const tracks = least.map((rem) => `minmax(${rem}rem, ${rem}fr)`);
  if (selects) tracks.unshift(`${CHECKBOX}rem`);
  const minWidth = `${least.reduce((sum, rem) => sum + rem, selects ? CHECKBOX : 0)}rem`;
  return { '--columns': tracks.join(' '), minWidth } as CSSProperties;
}

/** Marks a frame whose table is wider than itself. */
export function useSideways(frame: RefObject<HTMLElement | null>, fixed: boolean): void {
  useLayoutEffect(() => {
    const element = frame.current;
    const table = element?.querySelector('table');
    if (!fixed || !element || !table) return;
    const look = () => element.toggleAttribute('data-sideways', table.offsetWidth > element.clientWidth);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame, fixed]);
}
