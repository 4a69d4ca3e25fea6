import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { nameOfToken } from '#dashboard/api/tokens/token-names.ts';
import {
  dropStars,
  isWatchlistKept,
  MOST_STARS,
  NO_STARS,
  type Star,
  starsOf,
  subscribeToWatchlist,
  toggleStar,
} from '#dashboard/api/tokens/watched-prices.ts';
import { sessionHolder, useDesk } from '../session/session.ts';

export interface Watchlist {
  /** The newest first. */
  stars: readonly Star[];
  starOf: (id: string) => Star | undefined;
  /** There are as many as can be. */
  isFull: boolean;
  /** They outlive the page. */
  isKept: boolean;
  /** Stars the token, or takes its star away; false where there are as many as can be. */
  toggle: (token: TokenRow) => boolean;
  /** Takes the stars of these tokens away. */
  drop: (ids: readonly string[]) => void;
}

const noStars = () => NO_STARS;

/** The tokens that the session's holder watches. */
export function useWatchlist(): Watchlist {
  const holder = sessionHolder(useDesk());
  const stars = useSyncExternalStore(subscribeToWatchlist, () => starsOf(holder), noStars);
  const isKept = useSyncExternalStore(subscribeToWatchlist, isWatchlistKept, () => true);
  const byId = useMemo(() => new Map(stars.map((star) => [star.id, star])), [stars]);
  const starOf = useCallback((id: string) => byId.get(id), [byId]);
  const toggle = useCallback((token: TokenRow) => toggleStar(holder, starFor(token, Date.now())), [holder]);
  const drop = useCallback((ids: readonly string[]) => dropStars(holder, ids), [holder]);
  return useMemo(
    () => ({ stars, starOf, isFull: stars.length >= MOST_STARS, isKept, toggle, drop }),
    [stars, starOf, isKept, toggle, drop],
  );
}

function starFor(token: TokenRow, at: number): Star {
  return {
    id: token._id,
    at,
    name: nameOfToken(token),
    price: token.price.exchange ?? null,
    currency: token.currency.slice(0, 20) || null,
  };
}
