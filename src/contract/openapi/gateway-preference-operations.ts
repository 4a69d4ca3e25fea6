import { chosenSettings } from '#contract/settings.ts';
import { MAX_WATCHED, watchedContent, watchedId, watchedToken, watchlist } from '#contract/watchlist.ts';
import { FAILURES } from './gateway-failures.ts';
import { HOLDER } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';
import type { NamedSchema } from './schemas.ts';

const contentExample = {
  name: 'Harmattan Solar 2031',
  price: 1_250.5,
  currency: 'NGN',
  at: '2026-11-23T09:58:01.120Z',
};
const watchedExample = { id: '64af6b2d1c9e4f0012ab34cd', ...contentExample };
const settingsExample = { theme: 'dark', timeZone: 'business' };

const params = { schema: watchedId, texts: { id: 'Id of the token.' } };
const failures = { 400: FAILURES.malformed, 401: FAILURES.signedOut };
const ofBody = { 413: FAILURES.tooLarge, 415: FAILURES.notJson };
const session = { tag: 'Shared work', needs: 'session' } as const;

/** The addresses of a person's settings and watchlist, in the order of the document. */
export const PREFERENCE_OPERATIONS: readonly GatewayOperation[] = [
  {
    ...session,
    id: 'changeSettings',
    method: 'PUT',
    path: '/desk/settings',
    summary: 'Change one’s settings',
    text: 'Saves the settings that the body names and keeps the others. The session returns them in every browser of the person. Safe to repeat.',
    headers: [HOLDER],
    body: { schema: chosenSettings, example: settingsExample },
    done: {
      text: 'All settings that the person has chosen.',
      message: 'Settings.',
      data: { schema: chosenSettings, example: settingsExample },
    },
    failures: { ...failures, 403: FAILURES.foreignOrigin, ...ofBody },
  },
  {
    ...session,
    id: 'getWatchlist',
    method: 'GET',
    path: '/desk/watchlist',
    summary: 'Read one’s watchlist',
    text: 'Returns the tokens that the person watches, newest first.',
    done: {
      text: 'The watchlist.',
      message: 'Watchlist.',
      data: { schema: watchlist, example: { tokens: [watchedExample] } },
    },
    failures: { 401: FAILURES.signedOut },
  },
  {
    ...session,
    id: 'watchToken',
    method: 'PUT',
    path: '/desk/watchlist/{id}',
    summary: 'Watch a token',
    text: 'Adds a token to the watchlist, with its price now. One that is there already stays as it is.',
    params,
    headers: [HOLDER],
    body: { schema: watchedContent, example: contentExample },
    done: {
      text: 'The watched token.',
      message: 'Watched token.',
      data: { schema: watchedToken, example: watchedExample },
    },
    failures: { ...failures, 409: FAILURES.tooManyWatched, ...ofBody },
  },
  {
    ...session,
    id: 'unwatchToken',
    method: 'DELETE',
    path: '/desk/watchlist/{id}',
    summary: 'Stop watching a token',
    text: 'Removes a token from the watchlist. Safe to repeat.',
    params,
    headers: [HOLDER],
    done: { text: 'It is removed.', message: 'The token is no longer on the watchlist.' },
    failures,
  },
];

const CONTENT = {
  name: 'Name of the token when it was added.',
  price: 'Its exchange price then; null if not known.',
  currency: 'Currency of that price; null if not known.',
  at: 'When it was added, ISO 8601 in UTC. Never later than the request.',
};

const WATCHED = { text: 'A watched token.', fields: { id: 'Id of the token.', ...CONTENT } };

/** What each setting means. */
const SETTING_TEXTS = {
  theme: '`system` (that of the browser), `light` or `dark`.',
  density: 'Row height of tables: `comfortable` or `compact`.',
  listRows: 'How many rows of a list are loaded automatically.',
  timeZone: 'Zone of every date: `mine` (that of the browser), `business` or `utc`.',
  language: 'Language of numbers and dates; `auto` is that of the browser.',
  shortcuts: 'Whether single-key shortcuts are on.',
};

/** The schemas of settings and watchlists. */
export const PREFERENCE_SCHEMAS: Record<string, NamedSchema> = {
  Settings: {
    schema: chosenSettings,
    text: 'The settings that a person has chosen. The others have their defaults.',
    fields: SETTING_TEXTS,
  },
  WatchedContent: {
    schema: watchedContent,
    text: `A token to watch. A person can watch ${MAX_WATCHED}.`,
    fields: CONTENT,
  },
  WatchedToken: { schema: watchedToken, ...WATCHED },
  Watchlist: {
    schema: watchlist,
    text: 'A person’s watchlist.',
    fields: { tokens: WATCHED },
  },
};
