import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CollateralContent, collateralList } from '#contract/loan-collateral.ts';
import { encodeQuery } from '#contract/query.ts';
import { getOwn } from '../own-data.ts';
import { useOwnChange } from '../session/use-own-change.ts';
import { COLLATERAL } from './loans.ts';

/** The collateral that Pledge knows: of loans that were created in it, and recorded by hand. */
export const collateralQuery = queryOptions({
  queryKey: [COLLATERAL],
  queryFn: async ({ signal }) => (await getOwn('/desk/collateral', collateralList, signal)).collateral,
});

/** The collateral of one loan, which may be older than those that the list has. */
export function loanCollateralQuery(loan: string | undefined) {
  return queryOptions({
    queryKey: [COLLATERAL, loan],
    queryFn: async ({ signal }) => {
      const address = `/desk/collateral?${encodeQuery({ loan })}`;
      return (await getOwn(address, collateralList, signal)).collateral;
    },
  });
}

export function useRecordCollateral(loan: string) {
  return useOwnChange(
    async (body: CollateralContent, send) =>
      await send('PUT', `/desk/collateral/${encodeURIComponent(loan)}`, body),
    { refresh: refreshCollateral },
  );
}

/** The history tells who recorded it. */
async function refreshCollateral(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['history'] });
  await client.invalidateQueries({ queryKey: [COLLATERAL] });
}
