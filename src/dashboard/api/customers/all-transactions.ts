import { useMemo } from 'react';
import type { Trade } from '#dashboard/api/customers/statement-line.ts';
import { type AllRows, type AllRowsSource, useAllRows } from '../http/all-rows.ts';
import { call } from '../http/client.ts';
import { type TransactionRow, toTransactionPage } from './customer-transactions.ts';

/** Every trade of a customer, newest first, loaded in the background while `wanted`. */
export function useAllTransactions(email: string, wanted: boolean): AllRows<Trade> {
  const source = useMemo(() => sourceOf(email), [email]);
  return useAllRows(source, wanted);
}

function sourceOf(email: string): AllRowsSource<Trade> {
  return {
    name: `transactions of ${email}`,
    fetchPage: async (page, limit, signal) => {
      const answer = await call('listTransactions', { query: { email, page, limit } }, signal);
      const { rows, ...said } = toTransactionPage(answer, limit);
      return { ...said, rows: rows.map(toTrade) };
    },
    idOf: (trade) => trade.id,
  };
}

/** What a statement needs of a transaction: the token that each brings along is forty fields more. */
function toTrade(row: TransactionRow): Trade {
  const { token } = row;
  return {
    id: row._id,
    reference: row.reference,
    type: row.type,
    status: row.status,
    at: row.createdAt,
    volume: row.volume,
    price: row.price,
    token: { id: token?._id, name: token?.name, symbol: token?.symbol, currency: token?.currency },
  };
}
