import { type ReactNode, useMemo, useRef } from 'react';
import type { Rows } from './rows.ts';

/** The selected rows, by id: they stay selected when rows are refreshed, sorted, or left for another page. */
export interface Selection<Row> {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
  /** What the row's checkbox is called, after the word Select: `the loan of Ada`. */
  label: (row: Row) => string;
  actions?: ReactNode;
}

/** The id of a row; undefined where it says nothing of itself, and can't be chosen. */
export type RowId<Row> = (row: Row, index: number) => string | undefined;

export type Selecting = ReturnType<typeof useSelecting>;

/** What a list does with its selection. A range goes from the row that was last toggled. */
export function useSelecting<Row>(
  selection: Selection<Row> | undefined,
  rows: Rows<Row> | undefined,
  rowId: RowId<Row> | undefined,
) {
  const ids = selection?.ids;
  const { here, isAll } = useMemo(() => {
    let here = 0;
    let isAll = true;
    for (const id of ids?.size ? eachId(rows, rowId) : []) {
      if (ids?.has(id)) here += 1;
      else isAll = false;
    }
    return { here, isAll };
  }, [ids, rows, rowId]);
  const state: 'none' | 'some' | 'all' = here === 0 ? 'none' : isAll ? 'all' : 'some';
  const anchor = useRef<{ index: number; id: string } | null>(null);

  const idAt = (index: number) => eachId(rows, rowId, index, index).next().value;
  /** Selects the rows from one place to another, or no longer. */
  const change = (isSelected: boolean, from?: number, to?: number) => {
    const next = new Set(ids);
    for (const id of eachId(rows, rowId, from, to)) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    selection?.onChange(next);
  };

  return {
    state,
    /** How many of the chosen ones are among these rows. */
    here,
    toggle: (index: number, range: boolean) => {
      const id = idAt(index);
      if (!ids || id === undefined) return;
      const from = anchor.current;
      // After the rows have changed their places, the anchor is no longer where it was set.
      const start = range && from && idAt(from.index) === from.id ? from.index : index;
      change(!ids.has(id), Math.min(start, index), Math.max(start, index));
      anchor.current = { index, id };
    },
    toggleAll: () => {
      change(state !== 'all');
      anchor.current = null;
    },
    clear: () => selection?.onChange(new Set()),
  };
}

/** The ids of the rows from one place to another; rows without an id are passed over. */
function* eachId<Row>(
  rows: Rows<Row> | undefined,
  rowId: RowId<Row> | undefined,
  from = 0,
  to = (rows?.length ?? 0) - 1,
): Generator<string, undefined> {
  for (let index = from; index <= to; index++) {
    const row = rows?.at(index);
    const id = row === undefined ? undefined : rowId?.(row, index);
    if (id !== undefined) yield id;
  }
}
