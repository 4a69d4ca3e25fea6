import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { useListRows } from '#dashboard/api/http/use-list-rows.ts';
import { NO_FILTER, readLoanFilter, withLoanFilter } from '#dashboard/api/loans/loan-filter.ts';
import { loanList } from '#dashboard/api/loans/loans.ts';
import { memberList, useMemberNames } from '#dashboard/api/members/members.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { daysProblem, readDayRange } from '#dashboard/lib/day-range.ts';
import { hasEveryRow } from '#dashboard/lib/load-pages.ts';
import { WIDE } from '#dashboard/lib/reader.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { markOf } from '#dashboard/list/list-count.ts';
import { countFilters } from '#dashboard/list/list-filters.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { loanHref, loanLabel } from '#dashboard/list/loan-rows.tsx';
import { useFirstRows, useListView } from '#dashboard/list/use-list-view.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { useSteadyOrder } from '#dashboard/ui/use-steady-order.ts';
import { LoanFilters } from './loan-filters.tsx';
import { LoanGroups } from './loan-groups.tsx';
import { LoanTotals, loanSums } from './loan-totals.tsx';
import { viewLoans } from './loan-view.ts';
import { LoanCard, loanColumns, loanFile } from './loans-columns.tsx';

export async function loader(client: QueryClient): Promise<void> {
  await Promise.all([prefetchList(client, loanList), prefetchList(client, memberList)]);
}

export default function LoansPage() {
  const [search, setSearch] = useSearchParams();
  const mayLend = useMay('create-loan');
  const { timeZone, listRows } = useSettings();
  const list = useListRows(loanList, listRows);
  const nameOf = useMemberNames(list.rows.length > 0);
  const now = useNow();
  const first = useFirstRows(list.rows);
  const columns = useMemo(() => loanColumns(first, { now, nameOf }), [first, now, nameOf]);
  const table = useTableState(columns);
  const { sort } = table;
  const read = readLoanFilter(search);
  const filter = { ...read, created: readDayRange(read.created) };
  const filtered = countFilters(filter);
  const grouping = (['borrower', 'month'] as const).find((each) => each === search.get('group')) ?? null;
  // The zone is in it because months depend on it.
  const context = useMemo(() => ({ now, nameOf, timeZone }), [now, nameOf, timeZone]);
  const { view, answer, of } = useListView(list, {
    isNarrowed: filtered > 0 || sort !== null || grouping !== null,
    question: JSON.stringify([filter, sort, grouping]),
    context,
    work: (rows) => viewLoans(rows, { filter, sort, columns, grouping, context }),
  });
  const go = (next: URLSearchParams) => setSearch(next, { replace: true });
  const { shown } = list;
  const isWide = useMedia(WIDE);
  const isSummed = of === list.rows;
  /** The first loans are on their way. */
  const isFirst = list.rows.length === 0 && shown.state === 'loading';
  const totals = useSteadyOrder(answer?.totals ?? [], ({ currency }) => currency);
  // The sums may still be those of fewer loans than are here.
  const summed = isSummed ? shown : { ...shown, loaded: of?.length ?? 0 };
  const seen = isFirst || (hasEveryRow(shown) && isSummed) ? null : markOf(summed, 'loan');
  const sums = loanSums(totals, seen);
  return (
    <ListPage
      {...{ list, view, table, filtered }}
      title="Loans"
      noun="loan"
      viewKey={search.toString()}
      clear={() => go(withLoanFilter(search, NO_FILTER))}
      file={{
        name: 'loans',
        columns: loanFile({ now, nameOf }),
        filter: withLoanFilter(new URLSearchParams(), filter),
      }}
      filters={
        <LoanFilters
          rows={list.rows}
          filter={filter}
          onChange={(next) => go(withLoanFilter(search, next))}
          grouping={grouping}
          onGroup={(group) => go(withParams(search, { group }))}
        />
      }
      actions={
        mayLend && (
          <Link to="/loans/new" className={buttonClass('primary')}>
            New loan
          </Link>
        )
      }
      sums={sums}
      totals={!isWide && (isFirst || list.rows.length > 0) && <LoanTotals {...{ totals, seen }} />}
      instead={
        answer?.groups &&
        view.rows && <LoanGroups groups={answer.groups} {...{ grouping, nameOf, filter, sums }} />
      }
      row={{
        rowHref: loanHref,
        rowId: ({ id }) => id,
        rowLabel: (loan) => loanLabel(loan, nameOf),
        card: (loan) => <LoanCard {...{ loan, now, nameOf }} />,
      }}
      problem={daysProblem(filter.created)}
      empty={{ title: 'You have no loans yet', text: 'Your loans will appear here once they are created.' }}
    />
  );
}
