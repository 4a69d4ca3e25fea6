import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import type { Column } from './column.ts';
import type { Sort } from './sorting.ts';

type Known = Pick<Column<never>, 'id' | 'sortable' | 'required' | 'optional'>;

/** The columns of a table as its reader chose them; what a ColumnChooser takes. */
export interface ColumnChoice<Row> {
  all: readonly Column<Row>[];
  shown: readonly string[];
  onChange: (shown: readonly string[]) => void;
}

export type TableState<Row> = ReturnType<typeof useTableState<Row>>;

/** A table's sort and columns, kept in the address. Give it columns that stay the same from one rendering to the next. */
export function useTableState<Row>(columns: readonly Column<Row>[]) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const parameters = new URLSearchParams(search);
  const sortText = parameters.get('sort');
  const columnsText = parameters.get('cols');

  const sort = useMemo(() => readSort(sortText, columns), [sortText, columns]);
  const shown = useMemo(() => readColumns(columnsText, columns), [columnsText, columns]);
  const visible = useMemo(
    () => shown.flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [shown, columns],
  );

  const go = (change: Readonly<Record<string, string | null>>, replace: boolean) =>
    navigate({ pathname, search: withParams(parameters, change).toString(), hash }, { replace });
  return {
    sort,
    // In another order, the page that one was on holds other rows.
    onSort: (to: Sort | null) => go({ sort: writeSort(to), page: null }, false),
    columns: visible,
    choice: {
      all: columns,
      shown,
      onChange: (to: readonly string[]) => go({ cols: writeColumns(to, columns) }, true),
    },
  };
}

/** `amount`, or `-amount` for descending; null for what no column sorts by. */
export function readSort(text: string | null, columns: readonly Known[]): Sort | null {
  if (text === null) return null;
  const descending = text.startsWith('-');
  const id = descending ? text.slice(1) : text;
  const column = columns.find((candidate) => candidate.id === id);
  if (!column?.sortable) return null;
  return { column: id, direction: descending ? 'desc' : 'asc' };
}

export function writeSort(sort: Sort | null): string | null {
  return sort && `${sort.direction === 'desc' ? '-' : ''}${sort.column}`;
}

/** The ids of the columns to show. Unknown ones are passed over; required ones that are missing come first. */
export function readColumns(text: string | null, columns: readonly Known[]): readonly string[] {
  const named = [...new Set((text ?? '').slice(0, 2_000).split(','))];
  const known = named.filter((id) => columns.some((column) => column.id === id));
  if (known.length === 0) return columnsUnasked(columns);
  const missing = columns.filter(({ id, required }) => required && !known.includes(id)).map(({ id }) => id);
  return [...missing, ...known];
}

/** The columns for an address; null where it is those that the table shows unasked. */
export function writeColumns(shown: readonly string[], columns: readonly Known[]): string | null {
  const text = shown.join(',');
  return text === columnsUnasked(columns).join(',') ? null : text;
}

export function columnsUnasked(columns: readonly Known[]): readonly string[] {
  return columns.filter(({ optional }) => !optional).map(({ id }) => id);
}

/** What entries of the history hold of one thing, by holder and entry. It ends with the tab. */
export type EntryMemory<Value> = WeakMap<QueryClient, Map<string, Value>>;

/** A state that each entry of the history has for itself, for Back and Forward. It is kept in memory only. */
export function useEntryState<Value>(memory: EntryMemory<Value>, initial: Value) {
  const client = useQueryClient();
  const holder = sessionHolder(useDesk());
  const entry = `${holder} ${useLocation().key}`;
  const keptAt = (otherwise: Value) => ({ entry, value: memory.get(client)?.get(entry) ?? otherwise });
  const [held, hold] = useState(() => keptAt(initial));
  // A new entry of the same page, such as another order of its rows, begins with the state of the one before.
  if (held.entry !== entry) hold(keptAt(held.value));
  const { value } = held;
  useEffect(() => {
    const kept = memory.get(client) ?? new Map<string, Value>();
    memory.set(client, kept.set(entry, value));
  }, [memory, client, entry, value]);
  return [value, (next: Value) => hold({ entry, value: next })] as const;
}
