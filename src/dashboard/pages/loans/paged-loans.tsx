import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { loanPageQuery } from '#dashboard/api/loans.ts';
import { useMemberNames } from '#dashboard/api/members.ts';
import { useStandingPage } from '#dashboard/api/use-standing-error.ts';
import { readPaging } from '#dashboard/lib/paging.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { PagedList } from '#dashboard/list/paged-list.tsx';
import { Columns } from '#dashboard/list/row-list.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { hrefOf, LoanCard, labelOf, loanColumns } from './loans-columns.tsx';
import { LoansHead } from './loans-head.tsx';
import { NoLoans } from './no-loans.tsx';

/** The loans a page at a time, in the order that the service keeps them in. */
export function PagedLoans() {
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
