import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CustomerBook, CustomerOrder, Duplicates } from '#dashboard/api/customers/customer-book.ts';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import { customersQuery, useCustomerAddress, useDuplicates } from '#dashboard/api/customers/customers.ts';
import {
  type FirstCustomers,
  prefetchCustomerList,
  useFirstCustomers,
} from '#dashboard/api/customers/first-customers.ts';
import { useQueryRows } from '#dashboard/api/http/use-query-rows.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { ListPage } from '#dashboard/list/list-page.tsx';
import type { ListView } from '#dashboard/list/use-list-view.ts';
import { viewOf } from '#dashboard/table/rows.ts';
import type { Sort } from '#dashboard/table/sorting.ts';
import { type EntryMemory, useEntryState, useTableState } from '#dashboard/table/table-state.ts';
import { CustomerFilter } from './customer-filter.tsx';
import { CustomerCard, customerColumns, customerFile, nameText } from './customers-columns.tsx';

export const loader = prefetchCustomerList;

/** Long enough for the rows to be painted first, and shorter than it takes to begin to type. */
const AFTER_PAINT_MS = 500;

/** What was typed into the filter. Not in the address: it may be an email. */
const typed: EntryMemory<string> = new WeakMap();

/** All customers of the organisation, which come at once: filtered as one types, sorted and exported. */
export default function CustomersPage() {
  const query = useStanding(useQuery(customersQuery));
  const book = query.data;
  const came = useFirstCustomers();
  const first = book || query.error ? undefined : came;
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useEntryState(typed, '');
  const addressOf = useCustomerAddress();
  const all = useMemo(() => customerColumns(addressOf), [addressOf]);
  const table = useTableState(all);
  const { sort } = table;
  const duplicates = useDuplicates(book, AFTER_PAINT_MS);
  const onlyDuplicates = search.get('duplicates') === '1';
  const question = { text, sort, duplicates: onlyDuplicates ? duplicates : null };
  const view = useCustomerView(book, first, question);
  const shown = book ?? first;
  const length = book?.rows.length ?? first?.length ?? 0;
  // What came with the page is no older than it, and says so until all of them are there.
  const source = first ? { ...query, dataUpdatedAt: first.asOf, isFetching: false } : query;
  const list = useQueryRows([source], {
    rows: book?.rows ?? first,
    total: shown && length + shown.unreadable,
    unreadable: shown?.unreadable ?? 0,
    of: 'customers',
  });

  // Sorted by email, duplicates are next to each other.
  const showDuplicates = (show: boolean) =>
    setSearch(withParams(search, show ? { duplicates: '1', sort: 'email' } : { duplicates: null }));
  const clear = () => {
    setText('');
    if (onlyDuplicates) showDuplicates(false);
  };
  return (
    <ListPage
      {...{ list, view, table, clear }}
      title="Customers"
      noun="customer"
      viewKey={`${text} ${onlyDuplicates} ${search.get('sort')}`}
      filtered={Number(text.trim() !== '') + Number(onlyDuplicates)}
      file={{
        name: 'customers',
        columns: customerFile,
        // A file's name holds no email, but says that one narrowed the list.
        filter: withParams(new URLSearchParams(), {
          duplicates: onlyDuplicates ? '1' : null,
          matching: text.includes('@') ? 'filtered' : text.trim(),
        }),
      }}
      filters={<CustomerFilter {...{ text, setText, duplicates, onlyDuplicates, showDuplicates }} />}
      row={{
        rowHref: ({ _id }) => (_id.email ? addressOf(_id.email) : undefined),
        rowLabel: ({ name }) => nameText(name),
        card: (row) => <CustomerCard row={row} />,
      }}
      empty={{
        title: 'No customers yet',
        text: 'Customers appear here after their first trade.',
      }}
    />
  );
}

/**
 * The customers that answer what was asked; `busy` while their order is still being worked out. Until all of them are
 * there, the first are shown, unless something else is asked for.
 */
function useCustomerView(
  book: CustomerBook | undefined,
  first: FirstCustomers | undefined,
  question: { text: string; sort: Sort | null; duplicates: Duplicates | null | undefined },
): ListView<CustomerRow> {
  const { text, sort, duplicates } = question;
  const wanted = sort as CustomerOrder | null;
  const before = wanted ? book?.sortedBefore(wanted) : undefined;
  const { result, of, settled } = useSliced(
    book && wanted && !before ? (_, signal) => book.sorted(wanted, signal) : null,
    book,
    [sort?.column, sort?.direction],
    { moving: false },
  );
  // Until the order of a column is worked out, the previous one stays.
  const order = (wanted && (before ?? (of === book ? result : null))) ?? null;
  const busy = book !== undefined && wanted !== null && !before && !settled;
  const rows = useMemo(() => {
    // Asked for duplicates, they are unknown until they are counted.
    if (!book || duplicates === undefined) return undefined;
    const places = book.find({ text, among: duplicates?.places ?? null, order });
    return places === null ? book.rows : viewOf(book.rows, places);
  }, [book, text, duplicates, order]);
  if (first && !book && text.trim() === '' && !sort && duplicates === null) {
    const { rows, length } = first;
    return { rows: { length, at: (place) => rows[place] }, busy: false, isExact: false };
  }
  return { rows, busy, isExact: !busy };
}
