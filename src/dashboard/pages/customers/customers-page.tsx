import { useQuery } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import {
  customersQuery,
  duplicatesOf,
  prefetchCustomerList,
  useCustomerAddress,
} from '#dashboard/api/customers/customers.ts';
import { useQueryRows } from '#dashboard/api/http/use-query-rows.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { ListSearch } from '#dashboard/list/list-search.tsx';
import { unfinished, useSortedView } from '#dashboard/list/use-list-view.ts';
import { type EntryMemory, useEntryState, useTableState } from '#dashboard/table/table-state.ts';
import { CustomerCard, customerColumns, customerFile, nameText } from './customers-columns.tsx';
import { narrower } from './narrow-customers.ts';

export const loader = prefetchCustomerList;

/** What was typed into the filter. Not in the address: it may be an email. */
const typed: EntryMemory<string> = new WeakMap();

const NOBODY: readonly CustomerRow[] = [];
const NO_EMAILS: ReadonlySet<string> = new Set();

/** All customers of the organisation, which come at once: filtered as one types, sorted and exported. */
export default function CustomersPage() {
  const query = useStanding(useQuery(customersQuery));
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useEntryState(typed, '');
  const addressOf = useCustomerAddress();
  const table = useTableState(useMemo(() => customerColumns(addressOf), [addressOf]));
  const onlyDuplicates = search.get('duplicates') === '1';
  const filtered = Number(text.trim() !== '') + Number(onlyDuplicates);
  const isFirst = query.data?.isFirst && !query.error;
  // The first customers can't be filtered or sorted, and don't replace the others if these could not be loaded.
  const isEnough = !query.data?.isFirst || (isFirst && filtered === 0 && !table.sort);
  const customers = isEnough ? query.data : undefined;
  const rows = useMemo(() => customers && placed(customers), [customers]);
  const all = isFirst ? undefined : rows;
  const counted = useSliced(all ? duplicatesOf : null, all ?? NOBODY, [], { moving: false });
  const duplicates = counted.result;
  // What came with the page is no older than it, and says so until all of them are there.
  const list = useQueryRows([isFirst ? { ...query, isFetching: false } : query], {
    rows,
    total: customers && customers.length + customers.unreadable,
    unreadable: customers?.unreadable ?? 0,
    of: 'customers',
  });
  const among = onlyDuplicates ? (duplicates?.emails ?? NO_EMAILS) : null;
  const narrow = useMemo(() => narrower(list.rows), [list.rows]);
  const found = useMemo(() => narrow(text, among), [narrow, text, among]);
  // Filtering all of them takes less than a frame; sorting is done in slices.
  const sorted = useSortedView({ ...list, rows: found }, table);
  // Sorted by email, duplicates are next to each other.
  const showDuplicates = (show: boolean) =>
    setSearch(withParams(search, show ? { duplicates: '1', sort: 'email' } : { duplicates: null }));
  const clear = () => {
    setText('');
    if (onlyDuplicates) showDuplicates(false);
  };
  return (
    <ListPage
      {...{ list, table, clear, filtered }}
      view={isFirst || (onlyDuplicates && !counted.settled) ? unfinished(sorted) : sorted}
      title="Customers"
      noun="customer"
      viewKey={`${text} ${onlyDuplicates} ${search.get('sort')}`}
      file={{
        name: 'customers',
        columns: customerFile,
        // A file's name holds no email, but says that one narrowed the list.
        filter: withParams(new URLSearchParams(), {
          duplicates: onlyDuplicates ? '1' : null,
          matching: text.includes('@') ? 'filtered' : text.trim(),
        }),
      }}
      filters={
        <section
          aria-label="Filter customers"
          className="flex min-w-0 flex-wrap items-center gap-2 max-md:w-full"
        >
          <ListSearch
            label="Search customers by name or email"
            placeholder="Name or email"
            text={text}
            onChange={setText}
          />
          {duplicates && (duplicates.rows > 0 || onlyDuplicates) && (
            <button
              type="button"
              aria-pressed={onlyDuplicates}
              onClick={() => showDuplicates(!onlyDuplicates)}
              title={`${countOf(duplicates.emails.size, 'email')} listed more than once, in ${countOf(duplicates.rows, 'row')}.`}
              className="inline-flex h-8 items-center gap-1.5 rounded-control border border-border border-dashed px-2.5 text-soft text-table hover:bg-hover aria-pressed:border-solid aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-11"
            >
              <Copy size={14} aria-hidden />
              {countOf(duplicates.emails.size, 'duplicate email')}
            </button>
          )}
        </section>
      }
      row={{
        rowHref: ({ _id }) => (_id.email ? addressOf(_id.email) : undefined),
        rowLabel: ({ name }) => nameText(name),
        card: (row) => <CustomerCard row={row} />,
      }}
      empty={{ title: 'No customers yet', text: 'Customers appear here after their first trade.' }}
    />
  );
}

/** The rows, and an empty place for each of those that are on their way. */
function placed({ rows, length }: { rows: readonly CustomerRow[]; length: number }): readonly CustomerRow[] {
  if (rows.length === length) return rows;
  const places = [...rows];
  places.length = length;
  return places;
}
