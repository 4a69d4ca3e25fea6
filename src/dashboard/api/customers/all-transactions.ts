import { useMemo } from 'react';
import type { Trade } from '#dashboard/api/customers/statement-line.ts';
import { type AllRows, useAllRows } from '../http/all-rows.ts';
import { type ListSource, listSource } from '../http/list-source.ts';
import { type TransactionRow, toTransactionPage } from './customer-transactions.ts';

/** Every trade of a customer, newest first, loaded in the background while `wanted`. */
export function useAllTransactions(email: string, wanted: boolean): AllRows<Trade> {
  const source = useMemo(() => sourceOf(email), [email]);
  return useAllRows(source, wanted);
}

function sourceOf(email: string): ListSource<Trade> {
  return listSource({
    name: `transactions of ${email}`,
    endpoint: 'listTransactions',
    query: { email },
    read: (answer, limit) => {
      const { rows, ...said } = toTransactionPage(answer, limit);
      return { ...said, rows: rows.map(toTrade) };
    },
    idOf: (trade: Trade) => trade.id,
  });
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
