import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { findInPages } from '#dashboard/lib/find-in-pages.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { judgeRead } from '../http/all-rows.ts';
import { type Answer, call } from '../http/client.ts';
import { PAGE_SIZE } from '../http/list-source.ts';
import { useStandingError } from '../http/use-standing-error.ts';
import { type LoanRow, loanList, toLoanPage, useAllLoans } from './loans.ts';

export type LoanLookup = ReturnType<typeof useFindLoan>;

/** How many loans were looked at, of how many. */
type Seen = { looked: number; total: number | undefined };

/** One loan, from what is loaded or from the list's pages. `at`, when it was created, saves reading most pages. */
export function useFindLoan(id: string, at: string | null) {
  const client = useQueryClient();
  const all = useAllLoans(false);
  const row = useMemo(() => all.rows.find((each) => each.id === id), [all.rows, id]);
  /** The loan as the list last had it: on one of its pages, or among all rows. */
  const known = () => {
    const onPage = listedLoan(client, id);
    return row && !(onPage && onPage.at > all.asOf) ? { loan: row, at: all.asOf } : onPage;
  };
  const [seen, setSeen] = useState<Seen>();
  const [isStopped, setStopped] = useState(false);
  const queryKey = ['found loan', id, at];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      setSeen(undefined);
      return await findLoan({ id, at, signal, onProgress: setSeen });
    },
    initialData: () => {
      const loan = known()?.loan;
      return loan && { row: loan, looked: 1, total: undefined, failedPages: 0 };
    },
    initialDataUpdatedAt: () => known()?.at,
    // A loan from a list is as old as that list; while it is fresh, it is searched for again only on request.
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
    enabled: !isStopped,
    // A copy would have forgotten what reading left out of the loan.
    structuralSharing: false,
  });
  const found = { loan: query.data?.row, at: query.dataUpdatedAt };
  const listed = known();
  const { loan, at: asOf } = listed && listed.at > found.at ? listed : found;
  return {
    /** Null if it is on no page; undefined while that is unknown. */
    loan,
    seen: query.data?.row === null ? query.data : seen,
    /** Pages that could not be loaded, so that it may be on one of them. */
    failedPages: query.data?.failedPages ?? 0,
    error: useStandingError(query),
    isLooking: query.isFetching,
    isStopped: isStopped && loan === undefined,
    asOf,
    stop: () => {
      setStopped(true);
      void client.cancelQueries({ queryKey });
    },
    look: () => {
      setStopped(false);
      void query.refetch();
    },
  };
}

/** A search for an id that isn't there goes through the whole list: that is for the page to show, and to stop. */
const LONGEST_PREFETCH_MS = 1_000;

/** Looks for a loan before its page is shown, and keeps the page of the list that it is on. */
export async function prefetchLoan(client: QueryClient, id: string, at: string | null): Promise<void> {
  if (listedLoan(client, id)) return;
  const onPage = (page: number, answer: Answer<'listLoans'>, askedAt: number) => {
    if (!answer.data.docs?.some((loan) => loan.id === id)) return;
    const { queryKey } = loanList.pageQuery(page);
    const kept = client.getQueryState(queryKey);
    // The answer may be from before what was read, or changed, meanwhile.
    if (kept && (kept.isInvalidated || kept.dataUpdatedAt >= askedAt)) return;
    client.setQueryData(queryKey, answer, { updatedAt: askedAt });
  };
  await findLoan({ id, at, onPage, signal: AbortSignal.timeout(LONGEST_PREFETCH_MS) });
}

interface Search {
  id: string;
  at: string | null;
  onPage?: (page: number, answer: Answer<'listLoans'>, askedAt: number) => void;
  onProgress?: (seen: Seen) => void;
  signal: AbortSignal;
}

async function findLoan({ id, at, onPage, ...search }: Search) {
  return await findInPages<LoanRow>({
    fetchPage: async (page, within) => {
      const askedAt = Date.now();
      const answer = await call('listLoans', { query: { page, limit: PAGE_SIZE } }, within);
      onPage?.(page, answer, askedAt);
      return toLoanPage(answer);
    },
    placeOf: (loan) => ({ id: loan.id, at: readTimestamp(loan.created_at ?? '') }),
    sought: { id, at: readTimestamp(at ?? '') },
    limit: PAGE_SIZE,
    judge: judgeRead,
    ...search,
  });
}

/** A loan on the newest page of the list that has it, and when that was fetched, in milliseconds since 1970. */
function listedLoan(client: QueryClient, id: string): { loan: LoanRow; at: number } | undefined {
  const queries = client.getQueryCache().findAll({ queryKey: ['listLoans'] });
  for (const { state } of queries.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)) {
    const { data, dataUpdatedAt } = state as { data?: Answer<'listLoans'>; dataUpdatedAt: number };
    const loan = data?.data.docs?.find((each) => each.id === id);
    if (loan) return { loan, at: dataUpdatedAt };
  }
  return undefined;
}
