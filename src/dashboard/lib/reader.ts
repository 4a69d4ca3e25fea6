import type { Settings } from '#contract/settings.ts';
import { fieldsOf, parseJson } from './json.ts';
import type { Reader } from './rendering.ts';
import { isMac } from './shortcuts.ts';

/** The media query of a window with room for tables. */
export const WIDE = '(min-width: 48rem)';

/** What decides in this browser how a page first looks, besides settings, as a text that `readReader` reads. */
export function readerText(): string {
  const { locale, timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  const wide = window.matchMedia(WIDE).matches;
  return JSON.stringify({ locale, zone, wide, mac: isMac() });
}

/** The reader that a text names, with their settings; null if it names none. Anyone may have written the text. */
export function readReader(text: string, settings: Settings): Reader | null {
  const { zone, locale, wide, mac } = fieldsOf(text.length > 400 ? undefined : parseJson(text));
  if (typeof zone !== 'string' || typeof locale !== 'string') return null;
  try {
    // Throws if it doesn't know a name.
    new Intl.DateTimeFormat(locale, { timeZone: zone });
  } catch {
    return null;
  }
  return { settings, zone, locale, wide: wide === true, mac: mac === true };
}
