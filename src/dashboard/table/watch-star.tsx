import { Star } from 'lucide-react';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { nameOfToken, plainText } from '#dashboard/api/tokens/token-names.ts';
import { useFailedWatch, useWatch, useWatchChange } from '#dashboard/api/tokens/watchlist.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';

/** Puts a token on the watchlist, or takes it off. */
export function WatchStar({ token }: { token: TokenRow }) {
  const { isWatched, refusal, toggle } = useWatch(token._id);
  return (
    <button
      type="button"
      aria-pressed={isWatched}
      aria-label={`Watch ${nameOfToken(token)}`}
      aria-disabled={refusal !== undefined || undefined}
      title={refusal ?? (isWatched ? 'Take off the watchlist' : 'Put on the watchlist')}
      onClick={refusal === undefined ? () => toggle(token) : undefined}
      className="inline-flex size-7 max-md:size-11 shrink-0 items-center justify-center rounded-control text-faint transition-colors hover:bg-active hover:text-text aria-pressed:text-warning aria-disabled:cursor-not-allowed aria-disabled:hover:bg-transparent aria-disabled:hover:text-faint"
    >
      <Star size={15} aria-hidden fill={isWatched ? 'currentColor' : 'none'} />
    </button>
  );
}

/** Says that the last change of the watchlist was not saved. */
export function WatchFailure() {
  const { failed, error, isSaving } = useFailedWatch();
  const { mutate } = useWatchChange();
  // The sign-in that comes over the page then says all there is to say.
  if (!failed || (error instanceof ApiError && error.kind === 'session')) return null;
  return (
    <Banner
      tone="danger"
      title={`${plainText(failed.name, 60)} was not ${failed.content ? 'added to' : 'removed from'} your watchlist`}
      action={
        <Button busy={isSaving} onClick={() => mutate(failed)}>
          Retry
        </Button>
      }
    >
      {error instanceof ApiError &&
        (error.kind === 'refused' || error.kind === 'invalid' ? error.message : explainRead(error))}
    </Banner>
  );
}
