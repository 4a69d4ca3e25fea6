import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { CUSTOMERS_ADDRESS, type CustomerView } from '#dashboard/api/customers/customer-keys.ts';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import { readTransactionType, tradeList } from '#dashboard/api/customers/customer-transactions.ts';
import { CUSTOMERS_KEY, customerQuery, prefetchCustomer } from '#dashboard/api/customers/customers.ts';
import { followUpsQuery } from '#dashboard/api/follow-ups/follow-ups.ts';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { PrintedLine } from '#dashboard/forms/printed-line.tsx';
import { formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Failed } from '#dashboard/table/failures.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { CopyButton } from '#dashboard/ui/copy-id.tsx';
import { known, knownTime } from '#dashboard/ui/known.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { Transactions } from './transactions.tsx';
import '#dashboard/styles/print.css';

const StatementPart = lazyPart(() => import('./statement-part.tsx').then((module) => module.StatementPart));
const CustomerRecord = lazyPart(() =>
  import('./customer-record.tsx').then((module) => module.CustomerRecord),
);

interface View {
  view: CustomerView;
  label: string;
  /** Its code, if not every visit needs it. */
  part?: Pick<typeof StatementPart, 'preload' | 'approach'>;
}

const TRANSACTIONS: View = { view: 'transactions', label: 'Transactions' };

const VIEWS: readonly View[] = [
  TRANSACTIONS,
  { view: 'statement', label: 'Statement', part: StatementPart },
  { view: 'follow-ups', label: 'Follow-ups', part: CustomerRecord },
];

function NoCustomer({ retry }: { retry: () => void }) {
  return (
    <Notice
      title="Customer not found"
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <ButtonLink to={CUSTOMERS_ADDRESS} look="primary">
            View customers
          </ButtonLink>
          <Button onClick={retry}>Refresh</Button>
        </span>
      }
    >
      The link is from another organisation, or the customer is no longer listed.
    </Notice>
  );
}

export async function loader(
  client: QueryClient,
  search: URLSearchParams,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  const { view, part } = viewOf(search);
  const { key = '' } = params;
  const [email] = await Promise.all([
    prefetchCustomer(client, key),
    part?.preload(),
    view === 'follow-ups' && client.prefetchQuery(followUpsQuery({ kind: 'customer', record: key })),
  ]);
  if (!email || view !== 'transactions') return;
  await prefetchList(client, tradeList(email, readTransactionType(search)));
}

export default function CustomerPage() {
  const { key = '' } = useParams();
  const [search] = useSearchParams();
  const client = useQueryClient();
  const { data, error, isFetching: retrying } = useQuery(customerQuery(key));
  const retry = () => void client.invalidateQueries({ queryKey: CUSTOMERS_KEY });
  const customer = data?.customer;
  const { view } = viewOf(search);
  return (
    <div
      className={`mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6 print:max-w-none print:p-0 ${view === 'transactions' ? 'desk:h-full' : ''}`}
    >
      {data === null || (!data && error) ? (
        <>
          <PageHead title="Customer" />
          {error ? <Failed what="customers" {...{ error, retrying, retry }} /> : <NoCustomer retry={retry} />}
        </>
      ) : (
        <>
          <Head customer={customer} times={data?.times} />
          <Views view={view} />
          {customer && view === 'transactions' && (
            <Transactions key={customer._id.email} customer={customer} />
          )}
          {customer && view === 'statement' && (
            <StatementPart.Apart key={customer._id.email} customer={customer} />
          )}
          {customer && view === 'follow-ups' && (
            <CustomerRecord.Apart id={key} name={nameOf(customer)} customer={customer} />
          )}
        </>
      )}
    </div>
  );
}

function Head({ customer, times = 1 }: { customer: CustomerRow | undefined; times: number | undefined }) {
  return (
    <div aria-busy={customer === undefined}>
      <PrintedLine />
      <PageHead title={customer ? nameOf(customer) : 'Customer'} />
      {!customer && (
        <span role="status" className="sr-only">
          Loading the customer
        </span>
      )}
      <dl className="flex flex-wrap items-center gap-x-6 gap-y-1 text-table">
        {FACTS.map(({ label, width, of }) => (
          // On a phone the address has a line to itself, however long it is.
          <div
            key={label}
            className="flex min-h-7 min-w-0 items-center gap-1.5 max-md:min-h-9 max-md:first:min-h-11 max-md:first:w-full"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="flex min-w-0 items-center gap-0.5">
              {customer ? of(customer) : <Skeleton className={width} />}
            </dd>
          </div>
        ))}
      </dl>
      {times > 1 && (
        <p className="text-table text-warning print:hidden">
          This email is listed {formatCount(times)} times. This is the first entry.{' '}
          <Link to={`${CUSTOMERS_ADDRESS}?duplicates=1&sort=email`} className="font-medium underline">
            View duplicates
          </Link>
        </p>
      )}
    </div>
  );
}

const FACTS: { label: string; width: string; of: (customer: CustomerRow) => ReactNode }[] = [
  {
    label: 'Email',
    width: 'w-48',
    of: ({ _id: { email } }) => (
      <>
        <bdi className="wrap-anywhere">{clip(email, 320)}</bdi>
        <span className="print:hidden">
          <CopyButton text={email} label="Copy email" />
        </span>
      </>
    ),
  },
  {
    label: 'Trades',
    width: 'w-8',
    of: ({ total_trades }) =>
      known(total_trades, 'number of trades', (count) => (
        <span className="tabular">{formatCount(count)}</span>
      )),
  },
  { label: 'Last trade', width: 'w-28', of: ({ date }) => knownTime(date) },
];

function nameOf({ name }: CustomerRow): string {
  return name?.trim() ? clip(name, 200) : 'Customer without a name';
}

function Views({ view: current }: { view: CustomerView }) {
  return (
    <nav aria-label="Views of the customer" className="flex gap-1 border-hairline border-b print:hidden">
      {VIEWS.map(({ view, label, part }) => (
        <Link
          key={view}
          to={{ search: view === 'transactions' ? '' : `?view=${view}` }}
          aria-current={view === current ? 'page' : undefined}
          onPointerEnter={part?.approach}
          onFocus={part?.approach}
          className="-mb-px inline-flex h-9 items-center border-transparent border-b-2 px-3 font-medium text-muted hover:text-text aria-[current]:border-accent-text aria-[current]:text-text max-md:h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function viewOf(search: URLSearchParams): View {
  return VIEWS.find(({ view }) => view === search.get('view')) ?? TRANSACTIONS;
}
