import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import {
  readTransactionType,
  type TransactionRow,
  type TransactionType,
  transactionPageQuery,
} from '#dashboard/api/customer-transactions.ts';
import type { ListPage } from '#dashboard/api/loans.ts';
import { useStandingPage } from '#dashboard/api/use-standing-error.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { type Paging, readPaging } from '#dashboard/lib/paging.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { BeyondEnd } from '#dashboard/table/beyond-end.tsx';
import { CardList } from '#dashboard/table/card-list.tsx';
import { DataTable } from '#dashboard/table/data-table.tsx';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { Pagination } from '#dashboard/table/pagination.tsx';
import { contradiction, isBeyondEnd, lastPage, rangeOf } from '#dashboard/table/paging-facts.ts';
import { Segment, Segments } from '#dashboard/table/segments.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { TransactionCard, transactionColumns } from './transaction-columns.tsx';

function NoTransactions({ type, refresh }: { type: TransactionType | null; refresh: () => void }) {
  const [search] = useSearchParams();
  if (type === null)
    return (
      <Notice
        title="This customer has no transactions"
        action={<Button onClick={refresh}>Look again</Button>}
      >
        The service lists none under this e-mail.
      </Notice>
    );
  return (
    <Notice
      title={type === 'Buy' ? 'This customer has bought nothing' : 'This customer has sold nothing'}
      action={
        <Link to={{ search: withType(search, null) }} className={buttonClass()}>
          Show all types
        </Link>
      }
    />
  );
}

/** A customer's transactions, newest first, page by page. `listed` is what the customer list counts. */
export function Transactions({ email, listed }: { email: string; listed: number | undefined }) {
  const client = useQueryClient();
  const [search] = useSearchParams();
  const { density, shortcuts, pageSize } = useSettings();
  const paging = readPaging(search, pageSize);
  const type = readTransactionType(search);
  const query = useQuery({
    ...transactionPageQuery(email, type, paging),
    placeholderData: keepPreviousData,
  });
  const { isFetching, dataUpdatedAt, refetch } = query;
  const { data, error, standsIn } = useStandingPage(query);
  const wide = useMedia('(min-width: 48rem)');
  const now = useNow();

  const columns = useMemo(() => transactionColumns(data?.rows ?? []), [data?.rows]);

  const state = stateOf({ page: data, error, paging, type, retrying: isFetching, retry: refetch });
  const list = { label: 'Transactions', rows: data?.rows, busy: standsIn, children: state };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Types type={type} />
        <Freshness at={data ? dataUpdatedAt : 0} refreshing={isFetching} refresh={refetch} />
      </div>
      {data && !standsIn && <Warnings page={data} paging={paging} type={type} listed={listed} />}
      {data && error && (
        <RefreshFailed
          what="transactions"
          error={error}
          retrying={isFetching}
          retry={refetch}
          at={dataUpdatedAt}
        />
      )}
      {wide ? (
        <DataTable
          {...list}
          {...{ density, shortcuts }}
          columns={columns}
          view={`${type} ${paging.page} ${paging.limit}`}
        />
      ) : (
        <CardList {...list} card={card} />
      )}
      {!data && !error && <div className="h-8 max-md:hidden" />}
      {data && !state && (
        <Pagination
          paging={paging}
          last={lastPage(data, paging.limit)}
          more={paging.page < (lastPage(data, paging.limit) ?? Number.POSITIVE_INFINITY)}
          range={rangeOf(data, paging)}
          prefetch={(next) => client.prefetchQuery(transactionPageQuery(email, type, next))}
        />
      )}
      <p className="text-label text-muted">{zoneSentence(now)}</p>
    </>
  );
}

const card = (row: TransactionRow) => <TransactionCard row={row} />;

const types: { type: TransactionType | null; label: string }[] = [
  { type: null, label: 'All' },
  { type: 'Buy', label: 'Bought' },
  { type: 'Sell', label: 'Sold' },
];

/** Narrows by type. Each choice is an address. */
function Types({ type: current }: { type: TransactionType | null }) {
  const [search] = useSearchParams();
  return (
    <Segments label="Types of transaction">
      {types.map(({ type, label }) => (
        <Segment key={label} to={{ search: withType(search, type) }} current={type === current}>
          {label}
        </Segment>
      ))}
    </Segments>
  );
}

function withType(search: URLSearchParams, type: TransactionType | null): string {
  const next = new URLSearchParams(search);
  next.delete('page');
  next.delete('type');
  if (type) next.set('type', type);
  const text = next.toString();
  return text && `?${text}`;
}

/** What stands in the list's frame instead of rows, if anything does. */
function stateOf(now: {
  page: ListPage<TransactionRow> | undefined;
  error: Error | null;
  paging: Paging;
  type: TransactionType | null;
  retrying: boolean;
  retry: () => void;
}) {
  const { page, error, paging, type, retrying, retry } = now;
  if (!page) return error && <Failed what="transactions" {...{ error, retrying, retry }} />;
  if (isBeyondEnd(page, paging))
    return <BeyondEnd what="transactions" paging={paging} last={lastPage(page, paging.limit) ?? 1} />;
  if (page.rows.length === 0 && page.unreadable === 0) return <NoTransactions type={type} refresh={retry} />;
  return null;
}

function Warnings(props: {
  page: ListPage<TransactionRow>;
  paging: Paging;
  type: TransactionType | null;
  listed: number | undefined;
}) {
  const { page, paging, type, listed } = props;
  const doubt = contradiction(page, paging);
  const stray = type === null ? 0 : page.rows.filter((row) => row.type !== type).length;
  const differs = type === null && listed !== undefined && page.total !== undefined && listed !== page.total;
  return (
    <>
      {doubt && (
        <Banner tone="warning" title="Paging not confirmed">
          {doubt}
        </Banner>
      )}
      {stray > 0 && (
        <Banner tone="warning" title="Filter not confirmed">
          The service was asked for one type and sent {countOf(stray, 'transaction')} of another.
        </Banner>
      )}
      {page.unreadable > 0 && (
        <Banner tone="warning" title={`${countOf(page.unreadable, 'row')} could not be read`}>
          The service sent something else than a transaction in its place.
        </Banner>
      )}
      {differs && (
        <p className="text-muted text-table">
          The customer list counts {countOf(listed, 'trade')}; there are now{' '}
          {countOf(page.total ?? 0, 'transaction')}.
        </p>
      )}
    </>
  );
}
