import type { QueryClient } from '@tanstack/react-query';
import type { ListedLoan } from '#contract/loans.ts';
import type { Seen } from '#contract/reading.ts';
import type { Paging } from '#dashboard/lib/paging.ts';
import type { AllRows } from '../http/all-rows.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer } from '../http/client.ts';
import { endpointQuery } from '../http/queries.ts';

/** A loan of the list: borrower, money and status are there, any other field may be missing. */
export type LoanRow = Seen<ListedLoan>;

/** One page of a list as the service gave it; `undefined` is what it didn't say. */
export interface ListPage<Row> {
  rows: Row[];
  /** Entries that were no records at all and are left out of `rows`. */
  unreadable: number;
  page: number | undefined;
  limit: number | undefined;
  total: number | undefined;
  pages: number | undefined;
}

/** One page of the creditor's loans, newest first. */
export function loanPageQuery(paging: Paging) {
  return { ...endpointQuery('listLoans', { query: paging }), select: toLoanPage };
}

/** One page of loans out of an answer. Throws an ApiError where it holds no list. */
export function toLoanPage({ data, drift, requestId }: Answer<'listLoans'>): ListPage<LoanRow> {
  if (data.docs === undefined) {
    throw new ApiError('unreadable', { message: 'The answer held no list of loans.', requestId });
  }
  return {
    rows: data.docs,
    unreadable: drift.filter(({ path }) => path === 'docs[]').length,
    page: data.page,
    limit: data.limit,
    total: data.totalDocs,
    pages: data.totalPages,
  };
}

/** The longest that a page waits for fresh lists after a loan was created. */
const LONGEST_REFRESH_MS = 4_000;

/** Reloads the lists of loans after one was created. Resolves once the first page is fresh, or takes too long. */
export async function refreshLoans(client: QueryClient): Promise<void> {
  client.getQueryData<{ read(): AllRows<LoanRow> }>(['all', 'loans'])?.read().refresh();
  const stale = client.invalidateQueries({ queryKey: ['listLoans'] });
  const first = client.prefetchQuery(loanPageQuery({ page: 1, limit: 100 }));
  const patience = new Promise((resolve) => setTimeout(resolve, LONGEST_REFRESH_MS));
  await Promise.race([Promise.allSettled([stale, first]), patience]);
}
