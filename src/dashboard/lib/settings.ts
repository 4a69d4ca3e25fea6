import { readSettings, type Settings } from '#contract/settings.ts';
import { rendering } from './rendering.ts';
import { readStored, store } from './storage.ts';
import { applyTheme, currentTheme, keepTheme } from './theme.ts';

/** Where they are kept. The theme is the cookie's, which the gateway sends the page by; here it tells other tabs. */
const KEY = 'pledge-settings';

const listeners = new Set<() => void>();
let current: Settings | undefined;

/** The present settings: the same object until one of them changes. */
export function currentSettings(): Settings {
  const reader = rendering()?.reader;
  if (reader) return reader.settings;
  current ??= { ...readSettings(readStored(KEY)), theme: currentTheme() };
  return current;
}

/** The language of numbers and dates as `Intl` takes it; undefined is the browser's own. */
export function currentLocale(): string | undefined {
  const { language } = currentSettings();
  return language === 'auto' ? rendering()?.reader.locale : language;
}

/** Changes settings, at once and in every tab. False where the browser keeps nothing: they hold until a reload. */
export function changeSettings(change: Partial<Settings>): boolean {
  adopt(readSettings({ ...currentSettings(), ...change }));
  keepTheme(currentSettings().theme);
  return store(KEY, current);
}

/** Calls back on every change, those of other tabs too. Returns how to stop. */
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
  // Without a key, all of the storage may have changed, but not the cookie of the theme.
  else if (key === null) adopt({ ...readSettings(readStored(KEY)), theme: currentSettings().theme });
}

function adopt(settings: Settings): void {
  current = settings;
  applyTheme(settings.theme);
  for (const listener of listeners) listener();
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
