import { type ChosenSettings, readChosenSettings, readSettings, type Settings } from '#contract/settings.ts';
import { fieldsOf, parseJson } from './json.ts';
import { rendering } from './rendering.ts';
import { forgetStored, readStored, store } from './storage.ts';
import { applyTheme, currentTheme, keepTheme } from './theme.ts';

/** What no gateway has: settings chosen before a sign-in, and a person's that could not be saved yet. */
const KEY = 'pledge-settings';

/** `chosen` is undefined if it could not be read. */
type SettingsOwner = {
  holder: string;
  chosen: ChosenSettings | undefined;
  save(change: ChosenSettings): Promise<unknown>;
};

/** What became of a choice: saved for the person, kept in this browser only, or not kept at all. */
export type Kept = 'saved' | 'in-browser' | 'nowhere';

const listeners = new Set<() => void>();
let current: Settings | undefined;
let owner: SettingsOwner | undefined;
let unsaved: ChosenSettings = {};
let saving: Promise<unknown> = Promise.resolve();

/** The present settings: the same object until one of them changes. */
export function currentSettings(): Settings {
  const reader = rendering()?.reader;
  if (reader) return reader.settings;
  current ??= browserSettings();
  return current;
}

/** The language of numbers and dates as `Intl` takes it; undefined is the browser's own. */
export function currentLocale(): string | undefined {
  const { language } = currentSettings();
  return language === 'auto' ? rendering()?.reader.locale : language;
}

/** Keeps what is made for the present settings, by its kind, until they change: a format costs more than a page of them. */
export function keptFormats<Format>() {
  let settings: Settings | undefined;
  let formats = new Map<string, Format>();
  return (kind: string, make: () => Format): Format => {
    if (settings !== currentSettings()) {
      settings = currentSettings();
      formats = new Map();
    }
    const format = formats.get(kind) ?? make();
    formats.set(kind, format);
    return format;
  };
}

/**
 * Takes on the settings of the person who is signed in; without one, those of the browser. What was chosen before the
 * sign-in becomes the person's if they have chosen nothing so far, and what was not saved is saved now.
 */
export function adoptSettings(person: SettingsOwner | undefined): void {
  const rest = person && owner?.holder === person.holder ? unsaved : {};
  owner = person;
  if (!person) {
    unsaved = {};
    adopt(browserSettings());
    return;
  }
  const { holder, chosen } = person;
  const before = isEmpty(chosen) ? storedFor(undefined) : {};
  unsaved = { ...before, ...rest, ...storedFor(holder) };
  if (chosen && holderOf(readStored(KEY)) === undefined) forgetStored(KEY);
  adopt(readSettings({ ...(chosen ?? { theme: currentTheme() }), ...unsaved }));
  keepTheme(currentSettings().theme);
  if (isEmpty(unsaved)) return;
  store(KEY, { ...unsaved, holder });
  void save();
}

/** Changes settings, at once and in every tab, and saves them for the person who is signed in. */
export async function changeSettings(change: Partial<Settings>): Promise<Kept> {
  adopt(readSettings({ ...currentSettings(), ...change }));
  keepTheme(currentSettings().theme);
  unsaved = { ...(owner ? unsaved : storedFor(undefined)), ...readChosenSettings(change) };
  const isStored = store(KEY, { ...unsaved, holder: owner?.holder });
  if (owner && (await save())) return 'saved';
  return isStored ? 'in-browser' : 'nowhere';
}

/** Saves what the gateway doesn't have, after earlier saves, so that the last choice counts. */
function save(): Promise<boolean> {
  const saved = saving.then(async () => {
    const [person, sent] = [owner, unsaved];
    if (!person || isEmpty(sent)) return true;
    try {
      await person.save(sent);
    } catch {
      return false;
    }
    if (unsaved === sent && owner?.holder === person.holder) {
      unsaved = {};
      forgetStored(KEY);
    }
    return true;
  });
  saving = saved;
  return saved;
}

/** Reads a person's settings once none is being saved, and again if one was saved meanwhile: an older answer would undo it. */
export async function readAfterSaves<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  const before = saving;
  await before;
  const answer = await read();
  return saving === before ? answer : await readAfterSaves(read);
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
  if (key !== KEY || newValue === null) return;
  const value = parseJson(newValue);
  if (holderOf(value) === owner?.holder)
    adopt(readSettings({ ...currentSettings(), ...readChosenSettings(value) }));
}

function adopt(settings: Settings): void {
  if (JSON.stringify(settings) === JSON.stringify(current)) return;
  current = settings;
  applyTheme(settings.theme);
  for (const listener of listeners) listener();
}

function browserSettings(): Settings {
  return { ...readSettings(storedFor(undefined)), theme: currentTheme() };
}

/** The settings that the browser keeps for a person; with undefined, for the next one who signs in. */
function storedFor(holder: string | undefined): ChosenSettings {
  const value = readStored(KEY);
  return holderOf(value) === holder ? readChosenSettings(value) : {};
}

function holderOf(value: unknown): string | undefined {
  const { holder } = fieldsOf(value);
  return typeof holder === 'string' ? holder : undefined;
}

function isEmpty(chosen: ChosenSettings | undefined): boolean {
  return chosen !== undefined && Object.keys(chosen).length === 0;
}
