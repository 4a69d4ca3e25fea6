import { TRANSACTION_TYPES, type Transaction } from '#contract/customers.ts';
import type { Seen } from '#contract/reading.ts';
import type { Paging } from '#dashboard/lib/paging.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer } from '../http/client.ts';
import { endpointQuery } from '../http/queries.ts';
import type { ListPage } from '../loans/loans.ts';

/** A trade of a customer; any field may be missing. */
export type TransactionRow = Seen<Transaction>;

export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The type that an address narrows transactions to; nonsense falls back quietly to all. */
export function readTransactionType(search: URLSearchParams): TransactionType | null {
  const [text, ...more] = search.getAll('type');
  return more.length === 0 ? (TRANSACTION_TYPES.find((type) => type === text) ?? null) : null;
}

/** One page of a customer's transactions, newest first. */
export function transactionPageQuery(email: string, type: TransactionType | null, paging: Paging) {
  const query = { email, ...(type && { type }), ...paging };
  return {
    ...endpointQuery('listTransactions', { query }),
    select: (answer: Answer<'listTransactions'>) => toTransactionPage(answer, paging.limit),
  };
}

/** One page of transactions out of an answer. Throws an ApiError where it holds no list. */
export function toTransactionPage(
  { data, drift, requestId }: Answer<'listTransactions'>,
  limit: number,
): ListPage<TransactionRow> {
  if (data.transactions === undefined) {
    throw new ApiError('unreadable', { message: 'The answer held no list of transactions.', requestId });
  }
  return {
    rows: data.transactions,
    unreadable: drift.filter(({ path }) => path === 'transactions[]').length,
    page: data.page,
    // The service doesn't say how many it was asked for: the last page is shorter.
    limit: data.count !== undefined && data.count > limit ? data.count : undefined,
    total: data.total,
    pages: data.pages,
  };
}

/** How many transactions a customer made through this API client: one row is asked for, the total counts. */
export function transactionCountQuery(email: string) {
  return {
    ...endpointQuery('listTransactions', { query: { email, page: 1, limit: 1 } }),
    select: ({ data }: { data: { total?: number | undefined } }) => data.total,
  };
}
