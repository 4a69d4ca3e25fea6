import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import type { Rows } from './rows.ts';

/** The selected rows, by id: they stay selected when rows are refreshed, sorted, or left for another page. */
export interface Selection<Row> {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** What the row's checkbox is called, after the word Select: `the loan of Ada`. */
  label: (row: Row) => string;
  /** The actions of the selection bar. */
  actions?: ReactNode;
}

/** The id of a row; undefined where it says nothing of itself, and can't be chosen. */
export type RowId<Row> = (row: Row, index: number) => string | undefined;

export interface Selecting {
  state: 'none' | 'some' | 'all';
  /** How many of the chosen ones are among these rows. */
  here: number;
  toggle: (index: number, range: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** What a list does with its selection. A range goes from the row that was last toggled. */
export function useSelecting<Row>(
  selection: Selection<Row> | undefined,
  rows: Rows<Row> | undefined,
  rowId: RowId<Row> | undefined,
): Selecting {
  const ids = selection?.ids;
  const { here, selectable } = useMemo(() => countSelected(ids, rows, rowId), [ids, rows, rowId]);
  const anchor = useRef<{ index: number; id: string } | null>(null);
  const onChange = selection?.onChange;

  const idAt = useCallback(
    (index: number) => {
      const row = rows?.at(index);
      return row === undefined ? undefined : rowId?.(row, index);
    },
    [rows, rowId],
  );

  const toggle = useCallback(
    (index: number, range: boolean) => {
      const id = idAt(index);
      if (!ids || id === undefined) return;
      const next = new Set(ids);
      const chosen = !ids.has(id);
      const from = anchor.current;
      // After the rows have changed their places, the anchor is no longer where it was set.
      const start = range && from && idAt(from.index) === from.id ? from.index : index;
      for (let at = Math.min(start, index); at <= Math.max(start, index); at++) {
        const each = idAt(at);
        if (each === undefined) continue;
        if (chosen) next.add(each);
        else next.delete(each);
      }
      anchor.current = { index, id };
      onChange?.(next);
    },
    [ids, idAt, onChange],
  );

  const state = here === 0 ? 'none' : here < selectable ? 'some' : 'all';
  const toggleAll = useCallback(() => {
    const next = new Set(ids);
    for (let index = 0; index < (rows?.length ?? 0); index++) {
      const id = idAt(index);
      if (id === undefined) continue;
      if (state === 'all') next.delete(id);
      else next.add(id);
    }
    anchor.current = null;
    onChange?.(next);
  }, [ids, rows, idAt, state, onChange]);

  const clear = useCallback(() => onChange?.(new Set()), [onChange]);
  return { state, here, toggle, toggleAll, clear };
}

function countSelected<Row>(
  ids: ReadonlySet<string> | undefined,
  rows: Rows<Row> | undefined,
  rowId: RowId<Row> | undefined,
): { here: number; selectable: number } {
  let here = 0;
  let selectable = 0;
  if (!ids?.size || !rows || !rowId) return { here, selectable };
  for (let index = 0; index < rows.length; index++) {
    const row = rows.at(index);
    const id = row === undefined ? undefined : rowId(row, index);
    if (id === undefined) continue;
    selectable += 1;
    if (ids.has(id)) here += 1;
  }
  return { here, selectable };
}
