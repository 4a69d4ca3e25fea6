import { endpointQuery } from './queries.ts';

/** How many transactions a customer made through this API client: one row is asked for, the total counts. */
export function transactionCountQuery(email: string) {
  return {
    ...endpointQuery('listTransactions', { query: { email, page: 1, limit: 1 } }),
    select: ({ data }: { data: { total?: number | undefined } }) => data.total,
  };
}
