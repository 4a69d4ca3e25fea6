import { loanTiming } from '#contract/loan-timing.ts';
import { groupsOf, totalsOf } from '#dashboard/api/loans/loan-book.ts';
import {
  type LoanContext,
  type LoanFilter,
  monthOfTiming,
  passes,
} from '#dashboard/api/loans/loan-filter.ts';
import type { LoanRow } from '#dashboard/api/loans/loans.ts';
import { isWithin } from '#dashboard/lib/bounds.ts';
import { boundsOfDayRange } from '#dashboard/lib/day-range.ts';
import { filterPlaces } from '#dashboard/lib/slices.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import type { Column } from '#dashboard/table/column.ts';
import { type Sort, sortedPlaces } from '#dashboard/table/sorting.ts';

export type Grouping = 'borrower' | 'month' | null;

/** Narrows, sorts, groups and adds up all loans. The groups are null where nothing is grouped. */
export function* viewLoans(
  all: readonly LoanRow[],
  asked: {
    filter: LoanFilter;
    sort: Sort | null;
    columns: readonly Column<LoanRow>[];
    grouping: Grouping;
    context: LoanContext;
  },
) {
  const { filter, sort, columns, grouping, context } = asked;
  // A borrower's whole id, as links have it, means that borrower alone, and no one whose id it is a part of.
  const isWholeId = all.some(({ borrower }) => borrower === filter.borrower);
  // Once for all loans: to ask the calendar for each of them is slow.
  const created = boundsOfDayRange(filter.created);
  const places = yield* filterPlaces(all.length, (place) => {
    const loan = all[place] as LoanRow;
    if (!isWithin(readTimestamp(loan.created_at ?? ''), created)) return false;
    return (!isWholeId || loan.borrower === filter.borrower) && passes(loan, filter, context);
  });
  const order = yield* sortedPlaces(all, columns, sort, places);
  const rows = Array.from(order, (place) => all[place] as LoanRow);
  const totals = yield* totalsOf(rows);
  const isByMonth = grouping === 'month';
  const keyOf = (loan: LoanRow) => (isByMonth ? monthOfTiming(loanTiming(loan, context.now)) : loan.borrower);
  const groups = grouping ? yield* groupsOf(rows, keyOf) : null;
  groups?.sort((a, b) => (isByMonth ? a.key.localeCompare(b.key) : b.count - a.count));
  return { rows, totals, groups };
}
