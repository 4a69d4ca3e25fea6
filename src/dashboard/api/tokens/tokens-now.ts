import { queryOptions, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { pagesOf } from '#dashboard/lib/loaded-page.ts';
import { call } from '../http/client.ts';
import { PAGE_SIZE } from '../http/list-source.ts';
import { useStanding } from '../http/use-standing-error.ts';
import { type Pledgeable, toPledgeable } from './pledgeable.ts';
import type { TokenRow } from './token-fields.ts';
import { tokenQuery } from './tokens.ts';

/** A token as it is now, or why it isn't known. */
export type TokenNow = Pledgeable | 'asking' | 'failed';

/** So many tokens are asked for one by one; more of them come from the list, if that has no more pages than this. */
const FEW = 20;

/** Every token by its id, as the search lists them: that list knows which are cancelled. Null if it is too long. */
const tokenListQuery = queryOptions({
  queryKey: ['searchTokens', 'all'],
  queryFn: async ({ signal }) => {
    const read = (page: number) => call('searchTokens', { query: { page, limit: PAGE_SIZE } }, signal);
    const first = await read(1);
    const pages = pagesOf(first.data.total, PAGE_SIZE);
    if (pages > FEW) return null;
    const others = await Promise.all(
      Array.from({ length: Math.max(0, pages - 1) }, (_, nth) => read(nth + 2)),
    );
    const tokens = [first, ...others].flatMap(({ data }) => data.tokens ?? []);
    return new Map<string, TokenRow>(tokens.map((token) => [token._id, token]));
  },
});

/** Where tokens come from: `list` has all if there are many, and those that it doesn't have are asked for one by one. */
export function useTokenSources(ids: readonly string[]) {
  const [isMany, setMany] = useState(false);
  // One fewer is no reason to ask for those that are here again.
  if (ids.length > FEW && !isMany) setMany(true);
  const list = useStanding(useQuery({ ...tokenListQuery, enabled: isMany }));
  const listed = isMany ? list.data : null;
  const alone = useMemo(
    () => (listed === undefined ? [] : ids.filter((id) => !listed?.has(id))),
    [ids, listed],
  );
  return { isMany, list, listed, alone };
}

/** Tokens as they are now, by their ids; `list` says how the list of all fared where many are asked for. */
export function useTokensNow(ids: readonly string[]) {
  const { list, listed, alone } = useTokenSources(ids);
  const found = useQueries({ queries: alone.map((id) => tokenQuery(id)), combine: tokensOf });
  const absent = list.error ? 'failed' : 'asking';
  const tokenOf = useMemo(() => {
    const byId = new Map(alone.map((id, place) => [id, found[place]]));
    return (id: string): TokenNow => {
      const row = listed?.get(id);
      return row ? toPledgeable(row) : (byId.get(id) ?? absent);
    };
  }, [listed, alone, found, absent]);
  return { tokenOf, list };
}

/** What a query brought, or why it isn't there. */
export function broughtBy<Data>({ data, error }: { data: Data | undefined; error: Error | null }) {
  return data ?? (error ? 'failed' : 'asking');
}

type TokenResult = UseQueryResult<Awaited<ReturnType<ReturnType<typeof tokenQuery>['queryFn'] & object>>>;

function tokensOf(results: TokenResult[]): TokenNow[] {
  return results
    .map(broughtBy)
    .map((token) => (typeof token === 'string' ? token : toPledgeable(token.data)));
}
