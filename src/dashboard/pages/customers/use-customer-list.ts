import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type {
  CustomerBook,
  CustomerColumn,
  CustomerOrder,
  Duplicates,
} from '#dashboard/api/customers/customer-book.ts';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import type { FirstCustomers } from '#dashboard/api/customers/first-customers.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import type { ListView } from '#dashboard/list/use-list-view.ts';
import { viewOf } from '#dashboard/table/rows.ts';
import type { Sort } from '#dashboard/table/sorting.ts';

const NONE = new Uint32Array();

/**
 * The customers that answer what was asked; `busy` while their order is still being worked out. Until all of them are
 * there, the first are shown, unless something else is asked for.
 */
export function useCustomerView(
  book: CustomerBook | undefined,
  first: FirstCustomers | undefined,
  question: { text: string; sort: Sort | null; duplicates: Duplicates | null | undefined },
): ListView<CustomerRow> {
  const { text, sort, duplicates } = question;
  const { order, busy } = useOrder(book, sort);
  const rows = useMemo(() => {
    if (!book) return undefined;
    // Asked for duplicates that are still being counted.
    const among = duplicates === null ? null : (duplicates?.places ?? NONE);
    const places = book.find({ text, among, order });
    return places === null ? book.rows : viewOf(book.rows, places);
  }, [book, text, duplicates, order]);
  if (first && !book && text.trim() === '' && !sort && duplicates === null) {
    const { rows, length } = first;
    return { rows: { length, at: (place) => rows[place] }, busy: false, isExact: false };
  }
  return { rows, busy, isExact: !busy };
}

/** The order of a column. Until it is worked out, the previous one stays. */
function useOrder(book: CustomerBook | undefined, sort: Sort | null) {
  const column = sort?.column as CustomerColumn | undefined;
  const direction = sort?.direction;
  const wanted = useMemo<CustomerOrder | null>(
    () => (column && direction ? { column, direction } : null),
    [column, direction],
  );
  const before = wanted ? book?.sortedBefore(wanted) : undefined;
  const { result, of } = useSliced(
    book && wanted && !before ? (_, signal) => book.sorted(wanted, signal) : null,
    book,
    [wanted],
    { moving: false },
  );
  if (!book || !wanted) return { order: null, busy: false };
  return { order: before ?? (of === book ? result : null) ?? null, busy: !before };
}

/** What was typed into the filter, by holder and history entry. Not in the address: it may be an email. */
const typed = new WeakMap<QueryClient, Map<string, string>>();
const MOST_ENTRIES = 100;

/** The filter's text, which is there again when one comes Back, and nowhere but in memory. */
export function useFilterText(): [string, (text: string) => void] {
  const client = useQueryClient();
  const holder = sessionHolder(useDesk());
  const entry = `${holder} ${useLocation().key}`;
  const [text, setText] = useState(() => typed.get(client)?.get(entry) ?? '');
  useEffect(() => {
    const kept = typed.get(client) ?? new Map<string, string>();
    typed.set(client, kept);
    kept.delete(entry);
    kept.set(entry, text);
    const [oldest] = kept.keys();
    if (kept.size > MOST_ENTRIES && oldest !== undefined) kept.delete(oldest);
  }, [client, entry, text]);
  return [text, setText];
}
