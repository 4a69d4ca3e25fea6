import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { useListRows } from '#dashboard/api/http/use-list-rows.ts';
import {
  type LoanFilter,
  NO_FILTER,
  readLoanFilter,
  withLoanFilter,
} from '#dashboard/api/loans/loan-filter.ts';
import { type LoanRow, loanList } from '#dashboard/api/loans/loans.ts';
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
import { focusHeading, useFocusOnNews } from '#dashboard/ui/focus.ts';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { useSteadyOrder } from '#dashboard/ui/use-steady-order.ts';
import { LoanFilters } from './loan-filters.tsx';
import { GroupCard, groupColumns, groupFile, groupHref, groupName } from './loan-groups.tsx';
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
  const filter = useMemo(() => filterOf(search), [search]);
  const filtered = countFilters(filter);
  const by = (['borrower', 'month'] as const).find((each) => each === search.get('group')) ?? null;
  const grouped = useMemo(() => ({ by: by ?? 'borrower', filter, nameOf }), [by, filter, nameOf]);
  // Their widths are worked out only where they are shown.
  const samples = by ? first : NONE;
  const groupTable = useTableState(useMemo(() => groupColumns(samples, grouped), [samples, grouped]));
  const grouping = by && { by, sort: groupTable.sort, columns: groupTable.choice.all };
  // The zone is in it because months depend on it.
  const context = useMemo(() => ({ now, nameOf, timeZone }), [now, nameOf, timeZone]);
  const { view, answer, of } = useListView(list, {
    isNarrowed: filtered > 0 || by !== null || table.sort !== null,
    question: JSON.stringify([filter, by, by ? groupTable.sort : table.sort]),
    context,
    work: (rows) => viewLoans(rows, { filter, sort: table.sort, columns, grouping, context }),
  });
  useFocusOnNews(by ?? 'none', { focus: keepFocus });
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
  const common = {
    list,
    filtered,
    title: 'Loans',
    noun: 'loan',
    viewKey: search.toString(),
    clear: () => go(withLoanFilter(search, NO_FILTER)),
    filters: (
      <LoanFilters
        rows={list.rows}
        filter={filter}
        onChange={(next) => go(withLoanFilter(search, next))}
        {...{ nameOf }}
        grouping={by}
        // Groups have other columns, but may be sorted by the same figure.
        onGroup={(group) => setSearch(withParams(search, { group, cols: null }))}
      />
    ),
    actions: mayLend && (
      <Link to="/loans/new" className={buttonClass('primary')}>
        New loan
      </Link>
    ),
    sums: loanSums(totals, seen),
    totals: !isWide && (isFirst || list.rows.length > 0) && <LoanTotals {...{ totals, seen }} />,
    problem: daysProblem(filter.created),
    empty: { title: 'You have no loans yet', text: 'Your loans will appear here once they are created.' },
  };
  const narrowed = withLoanFilter(new URLSearchParams(), filter);
  if (by) {
    const rows = view.rows && answer?.groups?.by === by ? answer.groups.rows : undefined;
    return (
      <ListPage
        {...common}
        key={by}
        view={{ ...view, rows, count: answer?.rows.length }}
        table={groupTable}
        file={{
          name: `loans by ${GROUPS[by]}`,
          noun: 'group',
          columns: groupFile(grouped),
          filter: narrowed,
        }}
        row={{
          label: `Loans by ${GROUPS[by]}`,
          rowHref: (group) => groupHref(group, grouped),
          rowId: ({ key, currency }) => `${key} ${currency}`,
          rowLabel: (group) => `the loans of ${groupName(group, grouped)}`,
          card: (group) => <GroupCard {...{ group, context: grouped }} />,
        }}
      />
    );
  }
  return (
    <ListPage
      {...common}
      {...{ view, table }}
      file={{ name: 'loans', columns: loanFile({ now, nameOf }), filter: narrowed }}
      row={{
        rowHref: loanHref,
        rowId: ({ id }) => id,
        rowLabel: (loan) => loanLabel(loan, nameOf),
        card: (loan) => <LoanCard {...{ loan, now, nameOf }} />,
      }}
    />
  );
}

/** What was pressed is gone, if it was a group's: the focus would be nowhere. */
function keepFocus(): void {
  if (document.activeElement === document.body) focusHeading();
}

const NONE: readonly LoanRow[] = [];

const GROUPS = { borrower: 'borrower', month: 'due month' };

function filterOf(search: URLSearchParams): LoanFilter {
  const filter = readLoanFilter(search);
  return { ...filter, created: readDayRange(filter.created) };
}
