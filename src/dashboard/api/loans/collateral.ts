import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CollateralContent, collateralList } from '#contract/loan-collateral.ts';
import { getOwn } from '../own-data.ts';
import { useOwnChange } from '../session/use-own-change.ts';
import { COLLATERAL } from './loans.ts';

/** The collateral that Pledge knows: of loans that were created in it, and recorded by hand. */
export const collateralQuery = queryOptions({
  queryKey: [COLLATERAL],
  queryFn: async ({ signal }) => (await getOwn('/desk/collateral', collateralList, signal)).collateral,
});

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
