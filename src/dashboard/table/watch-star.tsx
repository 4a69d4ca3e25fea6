import Star from 'lucide-react/icons/star';
import { createContext, type ReactNode, useContext } from 'react';
import { explainChange } from '#dashboard/api/http/explain.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { nameOfToken, plainText } from '#dashboard/api/tokens/token-names.ts';
import { useFailedWatch, useWatchChange, useWatchlist } from '#dashboard/api/tokens/watchlist.ts';
import { IconButton } from '#dashboard/ui/button.tsx';
import { RetryBanner } from './failures.tsx';

const Watchlist = createContext<ReturnType<typeof useWatchlist> | null>(null);

/** Gives the stars in it the person's watchlist: reading it in each would cost as much as the rest of a row. */
export function WithWatchlist({ children }: { children: ReactNode }) {
  return <Watchlist value={useWatchlist()}>{children}</Watchlist>;
}

/** The person's watchlist. Throws outside `WithWatchlist`. */
export function useGivenWatchlist() {
  const watchlist = useContext(Watchlist);
  if (!watchlist) throw new Error('The watchlist is used outside WithWatchlist.');
  return watchlist;
}

export function WatchStar({ token }: { token: TokenRow }) {
  const watchlist = useGivenWatchlist();
  const isWatched = watchlist.isWatched(token._id);
  const refusal = watchlist.refusal(token._id);
  return (
    <IconButton
      look="faint"
      aria-pressed={isWatched}
      label={`Watch ${nameOfToken(token)}`}
      aria-disabled={refusal !== undefined || undefined}
      title={refusal ?? (isWatched ? 'Remove from watchlist' : 'Add to watchlist')}
      icon={<Star size={15} aria-hidden fill={isWatched ? 'currentColor' : 'none'} />}
      onClick={refusal === undefined ? () => watchlist.toggle(token) : undefined}
      className="aria-pressed:text-warning aria-disabled:cursor-not-allowed aria-disabled:hover:bg-transparent aria-disabled:hover:text-faint"
    />
  );
}

/** Says that the last change of the watchlist was not saved. */
export function WatchFailure() {
  const { failed, error, isSaving } = useFailedWatch();
  const { mutate } = useWatchChange();
  if (!failed) return null;
  return (
    <RetryBanner
      title={`${plainText(failed.name, 60)} was not ${failed.content ? 'added to' : 'removed from'} your watchlist`}
      error={error}
      retrying={isSaving}
      retry={() => mutate(failed)}
    >
      {explainChange(error)}
    </RetryBanner>
  );
}
