import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CollateralContent, collateralList } from '#contract/loan-collateral.ts';
import { encodeQuery } from '#contract/query.ts';
import { readAgain } from '../http/queries.ts';
import { getOwn } from '../own-data.ts';
import { useOwnChange } from '../session/use-own-change.ts';
import { COLLATERAL } from './loans.ts';

/**
 * The collateral that Pledge knows: of loans that were created in it, and recorded by hand; of one loan, which may be
 * older than the newest that it is otherwise of.
 */
export function collateralQuery(loan?: string) {
  return queryOptions({
    queryKey: [COLLATERAL, loan],
    queryFn: async ({ signal }) => {
      const address = `/desk/collateral?${encodeQuery({ loan })}`;
      return (await getOwn(address, collateralList, signal)).collateral;
    },
  });
}

export function useRecordCollateral(loan: string) {
  const address = `/desk/collateral/${encodeURIComponent(loan)}`;
  return useOwnChange((body: CollateralContent, send) => send('PUT', address, body), {
    refresh: refreshCollateral,
  });
}

/** The history tells who recorded it. */
async function refreshCollateral(client: QueryClient): Promise<void> {
  void readAgain(client, { queryKey: ['history'] });
  await readAgain(client, { queryKey: [COLLATERAL] });
}
