import * as z from 'zod/mini';
import { type WatchedToken, watchedToken } from '#contract/watchlist.ts';
import { isInstant, perHolder } from '#dashboard/lib/storage.ts';
import { ApiError } from '../http/api-error.ts';

/** Where earlier versions kept watchlists: in this browser, apart for each holder. */
const storedWatchlists = perHolder('pledge-watchlist', (value) => (Array.isArray(value) ? value : undefined));

/** Saves what this browser still keeps of a holder, once. If that fails, it throws an ApiError and keeps it. */
export async function takeOverWatchlist(
  holder: string,
  save: (token: WatchedToken) => Promise<unknown>,
): Promise<void> {
  const stars = storedWatchlists.of(holder);
  if (!stars) return;
  for (const star of stars) {
    const at = isInstant(star?.at) ? new Date(star.at).toISOString() : undefined;
    const token = z.safeParse(watchedToken, { ...star, at }).data;
    if (token) await save(token).catch(passRefusal);
  }
  storedWatchlists.put(holder, undefined);
}

/** What the gateway refuses for good is left out: a full list, or what is no token. */
function passRefusal(error: unknown): void {
  if (!(error instanceof ApiError && (error.status === 400 || error.status === 409))) throw error;
}
