import { THEMES, type Theme } from './theme.ts';

/** How one person wants the desk, in this browser. */
export interface Settings {
  theme: Theme;
  density: 'comfortable' | 'compact';
  /** How many rows of a list are loaded unasked. */
  listRows: 1_000 | 5_000 | 20_000 | 100_000;
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

/** The values that each setting can have; the first is the default. */
export const CHOICES = {
  theme: THEMES,
  density: ['comfortable', 'compact'],
  listRows: [5_000, 1_000, 20_000, 100_000],
  timeZone: ['mine', 'business', 'utc'],
  language: LANGUAGES,
  shortcuts: [true, false],
} as const satisfies { [Name in keyof Settings]: readonly Settings[Name][] };

export const DEFAULT_SETTINGS: Settings = readSettings({});

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
    listRows: choose('listRows', CHOICES.listRows),
    timeZone: choose('timeZone', CHOICES.timeZone),
    language: choose('language', CHOICES.language),
    shortcuts: choose('shortcuts', CHOICES.shortcuts),
  };
}
