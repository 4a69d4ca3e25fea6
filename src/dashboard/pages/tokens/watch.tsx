import { useWatchlist } from '#dashboard/api/watchlist.ts';
import type { TokenRow } from '#dashboard/lib/token-fields.ts';
import { nameOfToken } from '#dashboard/lib/token-names.ts';
import { WATCHLIST_FULL } from '#dashboard/lib/watchlist.ts';
import { TokenStar } from '#dashboard/ui/token-star.tsx';

/** The star of a token in a list. */
export function Watch({ token }: { token: TokenRow }) {
  const { starOf, isFull, toggle } = useWatchlist();
  const { _id } = token;
  if (_id === undefined) return null;
  return (
    <TokenStar
      name={nameOfToken(token)}
      starred={starOf(_id) !== undefined}
      refusal={isFull ? WATCHLIST_FULL : undefined}
      onToggle={() => toggle({ ...token, _id })}
    />
  );
}
