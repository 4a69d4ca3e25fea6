import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useStandingPage } from '#dashboard/api/http/use-standing-error.ts';
import { loanPageQuery } from '#dashboard/api/loans/loans.ts';
import { useMemberNames } from '#dashboard/api/members/members.ts';
import { readPaging } from '#dashboard/lib/paging.ts';
import { currentSettings } from '#dashboard/lib/settings.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { PagedList } from '#dashboard/list/paged-list.tsx';
import { Columns } from '#dashboard/list/row-list.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { hrefOf, LoanCard, labelOf, loanColumns } from './loans-columns.tsx';
import { LoansHead } from './loans-head.tsx';
import { NoLoans } from './no-loans.tsx';

const AllLoans = lazyPart(() => import('./all-loans.tsx').then((module) => module.AllLoans));

function isWhole(search: URLSearchParams): boolean {
  return search.get('all') === '1';
}

function pagingOf(search: URLSearchParams) {
  return readPaging(search, currentSettings().pageSize);
}

export async function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  if (isWhole(search)) await AllLoans.preload();
  else await client.prefetchQuery(loanPageQuery(pagingOf(search)));
}

/** The creditor's loans: a page of them in the service's order, or all of them, filtered and sorted here. */
export default function LoansPage() {
  const [search] = useSearchParams();
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6 desk:h-full">
      {isWhole(search) ? (
        <Suspense>
          <AllLoans />
        </Suspense>
      ) : (
        <PagedLoans />
      )}
    </div>
  );
}

/** The loans a page at a time, in the order that the service keeps them in. */
function PagedLoans() {
  const client = useQueryClient();
  const [search] = useSearchParams();
  const { pageSize } = useSettings();
  const paging = readPaging(search, pageSize);
  const query = useQuery({ ...loanPageQuery(paging), placeholderData: keepPreviousData });
  const page = useStandingPage(query);
  const { data, at, isFetching, retry } = page;
  const nameOf = useMemberNames(data !== undefined);
  const now = useNow();
  const all = useMemo(
    () => loanColumns(data?.rows ?? [], { now, nameOf, sorts: false }),
    [data, now, nameOf],
  );
  const { columns, choice } = useTableState(all);

  return (
    <>
      <LoansHead whole={false} freshness={<Freshness at={at} refreshing={isFetching} refresh={retry} />}>
        <Columns choice={choice} />
      </LoansHead>
      <PagedList
        {...{ page, paging, columns }}
        label="Loans"
        noun="loan"
        view={`${paging.page} ${paging.limit}`}
        rowHref={hrefOf}
        rowLabel={labelOf(nameOf)}
        card={(loan) => <LoanCard {...{ loan, now, nameOf }} />}
        empty={<NoLoans refresh={retry} />}
        prefetch={(next) => client.prefetchQuery(loanPageQuery(next))}
      />
      <p className="text-label text-muted">{zoneSentence(now)}</p>
    </>
  );
}
