import { isShortText, readStored, store } from '#dashboard/lib/storage.ts';

/** Screens that were saved under a name, kept in this browser alone and apart for each session holder. */

export interface SavedScreen {
  name: string;
  /** The address's query that shows it. */
  query: string;
}

const KEY = 'pledge-screens';
/** As many as one holder can save. */
export const MOST_SCREENS = 50;

const LONGEST_NAME = 80;
const LONGEST_QUERY = 4_000;

/** The holder's screens by name, in the order of the alphabet. */
export function savedScreens(holder: string): SavedScreen[] {
  return read()
    .filter((entry) => entry.holder === holder)
    .map(({ name, query }) => ({ name, query }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/**
 * Saves a screen; one of the same name is replaced. It says `full` where there are as many as can be, and
 * `not-kept` where the browser keeps nothing.
 */
export function saveScreen(holder: string, name: string, query: string): 'saved' | 'full' | 'not-kept' {
  const screen = { holder, name: name.trim().slice(0, LONGEST_NAME), query: query.slice(0, LONGEST_QUERY) };
  const others = without(holder, screen.name);
  const own = others.filter((entry) => entry.holder === holder);
  if (own.length >= MOST_SCREENS) return 'full';
  return store(KEY, [...others, screen]) ? 'saved' : 'not-kept';
}

/** Removes a screen. False where the browser doesn't let go of it. */
export function forgetScreen(holder: string, name: string): boolean {
  return store(KEY, without(holder, name));
}

interface Entry extends SavedScreen {
  holder: string;
}

function without(holder: string, name: string): Entry[] {
  return read().filter((entry) => entry.holder !== holder || entry.name !== name);
}

function read(): Entry[] {
  const entries = readStored(KEY);
  return Array.isArray(entries) ? entries.filter(isEntry) : [];
}

function isEntry(entry: unknown): entry is Entry {
  const { holder, name, query } = (entry ?? {}) as Partial<Entry>;
  return (
    typeof holder === 'string' &&
    isShortText(name, LONGEST_NAME) &&
    name !== '' &&
    isShortText(query, LONGEST_QUERY)
  );
}
