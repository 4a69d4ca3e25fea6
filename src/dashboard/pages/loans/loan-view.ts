import { loanTiming } from '#contract/loan-timing.ts';
import { groupsOf, type Totals, totalsOf } from '#dashboard/api/loans/loan-book.ts';
import {
  type LoanContext,
  type LoanFilter,
  monthOfTiming,
  passes,
} from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { isWithin } from '#dashboard/lib/bounds.ts';
import { boundsOfDayRange } from '#dashboard/lib/day-range.ts';
import { filterPlaces, type Slices } from '#dashboard/lib/slices.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import type { Column } from '#dashboard/table/column.ts';
import { type Rows, viewOf } from '#dashboard/table/rows.ts';
import { type Sort, sortedPlaces } from '#dashboard/table/sorting.ts';

export type Grouping = 'borrower' | 'month';

/** The loans of one currency that have a borrower, or the month of their due date, in common. */
export type LoanGroupRow = Totals & { key: string };

interface Order<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | null;
}

interface Asked extends Order<LoanRow> {
  filter: LoanFilter;
  grouping: (Order<LoanGroupRow> & { by: Grouping }) | null;
  context: LoanContext;
}

/** Narrows and adds up all loans, and sorts them, or the groups of them that are asked for. */
export function* viewLoans(all: readonly LoanRow[], { filter, grouping, context, ...asked }: Asked) {
  // A borrower's whole id, as links have it, means that borrower alone, and no one whose id it is a part of.
  const isWholeId = all.some(({ borrower }) => borrower === filter.borrower);
  // Once for all loans: to ask the calendar for each of them is slow.
  const created = boundsOfDayRange(filter.created);
  const places = yield* filterPlaces(all.length, (place) => {
    const loan = all[place] as LoanRow;
    if (!isWithin(readTimestamp(loan.created_at ?? ''), created)) return false;
    return (!isWholeId || loan.borrower === filter.borrower) && passes(loan, filter, context);
  });
  const order = yield* sortedPlaces(all, asked.columns, grouping ? null : asked.sort, places);
  const rows = Array.from(order, (place) => all[place] as LoanRow);
  const totals = yield* totalsOf(rows);
  const groups = grouping && { by: grouping.by, rows: yield* groupRows(rows, grouping, context.now) };
  return { rows, totals, groups };
}

/** A row for each currency of each group: the borrower with most loans first, or the earliest month. */
function* groupRows(
  loans: readonly LoanRow[],
  { by, columns, sort }: NonNullable<Asked['grouping']>,
  now: number,
): Slices<Rows<LoanGroupRow>> {
  const isByMonth = by === 'month';
  const keyOf = (loan: LoanRow) => (isByMonth ? monthOfTiming(loanTiming(loan, now)) : loan.borrower);
  const groups = yield* groupsOf(loans, keyOf);
  groups.sort((a, b) => (isByMonth ? a.key.localeCompare(b.key) : b.count - a.count));
  const rows = groups.flatMap(({ key, totals }) =>
    totals.toSorted(byCurrency).map((total) => ({ key, ...total })),
  );
  return viewOf(rows, yield* sortedPlaces(rows, columns, sort));
}

const byCurrency = (a: Totals, b: Totals) => (a.currency < b.currency ? -1 : 1);
