import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ListPage, type LoanRow, loanPageQuery } from '#dashboard/api/loans.ts';
import { useMemberNames } from '#dashboard/api/members.ts';
import { useStandingPage } from '#dashboard/api/use-standing-error.ts';
import { type Paging, readPaging } from '#dashboard/lib/paging.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { BeyondEnd } from '#dashboard/table/beyond-end.tsx';
import { CardList } from '#dashboard/table/card-list.tsx';
import { ColumnChooser } from '#dashboard/table/column-chooser.tsx';
import { DataTable } from '#dashboard/table/data-table.tsx';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { PageDoubts } from '#dashboard/table/page-doubts.tsx';
import { Pagination } from '#dashboard/table/pagination.tsx';
import { isBeyondEnd, lastPage, rangeOf } from '#dashboard/table/paging-facts.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { hrefOf, LoanCard, labelOf, loanColumns } from './loans-columns.tsx';
import { LoansHead } from './loans-head.tsx';

function NoLoans({ refresh }: { refresh: () => void }) {
  return (
    <Notice title="You have no loans yet" action={<Button onClick={refresh}>Look again</Button>}>
      A loan stands here as soon as the service has created it for you.
    </Notice>
  );
}

/** The loans a page at a time, in the order that the service keeps them in. */
export function PagedLoans() {
  const client = useQueryClient();
  const [search] = useSearchParams();
  const { pageSize, density, shortcuts } = useSettings();
  const paging = readPaging(search, pageSize);
  const query = useQuery({ ...loanPageQuery(paging), placeholderData: keepPreviousData });
  const { isFetching, dataUpdatedAt, refetch } = query;
  const { data, error, standsIn } = useStandingPage(query);
  const nameOf = useMemberNames(data !== undefined);
  const now = useNow();
  const wide = useMedia('(min-width: 48rem)');
  const all = useMemo(
    () => loanColumns(data?.rows ?? [], { now, nameOf, sorts: false }),
    [data, now, nameOf],
  );
  const { columns, choice } = useTableState(all);

  const state = stateOf(data, error, paging, isFetching, refetch);
  const list = {
    label: 'Loans',
    rows: data?.rows,
    busy: standsIn,
    children: state,
    rowHref: hrefOf,
  };
  return (
    <>
      <LoansHead
        whole={false}
        freshness={<Freshness at={data ? dataUpdatedAt : 0} refreshing={isFetching} refresh={refetch} />}
      >
        {wide && <ColumnChooser choice={choice} />}
      </LoansHead>
      {data && !standsIn && <PageDoubts noun="loan" page={data} paging={paging} />}
      {data && error && (
        <RefreshFailed what="loans" error={error} retrying={isFetching} retry={refetch} at={dataUpdatedAt} />
      )}
      {wide ? (
        <DataTable {...list} {...{ columns, density, shortcuts }} view={`${paging.page} ${paging.limit}`} />
      ) : (
        <CardList
          {...list}
          rowLabel={labelOf(nameOf)}
          card={(loan) => <LoanCard {...{ loan, now, nameOf }} />}
        />
      )}
      {!data && !error && <div className="h-8 max-md:hidden" />}
      {data && !state && (
        <Pagination
          paging={paging}
          last={lastPage(data, paging.limit)}
          more={paging.page < (lastPage(data, paging.limit) ?? Number.POSITIVE_INFINITY)}
          range={rangeOf(data, paging)}
          prefetch={(next) => client.prefetchQuery(loanPageQuery(next))}
        />
      )}
      <p className="text-label text-muted">{zoneSentence(now)}</p>
    </>
  );
}

/** What stands in the list's frame instead of rows, if anything does. */
function stateOf(
  page: ListPage<LoanRow> | undefined,
  error: Error | null,
  paging: Paging,
  retrying: boolean,
  retry: () => void,
) {
  if (!page) return error && <Failed what="loans" {...{ error, retrying, retry }} />;
  if (isBeyondEnd(page, paging))
    return <BeyondEnd what="loans" paging={paging} last={lastPage(page, paging.limit) ?? 1} />;
  if (page.rows.length === 0 && page.unreadable === 0) return <NoLoans refresh={retry} />;
  return null;
}
