import { isInstant, isShortText, perHolder, store } from '#dashboard/lib/storage.ts';

/** Watched tokens, kept in this browser alone and apart for each session holder. */

export interface Star {
  id: string;
  /** When it was starred, in milliseconds since 1970. */
  at: number;
  /** What it was called then. */
  name: string;
  /** Its exchange price then; null where it wasn't known. */
  price: number | null;
  currency: string | null;
}

/** As many as are watched by one holder. */
export const MOST_STARS = 100;

/** Why no further one is. */
export const WATCHLIST_FULL = `The watchlist holds ${MOST_STARS} tokens already. Take one off first.`;

const KEY = 'pledge-watchlist';
const LONGEST_TEXT = 200;

const lists = perHolder(KEY, (value) =>
  Array.isArray(value) ? value.filter(isStar).slice(0, MOST_STARS) : undefined,
);

type Lists = ReadonlyMap<string, readonly Star[]>;

/** The stars of a holder who has none; also what the server knows of anybody's. */
export const NO_STARS: readonly Star[] = [];
const listeners = new Set<() => void>();
let kept: Lists | undefined;
/** Whether the browser took the last change, so that the list is there again after a reload. */
let isStored = true;

/** The holder's stars, the newest first: the same array until one of them changes. */
export function starsOf(holder: string): readonly Star[] {
  kept ??= lists.all();
  return kept.get(holder) ?? NO_STARS;
}

/** Whether the stars outlive the page: false once the browser refused to keep them. */
export function isWatchlistKept(): boolean {
  return isStored;
}

/** Stars a token, or takes its star away. What says false: there are as many as can be. */
export function toggleStar(holder: string, star: Star): boolean {
  const stars = newest(holder);
  const others = stars.filter(({ id }) => id !== star.id);
  const isNew = others.length === stars.length;
  if (isNew && stars.length >= MOST_STARS) return false;
  put(holder, isNew ? [cut(star), ...others] : others);
  return true;
}

/** Takes the stars of these tokens away. */
export function dropStars(holder: string, ids: readonly string[]): void {
  put(
    holder,
    newest(holder).filter(({ id }) => !ids.includes(id)),
  );
}

/** Calls back on every change, those of other tabs too. Returns how to stop. */
export function subscribeToWatchlist(listener: () => void): () => void {
  if (listeners.size === 0) {
    // What other tabs changed before anything listened here.
    if (isStored) kept = undefined;
    window.addEventListener('storage', follow);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', follow);
  };
}

function follow({ key }: StorageEvent): void {
  if (key === KEY || key === null) adopt(lists.all());
}

/** The holder's stars with what another tab changed a moment ago, which this tab has not heard of yet. */
function newest(holder: string): readonly Star[] {
  if (isStored) kept = lists.all();
  return starsOf(holder);
}

function put(holder: string, stars: readonly Star[]): void {
  const next = new Map(kept).set(holder, stars);
  isStored = store(KEY, [...next]);
  adopt(next);
}

function adopt(next: Lists): void {
  kept = next;
  for (const listener of listeners) listener();
}

function cut(star: Star): Star {
  return { ...star, name: star.name.slice(0, LONGEST_TEXT) };
}

function isStar(value: unknown): value is Star {
  const { id, at, name, price, currency } = (value ?? {}) as Partial<Star>;
  const isText = (text: unknown) => isShortText(text, LONGEST_TEXT) && text !== '';
  const isPrice = price === null || Number.isFinite(price);
  return isText(id) && isInstant(at) && isText(name) && isPrice && (currency === null || isText(currency));
}
