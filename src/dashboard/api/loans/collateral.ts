import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { type CollateralContent, collateralList } from '#contract/loan-collateral.ts';
import { HOLDER_HEADER } from '#contract/session.ts';
import { ApiError } from '../http/api-error.ts';
import { request } from '../http/client.ts';
import { sessionHolder, useDesk } from '../session/session.ts';
import { COLLATERAL } from './loans.ts';

/** The collateral that Pledge knows: of loans that were created in it, and recorded by hand. */
export const collateralQuery = queryOptions({
  queryKey: [COLLATERAL],
  queryFn: async ({ signal }) => {
    const { data } = await request('GET', '/desk/collateral', { signal });
    const parsed = z.safeParse(collateralList, data);
    if (parsed.success) return parsed.data.collateral;
    throw new ApiError('unreadable', { message: 'Pledge returned collateral that can’t be read.' });
  },
});

/** Records the collateral of a loan by hand. It is done once the lists show it. */
export function useRecordCollateral(loan: string) {
  const client = useQueryClient();
  const headers = { [HOLDER_HEADER]: sessionHolder(useDesk()) };
  return useMutation({
    mutationFn: async (body: CollateralContent) =>
      await request('PUT', `/desk/collateral/${encodeURIComponent(loan)}`, { body, headers }),
    // Also after a failure: someone else may have changed it.
    onSettled: () => client.invalidateQueries({ queryKey: [COLLATERAL] }),
  });
}
