import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { type AllRows, type AllRowsSource, useAllRows } from '../http/all-rows.ts';
import { call } from '../http/client.ts';
import { toTokenPage } from './tokens.ts';

/** By the search, which gives more of each token than the list of the active ones, and the exited ones too. */
const source: AllRowsSource<TokenRow> = {
  name: 'tokens',
  fetchPage: async (page, limit, signal) =>
    toTokenPage(await call('searchTokens', { query: { page, limit } }, signal), limit),
  idOf: (token) => token._id,
};

/** Every token of the organisation, newest first, loaded in the background while `wanted`. */
export function useAllTokens(wanted: boolean): AllRows<TokenRow> {
  return useAllRows(source, wanted);
}
