import { TRANSACTION_TYPES } from '#contract/customers.ts';
import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import type { Answer } from '../http/client.ts';
import { type ListSource, listedPage, listSource } from '../http/list-source.ts';
import { endpointQuery } from '../http/queries.ts';
import type { Trade } from './statement-line.ts';

export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The type that an address narrows transactions to; nonsense falls back quietly to all. */
export function readTransactionType(search: URLSearchParams): TransactionType | null {
  const [text, ...more] = search.getAll('type');
  return more.length === 0 ? (TRANSACTION_TYPES.find((type) => type === text) ?? null) : null;
}

/** A customer's trades, newest first: all of them, or those of a type. */
export function tradeList(email: string, type: TransactionType | null = null): ListSource<Trade> {
  return listSource({
    name: `transactions of ${email}${type ? `: ${type}` : ''}`,
    endpoint: 'listTransactions',
    query: { email, ...(type && { type }) },
    read: toTradePage,
    idOf: (trade: Trade) => trade.id,
  });
}

function toTradePage(answer: Answer<'listTransactions'>, limit: number): LoadedPage<Trade> {
  const { transactions, page, count, total } = answer.data;
  // What is listed and added up: the token that each brings along is forty fields more.
  const trades = transactions?.map(({ _id: id, createdAt: at, token, ...trade }): Trade => {
    const { reference, type, status, volume, price } = trade;
    const { _id, name, symbol, currency } = token;
    return { id, reference, type, status, at, volume, price, token: { id: _id, name, symbol, currency } };
  });
  return listedPage(answer, 'transactions', trades, {
    page,
    // The service doesn't say how many it was asked for: the last page is shorter.
    limit: count !== undefined && count > limit ? count : undefined,
    total,
  });
}

/** How many transactions a customer made through this API client: one row is asked for, the total counts. */
export function transactionCountQuery(email: string) {
  return {
    ...endpointQuery('listTransactions', { query: { email, page: 1, limit: 1 } }),
    select: ({ data }: { data: { total?: number | undefined } }) => data.total,
  };
}
