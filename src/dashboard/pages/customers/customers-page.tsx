import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { customersQuery, useCustomerAddress, useDuplicates } from '#dashboard/api/customers/customers.ts';
import { prefetchCustomerList, useFirstCustomers } from '#dashboard/api/customers/first-customers.ts';
import { useQueryRows } from '#dashboard/api/http/use-query-rows.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { CustomerFilter, SortSelect } from './customer-filter.tsx';
import { CustomerCard, customerColumns, customerFile, nameText } from './customers-columns.tsx';
import { useCustomerView, useFilterText } from './use-customer-list.ts';

export const loader = prefetchCustomerList;

/** Long enough for the rows to be painted first, and shorter than it takes to begin to type. */
const AFTER_PAINT_MS = 500;

/** All customers of the organisation, which come at once: filtered as one types, sorted and exported. */
export default function CustomersPage() {
  const query = useStanding(useQuery(customersQuery));
  const book = query.data;
  const came = useFirstCustomers();
  const first = book || query.error ? undefined : came;
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useFilterText();
  const addressOf = useCustomerAddress();
  const all = useMemo(() => customerColumns(addressOf), [addressOf]);
  const table = useTableState(all);
  const { sort, onSort } = table;
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
  const isWide = useMedia('(min-width: 48rem)');

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
      file={{ name: 'customers', columns: customerFile }}
      filters={
        <>
          <CustomerFilter {...{ text, setText, duplicates, onlyDuplicates, showDuplicates }} />
          {!isWide && <SortSelect columns={all} sort={sort} onSort={onSort} />}
        </>
      }
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
