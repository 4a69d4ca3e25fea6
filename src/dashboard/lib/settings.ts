import { readStored, store } from './storage.ts';
import { applyTheme, currentTheme, keepTheme, THEMES, type Theme } from './theme.ts';

/** How one person wants the desk, in this browser. */
export interface Settings {
  theme: Theme;
  density: 'comfortable' | 'compact';
  /** The rows of a list whose address names no number of them. */
  pageSize: 10 | 25 | 50 | 100;
  /** The zone of every date and time: the browser's, the business's or UTC. */
  timeZone: 'mine' | 'business' | 'utc';
  /** The language of numbers and dates: one of LANGUAGES. */
  language: string;
  /** Whether single keys do something. */
  shortcuts: boolean;
}

/** The languages of numbers and dates: `auto` is the browser's, `en` the desk's own plain English. */
export const LANGUAGES = [
  'en',
  'auto',
  'en-GB',
  'en-US',
  'en-NG',
  'en-ZA',
  'de',
  'es',
  'fr',
  'pt',
] as const satisfies string[];

/** The values that each setting can have; the first is what it is until somebody chooses. */
export const CHOICES = {
  theme: THEMES,
  density: ['comfortable', 'compact'],
  pageSize: [25, 10, 50, 100],
  timeZone: ['mine', 'business', 'utc'],
  language: LANGUAGES,
  shortcuts: [true, false],
} as const satisfies { [Name in keyof Settings]: readonly Settings[Name][] };

export const DEFAULT_SETTINGS: Settings = readSettings({});

/** Where they are kept. The theme is the cookie's, which the gateway sends the page by; here it tells other tabs. */
const KEY = 'pledge-settings';

const listeners = new Set<() => void>();
let current: Settings | undefined;

/** The settings as they stand: the same object until one of them changes. */
export function currentSettings(): Settings {
  current ??= { ...readSettings(readStored(KEY)), theme: currentTheme() };
  return current;
}

/** Changes settings, at once and in every tab. False where the browser keeps nothing: they hold until a reload. */
export function changeSettings(change: Partial<Settings>): boolean {
  adopt(readSettings({ ...currentSettings(), ...change }));
  keepTheme(currentSettings().theme);
  return store(KEY, current);
}

/** Does something by other settings than this browser's, all at once: what goes on after that doesn't see them. */
export function bySettings<Result>(settings: Settings, act: () => Result): Result {
  const before = current;
  current = settings;
  try {
    return act();
  } finally {
    current = before;
  }
}

/** Tells of every change, those of other tabs too. Returns how to stop. */
export function subscribeToSettings(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', follow);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', follow);
  };
}

function follow({ key, newValue }: StorageEvent): void {
  if (key === KEY) adopt(readSettings(parse(newValue)));
  // Without a key, all of the storage may have changed; the cookie of the theme has not.
  else if (key === null) adopt({ ...readSettings(readStored(KEY)), theme: currentSettings().theme });
}

function adopt(settings: Settings): void {
  current = settings;
  applyTheme(settings.theme);
  for (const listener of listeners) listener();
}

/** Settings out of anything: what is no choice of a setting falls back quietly. */
export function readSettings(from: unknown): Settings {
  const values = (typeof from === 'object' && from !== null ? from : {}) as Record<string, unknown>;
  const choose = <Value>(name: keyof Settings, choices: readonly [Value, ...Value[]]): Value => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return choices.find((choice) => choice === value) ?? choices[0];
  };
  return {
    theme: choose('theme', CHOICES.theme),
    density: choose('density', CHOICES.density),
    pageSize: choose('pageSize', CHOICES.pageSize),
    timeZone: choose('timeZone', CHOICES.timeZone),
    language: choose('language', CHOICES.language),
    shortcuts: choose('shortcuts', CHOICES.shortcuts),
  };
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
