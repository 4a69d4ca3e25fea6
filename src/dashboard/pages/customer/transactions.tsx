import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import {
  readTransactionType,
  type TransactionRow,
  type TransactionType,
  transactionPageQuery,
} from '#dashboard/api/customers/customer-transactions.ts';
import { useStandingPage } from '#dashboard/api/http/use-standing-error.ts';
import type { ListPage } from '#dashboard/api/loans/loans.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { type Paging, readPaging } from '#dashboard/lib/paging.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { PagedList } from '#dashboard/list/paged-list.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { contradiction } from '#dashboard/table/paging-facts.ts';
import { Segment, Segments } from '#dashboard/table/segments.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button, buttonClass } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
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
  const { pageSize } = useSettings();
  const paging = readPaging(search, pageSize);
  const type = readTransactionType(search);
  const query = useQuery({
    ...transactionPageQuery(email, type, paging),
    placeholderData: keepPreviousData,
  });
  const page = useStandingPage(query);
  const { data, at, isFetching, retry } = page;
  const now = useNow();

  const columns = useMemo(() => transactionColumns(data?.rows ?? []), [data?.rows]);

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Types type={type} />
        <Freshness at={at} refreshing={isFetching} refresh={retry} />
      </div>
      <PagedList
        {...{ page, paging, columns, card }}
        label="Transactions"
        noun="transaction"
        view={`${type} ${paging.page} ${paging.limit}`}
        empty={<NoTransactions type={type} refresh={retry} />}
        prefetch={(next) => client.prefetchQuery(transactionPageQuery(email, type, next))}
        doubts={(shown) => <Warnings page={shown} {...{ paging, type, listed }} />}
      />
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
  const text = String(withParams(search, { page: null, type }));
  return text && `?${text}`;
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
