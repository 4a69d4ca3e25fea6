import { readSettings } from '#contract/settings.ts';
import type { Reader } from './rendering.ts';
import { currentSettings } from './settings.ts';
import { isMac } from './shortcuts.ts';

/** The media query of a window with room for tables. */
export const WIDE = '(min-width: 48rem)';

/** No text of a reader is longer. */
const LONGEST = 400;

/** The reader of this browser, as a text that `readReader` reads. */
export function readerText(): string {
  const { locale, timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  const wide = window.matchMedia(WIDE).matches;
  return JSON.stringify({ ...currentSettings(), locale, zone, wide, mac: isMac() });
}

/** The reader that a text names, whoever wrote it; null if it names none. */
export function readReader(text: string): Reader | null {
  const values = text.length > LONGEST ? undefined : parse(text);
  if (typeof values !== 'object' || values === null) return null;
  const { zone, locale, wide, mac } = values as Record<string, unknown>;
  if (typeof zone !== 'string' || typeof locale !== 'string') return null;
  try {
    // Throws if it doesn't know a name.
    new Intl.DateTimeFormat(locale, { timeZone: zone });
  } catch {
    return null;
  }
  return { settings: readSettings(values), zone, locale, wide: wide === true, mac: mac === true };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
