import type { QueryClient } from '@tanstack/react-query';
import type { ListedLoan } from '#contract/loans.ts';
import type { Seen } from '#contract/reading.ts';
import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { type AllRows, rowsOf, useAllRows } from '../http/all-rows.ts';
import type { Sought } from '../http/find-by-time.ts';
import { listedPage, listSource } from '../http/list-source.ts';
import { readAgain } from '../http/queries.ts';

/** A loan of the list: borrower, money and status are there, any other field may be missing. */
export type LoanRow = Seen<ListedLoan>;

export const loanList = listSource({
  name: 'loans',
  endpoint: 'listLoans',
  read: (answer): LoadedPage<LoanRow> => {
    const { docs, page, limit, totalDocs: total } = answer.data;
    return listedPage(answer, 'docs', docs, { page, limit, total });
  },
  idOf: (loan) => loan.id,
});

/** A loan by its id; `at`, when it was created, saves reading most pages. */
export function soughtLoan(id: string, at: string | null): Sought<LoanRow> {
  const timeOf = (text: string | null | undefined) => readTimestamp(text ?? '');
  const time = { sought: timeOf(at), of: (loan: LoanRow) => timeOf(loan.created_at) };
  return { id, is: (loan) => loan.id === id, time };
}

/** Every loan of the creditor, newest first, loaded in the background while `wanted`. */
export function useAllLoans(wanted: boolean): AllRows<LoanRow> {
  return useAllRows(loanList, wanted);
}

export const COLLATERAL = 'collateral';

/** The longest that a page waits for fresh lists after a loan was created. */
const LONGEST_REFRESH_MS = 4_000;

/** Reloads the lists of loans after one was created. Resolves once the first page is fresh, or takes too long. */
export async function refreshLoans(client: QueryClient): Promise<void> {
  rowsOf(client, 'loans')?.refresh();
  void readAgain(client, { queryKey: [COLLATERAL] });
  const stale = readAgain(client, { queryKey: ['listLoans'] });
  const first = client.prefetchQuery(loanList.pageQuery(1));
  const patience = new Promise((resolve) => setTimeout(resolve, LONGEST_REFRESH_MS));
  await Promise.race([Promise.allSettled([stale, first]), patience]);
}
