import * as z from 'zod/mini';

/** How one person wants Pledge to look, in every browser they use (docs/people.md). */
export interface Settings {
  theme: Theme;
  density: 'comfortable' | 'compact';
  /** How many rows of a list are loaded automatically. */
  listRows: 1_000 | 5_000 | 20_000 | 100_000;
  /** The zone of every date and time: the browser's, the business's or UTC. */
  timeZone: 'mine' | 'business' | 'utc';
  /** The language of numbers and dates: one of LANGUAGES. */
  language: string;
  /** Whether single-key shortcuts are on. */
  shortcuts: boolean;
}

const THEMES = ['system', 'light', 'dark'] as const;

export type Theme = (typeof THEMES)[number];

/** The languages of numbers and dates: `auto` is the browser's, `en` Pledge's own plain English. */
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

/** The settings that a person has chosen; the others have their defaults. Also the body of `PUT /desk/settings`. */
export const chosenSettings = z.strictObject({
  theme: z.optional(z.enum(CHOICES.theme)),
  density: z.optional(z.enum(CHOICES.density)),
  listRows: z.optional(z.literal(CHOICES.listRows)),
  timeZone: z.optional(z.enum(CHOICES.timeZone)),
  language: z.optional(z.enum(CHOICES.language)),
  shortcuts: z.optional(z.boolean()),
});
export type ChosenSettings = z.infer<typeof chosenSettings>;

/** The settings in any value that are one of their choices. Everything else is left out. */
export function readChosenSettings(from: unknown): ChosenSettings {
  const values = (typeof from === 'object' && from !== null ? from : {}) as Record<string, unknown>;
  const isChoice = ([name, choices]: [string, readonly unknown[]]) =>
    Object.hasOwn(values, name) && choices.includes(values[name]);
  return Object.fromEntries(
    Object.entries(CHOICES)
      .filter(isChoice)
      .map(([name]) => [name, values[name]]),
  );
}

/** All settings, from any value: each one that is not one of its choices has its default. */
export function readSettings(from: unknown): Settings {
  const defaults = Object.entries(CHOICES).map(([name, [first]]) => [name, first]);
  return {
    ...(Object.fromEntries(defaults) as unknown as Settings),
    ...(readChosenSettings(from) as Partial<Settings>),
  };
}

export const DEFAULT_SETTINGS: Settings = readSettings({});
