import type { ChangeEvent, FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { followRowLink } from './row-link.tsx';
import type { Rows } from './rows.ts';
import type { RowId } from './selection.ts';

interface EventedTable {
  frame: RefObject<HTMLElement | null>;
  /**
   * The row that has, or last had, the focus. It is rendered, wherever the frame is scrolled to. No state: rows that are
   * rendered between the two ends of a press may be others, and the press would be lost.
   */
  active: RefObject<number | null>;
  render: () => void;
  count: number;
  rowHeight: number;
  letters: boolean;
  hrefAt: (index: number) => string | undefined;
  toggle: ((index: number, range: boolean) => void) | undefined;
}

/** What a table's frame listens for: up, down, Home and End go from row to row, Enter opens one, and x chooses it. */
export function useTableEvents({ frame, active, count, toggle, ...table }: EventedTable) {
  const navigate = useNavigate();

  const goTo = (to: number) => {
    const index = Math.max(0, Math.min(to, count - 1));
    const row = () => frame.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);
    active.current = index;
    if (!row()) flushSync(table.render);
    row()?.focus();
  };

  const actionOf = (key: string, target: EventTarget): (() => void) | undefined => {
    const here = active.current !== null && active.current < count ? active.current : null;
    const first = Math.ceil((frame.current?.scrollTop ?? 0) / table.rowHeight);
    const letter = table.letters ? key : '';
    if (key === 'Enter') {
      const href = target instanceof HTMLTableRowElement ? table.hrefAt(placeOf(target) ?? 0) : undefined;
      return href === undefined ? undefined : () => navigate(href);
    }
    if (letter === 'x' && here !== null && toggle) return () => toggle(here, false);
    if (count === 0) return undefined;
    if (key === 'ArrowDown' || letter === 'j') return () => goTo(here === null ? first : here + 1);
    if (key === 'ArrowUp' || letter === 'k') return () => goTo(here === null ? first : here - 1);
    if (key === 'Home') return () => goTo(0);
    return key === 'End' ? () => goTo(count - 1) : undefined;
  };

  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target, defaultPrevented, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target)) return;
      const action = actionOf(event.key, target);
      if (!action) return;
      event.preventDefault();
      action();
    },
    onChange: (event: ChangeEvent<HTMLElement>) => {
      const place = placeOf(event.target);
      // A press on a checkbox, which knows of the Shift key, is what changes it.
      const shift = (event.nativeEvent as { shiftKey?: boolean }).shiftKey === true;
      if (place !== null && isCheckbox(event.target)) toggle?.(place, shift);
    },
    onClick: (event: MouseEvent<HTMLElement>) => followRowLink(event, navigate),
    onFocus: (event: FocusEvent<HTMLElement>) => {
      active.current = placeOf(event.target) ?? active.current;
    },
  };
}

/** Takes the focus along with its record when others come before it, by a refresh say; one that left the view leaves it there. */
export function useFocusOnRecord<Row>(
  { frame, active }: Pick<EventedTable, 'frame' | 'active'>,
  rows: Rows<Row> | undefined,
  idOf: RowId<Row> | undefined,
): void {
  const before = useRef(rows);
  useEffect(() => {
    const idAt = (from: Rows<Row> | undefined, index: number) => {
      const row = from?.at(index);
      return row === undefined ? undefined : idOf?.(row, index);
    };
    const here = active.current;
    const id = here === null ? undefined : idAt(before.current, here);
    before.current = rows ?? before.current;
    if (!rows || id === undefined || idAt(rows, Number(here)) === id) return;
    // Among those that are rendered: a list may have 100,000 rows.
    const rendered = [...(frame.current?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])];
    const row = rendered.find((each) => idAt(rows, Number(each.dataset.index)) === id);
    if (!row) return;
    active.current = Number(row.dataset.index);
    const left = rendered.find((each) => Number(each.dataset.index) === here);
    if (left?.contains(document.activeElement)) row.focus({ preventScroll: true });
  }, [rows, idOf, frame, active]);
}

export function placeOf(target: Element): number | null {
  const row = target.closest<HTMLElement>('[data-index]');
  return row ? Number(row.dataset.index) : null;
}

export function isCheckbox(target: Element): boolean {
  return target.matches('input[type="checkbox"]');
}

function isTyping(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement) || isCheckbox(target)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
