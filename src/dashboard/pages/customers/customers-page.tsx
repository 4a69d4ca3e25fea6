import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import {
  customersQuery,
  prefetchCustomers,
  useCustomerAddress,
  useDuplicates,
} from '#dashboard/api/customers/customers.ts';
import { useStandingError } from '#dashboard/api/http/use-standing-error.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { Columns, RowList } from '#dashboard/list/row-list.tsx';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
// Always needed here: with it at hand, the rows are painted once.
import '#dashboard/table/virtual-body.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { CustomerFilter, SortSelect, Waiting } from './customer-filter.tsx';
import { CustomerCard, customerColumns, customerCsv, nameText } from './customers-columns.tsx';
import { useCustomerList, useFilterText } from './use-customer-list.ts';

function NoCustomers({ refresh }: { refresh: () => void }) {
  return (
    <Notice title="You have no customers yet" action={<Button onClick={refresh}>Look again</Button>}>
      A customer stands here after a first trade through your API client.
    </Notice>
  );
}

function NoResults({ clear }: { clear: () => void }) {
  return (
    <Notice title="No customer matches" action={<Button onClick={clear}>Clear the filter</Button>}>
      Every word is looked for in the name and the e-mail.
    </Notice>
  );
}

export const loader = prefetchCustomers;

/** Long enough for the rows to be painted first, and shorter than it takes to begin to type. */
const AFTER_PAINT_MS = 500;

export default function CustomersPage() {
  const query = useQuery(customersQuery);
  const { data: book, isFetching, dataUpdatedAt, refetch } = query;
  const error = useStandingError(query);
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useFilterText();
  const addressOf = useCustomerAddress();
  const all = useMemo(() => customerColumns(addressOf), [addressOf]);
  const { sort, onSort, columns, choice } = useTableState(all);
  const duplicates = useDuplicates(book, AFTER_PAINT_MS);
  const onlyDuplicates = search.get('duplicates') === '1';
  const list = useCustomerList(book, { text, sort, duplicates: onlyDuplicates ? duplicates : null });
  const wide = useMedia('(min-width: 48rem)');
  const now = useNow();

  // Sorted by e-mail, duplicates are next to each other.
  const showDuplicates = (show: boolean) =>
    setSearch(withParams(search, show ? { duplicates: '1', sort: 'email' } : { duplicates: null }));
  const clear = () => {
    setText('');
    if (onlyDuplicates) showDuplicates(false);
  };
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6 desk:h-full">
      <PageHead title="Customers">
        {book || error ? (
          <Freshness at={book ? dataUpdatedAt : 0} refreshing={isFetching} refresh={refetch} />
        ) : (
          <Waiting />
        )}
      </PageHead>
      {book && error && (
        <RefreshFailed
          what="customers"
          error={error}
          retrying={isFetching}
          retry={refetch}
          at={dataUpdatedAt}
        />
      )}
      {book && book.unreadable > 0 && (
        <Banner tone="warning" title={`${countOf(book.unreadable, 'row')} could not be read`}>
          The service sent something else than a customer in its place; the rows shown are complete but for
          that.
        </Banner>
      )}
      <CustomerFilter
        {...{ text, setText, duplicates, onlyDuplicates, showDuplicates }}
        found={list.rows?.length}
        total={book?.rows.length}
      >
        {!wide && <SortSelect columns={all} sort={sort} onSort={onSort} />}
        <Columns choice={choice} />
        {book && list.rows && (
          <ExportButton
            name="customers"
            columns={customerCsv}
            rows={list.rows}
            total={book.rows.length + book.unreadable}
            partial={partialOf(text, onlyDuplicates)}
          />
        )}
      </CustomerFilter>
      <RowList
        label="Customers"
        rows={list.rows}
        busy={list.busy}
        {...{ columns, sort, onSort }}
        view={`${text} ${onlyDuplicates} ${search.get('sort')}`}
        rowHref={({ _id }) => (_id?.email ? addressOf(_id.email) : undefined)}
        rowLabel={({ name }) => nameText(name)}
        card={card}
      >
        {!book ? (
          error && <Failed what="customers" error={error} retrying={isFetching} retry={refetch} />
        ) : book.rows.length === 0 && book.unreadable === 0 ? (
          <NoCustomers refresh={refetch} />
        ) : list.rows?.length === 0 ? (
          <NoResults clear={clear} />
        ) : null}
      </RowList>
      <p className="text-label text-muted">{zoneSentence(now)}</p>
    </div>
  );
}

const card = (row: CustomerRow) => <CustomerCard row={row} />;

/** Why an export isn't one of everybody. */
function partialOf(text: string, onlyDuplicates: boolean): string | undefined {
  const reasons = [text.trim() !== '' && 'narrowed by a filter', onlyDuplicates && 'only duplicates'];
  return reasons.filter(Boolean).join(', ') || undefined;
}
