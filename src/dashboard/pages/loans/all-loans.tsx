import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { loanTiming } from '#contract/loan-timing.ts';
import { useAllLoans } from '#dashboard/api/loans/all-loans.ts';
import { countFilters, NO_FILTER, readLoanFilter, withLoanFilter } from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { useMemberNames } from '#dashboard/api/members/members.ts';
import type { CsvColumn } from '#dashboard/lib/csv.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import type { LoadProgress } from '#dashboard/lib/load-pages.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { monthOf, zoneSentence } from '#dashboard/lib/times.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { Columns, RowList } from '#dashboard/list/row-list.tsx';
import { ExportButton, ExportPlace } from '#dashboard/table/export-button.tsx';
import { Failed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { LoadNews } from '#dashboard/table/load-news.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { usePatience } from '#dashboard/ui/use-patience.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { LoanFilters } from './loan-filters.tsx';
import { LoanGroups } from './loan-groups.tsx';
import { LoanTotals } from './loan-totals.tsx';
import { type Grouping, viewLoans } from './loan-view.ts';
import { hrefOf, LoanCard, labelOf, loanColumns } from './loans-columns.tsx';
import { LoansHead } from './loans-head.tsx';
import { NoLoans } from './no-loans.tsx';

function NoResults({ clear }: { clear: () => void }) {
  return (
    <Notice title="No loan passes these filters" action={<Button onClick={clear}>Clear filters</Button>}>
      The loans themselves are there; the filters leave none of them.
    </Notice>
  );
}

/** All loans, loaded in the background: to filter, sort, group, add up and export. */
export function AllLoans() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { timeZone } = useSettings();
  const all = useAllLoans(true);
  const nameOf = useMemberNames(true);
  const now = useNow();
  // If the whole page is in view, what comes and goes is under the list, and the rows stay where they are.
  const inView = useMedia('(min-width: 48rem) and (min-height: 34rem)');
  const first = useFirst(all.rows);
  const columns = useMemo(() => loanColumns(first, { now, nameOf, sorts: true }), [first, now, nameOf]);
  const table = useTableState(columns);
  const filter = readLoanFilter(search);
  const grouping = readGrouping(search);
  // The zone is in it because months are reckoned in it.
  const context = useMemo(() => ({ now, monthOf, nameOf, timeZone }), [now, nameOf, timeZone]);
  const question = JSON.stringify([filter, table.sort, grouping]);
  const { result, of, busy } = useSliced(
    async (rows, signal) => {
      const asked = { filter, sort: table.sort, columns, grouping, context };
      return { question, view: await viewLoans(rows, asked, signal) };
    },
    all.rows,
    [question, context],
  );
  const view = result?.view;
  // Names that arrive and minutes that pass leave the rows to export, and with them the button, as they are.
  const isExact = result?.question === question && of === all.rows;

  const go = (next: URLSearchParams) => navigate({ search: next.toString() }, { replace: true });
  const clear = () => go(withLoanFilter(search, NO_FILTER));
  const isPatient = usePatience();
  const [wasEmpty] = useState(all.rows.length === 0);
  const isHeld = isPatient && wasEmpty && (all.progress.state === 'loading' || !isExact);
  const loaded = all.rows.length > 0 && !isHeld;
  const failure = all.rows.length === 0 ? all.progress.error : undefined;
  const isLoading = all.progress.state === 'loading';
  const state = failure ? (
    <Failed what="loans" error={failure} retrying={isLoading} retry={all.retry} />
  ) : all.rows.length === 0 ? (
    all.progress.state === 'complete' && <NoLoans refresh={all.refresh} />
  ) : (
    loaded && view?.rows.length === 0 && <NoResults clear={clear} />
  );
  const isWhole = all.shown.state === 'complete';
  const around = (
    <>
      {!isHeld && !failure && <LoadNews all={all} noun="loan" />}
      {view && loaded && (
        <LoanTotals
          totals={view.totals}
          seen={isWhole ? null : seenOf(all.shown)}
          filtered={countFilters(filter) > 0}
        />
      )}
    </>
  );
  return (
    <>
      <LoansHead whole freshness={<Freshness at={all.asOf} refreshing={isLoading} refresh={all.refresh} />}>
        {view && loaded && isExact ? (
          <ExportButton
            name="loans"
            columns={loanCsvColumns(nameOf)}
            rows={view.rows}
            total={view.rows.length}
            partial={isWhole ? undefined : seenOf(all.shown)}
          />
        ) : (
          <ExportPlace />
        )}
        <Columns choice={table.choice} />
      </LoansHead>
      <LoanFilters
        rows={all.rows}
        filter={filter}
        onChange={(next) => go(withLoanFilter(search, next))}
        grouping={grouping}
        onGroup={(next) => go(withParams(search, { group: next }))}
      />
      {!inView && around}
      {view?.groups && loaded && !state ? (
        <LoanGroups groups={view.groups} grouping={grouping} nameOf={nameOf} filter={filter} />
      ) : (
        <RowList
          label="All loans"
          rows={loaded ? view?.rows : undefined}
          busy={busy}
          {...table}
          view={search.toString()}
          rowHref={hrefOf}
          rowId={({ id }) => id}
          rowLabel={labelOf(nameOf)}
          card={(loan) => <LoanCard {...{ loan, now, nameOf }} />}
        >
          {state || null}
        </RowList>
      )}
      {inView && around}
      <p className="text-label text-muted">{zoneSentence(now)}</p>
    </>
  );
}

/** The first rows, which decide how wide fractions are: the same array for as long as it is the same rows. */
function useFirst(rows: readonly LoanRow[]): readonly LoanRow[] {
  const [first, setFirst] = useState<readonly LoanRow[]>([]);
  const next = rows.slice(0, 500);
  if (next.length === first.length && next.every((row, place) => row === first[place])) return first;
  setFirst(next);
  return next;
}

/** How much of all loans has been seen: `30 of 137 loans`. */
function seenOf({ loaded, total }: LoadProgress): string {
  return `${formatCount(loaded)} of ${total === undefined ? 'an unknown number of' : formatCount(total)} loans`;
}

function readGrouping(search: URLSearchParams): Grouping {
  const text = search.get('group');
  return text === 'borrower' || text === 'month' ? text : null;
}

/** The columns of an exported file of loans: every field as the service gave it, and what was read out of it. */
function loanCsvColumns(nameOf: (userId: string) => string | undefined): CsvColumn<LoanRow>[] {
  return [
    { heading: 'id', cell: (loan) => loan.id },
    { heading: 'borrower', cell: (loan) => loan.borrower },
    { heading: 'borrower name', cell: (loan) => loan.borrower && nameOf(loan.borrower) },
    { heading: 'creditor', cell: (loan) => loan.creditor },
    { heading: 'amount', cell: (loan) => loan.amount },
    { heading: 'currency', cell: (loan) => loan.currency },
    { heading: 'repayment_amount', cell: (loan) => loan.repayment_amount },
    { heading: 'interest_rate', cell: (loan) => loan.interest_rate },
    { heading: 'duration (months)', cell: (loan) => loan.duration },
    { heading: 'status', cell: (loan) => loan.status },
    { heading: 'repayment_date', cell: (loan) => loan.repayment_date },
    { heading: 'repayment date (ISO 8601)', cell: (loan) => dueOf(loan) },
    { heading: 'grace_period', cell: (loan) => loan.grace_period },
    { heading: 'grace_period_unit', cell: (loan) => loan.grace_period_unit },
    { heading: 'reason', cell: (loan) => loan.reason },
    { heading: 'created_at', cell: (loan) => loan.created_at },
    { heading: 'updated_at', cell: (loan) => loan.updated_at },
  ];
}

function dueOf(loan: LoanRow): string | undefined {
  const { dueAt } = loanTiming(loan, 0);
  return dueAt === null ? undefined : new Date(dueAt).toISOString();
}
