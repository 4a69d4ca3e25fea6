import type { KeyboardEvent, RefObject } from 'react';
import { isCheckbox, placeOf } from './table-body.tsx';

interface TableKeys {
  frame: RefObject<HTMLElement | null>;
  active: RefObject<number | null>;
  count: number;
  /** Brings a row into being that isn't there, and gives it the focus. */
  reach: RefObject<((index: number) => void) | null>;
  rowHeight: number;
  /** Whether single letters do anything. */
  letters: boolean;
  open: ((index: number) => void) | undefined;
  toggle: ((index: number, range: boolean) => void) | undefined;
}

/** The keys of a table: up and down, Home and End go from row to row, Enter opens one, x chooses it. */
export function pressTableKey(event: KeyboardEvent<HTMLElement>, keys: TableKeys): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
    return;
  const { frame, active, count, rowHeight, letters } = keys;
  const here = active.current !== null && active.current < count ? active.current : null;
  const first = Math.ceil((frame.current?.scrollTop ?? 0) / rowHeight);
  const letter = letters ? event.key : '';
  if (event.key === 'ArrowDown' || letter === 'j') step(event, keys, here === null ? first : here + 1);
  else if (event.key === 'ArrowUp' || letter === 'k') step(event, keys, here === null ? first : here - 1);
  else if (event.key === 'Home') step(event, keys, 0);
  else if (event.key === 'End') step(event, keys, count - 1);
  else if (letter === 'x' && here !== null && keys.toggle) {
    event.preventDefault();
    keys.toggle(here, false);
  } else if (event.key === 'Enter' && isRow(event.target) && keys.open) {
    event.preventDefault();
    keys.open(placeOf(event.target) ?? 0);
  }
}

function step(event: KeyboardEvent, { frame, active, count, reach }: TableKeys, to: number): void {
  if (count === 0) return;
  event.preventDefault();
  const index = Math.max(0, Math.min(to, count - 1));
  const row = frame.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);
  active.current = index;
  if (row) row.focus();
  else reach.current?.(index);
}

function isRow(target: EventTarget): boolean {
  return target instanceof HTMLTableRowElement;
}

function isTyping(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement) || isCheckbox(target)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
