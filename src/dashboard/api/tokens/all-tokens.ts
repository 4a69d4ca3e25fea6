import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { type AllRows, useAllRows } from '../http/all-rows.ts';
import { listSource } from '../http/list-source.ts';
import { toTokenPage } from './tokens.ts';

/** By the search, which gives more of each token than the list of the active ones, and the exited ones too. */
const everyToken = listSource({
  name: 'tokens',
  endpoint: 'searchTokens',
  read: toTokenPage,
  idOf: (token: TokenRow) => token._id,
});

/** Every token of the organisation, newest first, loaded in the background while `wanted`. */
export function useAllTokens(wanted: boolean): AllRows<TokenRow> {
  return useAllRows(everyToken, wanted);
}
