import { bySettings, currentSettings, readSettings, type Settings } from './settings.ts';

/** How somebody reads the desk, as far as that decides what a page looks like at first. */
export interface Reader {
  settings: Settings;
  /** The browser's time zone, by its IANA name. */
  zone: string;
  /** Whether there is room for tables. */
  wide: boolean;
  /** Whether keys go by Apple's names. */
  mac: boolean;
}

/** The media query of a window with room for tables. */
export const WIDE = '(min-width: 48rem)';

/** No text of a reader is longer. */
const LONGEST = 400;

let acting: Reader | undefined;

/** Who something is drawn for outside of any browser; undefined in a browser, which is its reader's own. */
export function actingReader(): Reader | undefined {
  return acting;
}

/** Does something, all at once, as it would be done in a reader's browser. */
export function asReader<Result>(reader: Reader, act: () => Result): Result {
  const before = acting;
  acting = reader;
  try {
    return bySettings(reader.settings, act);
  } finally {
    acting = before;
  }
}

/** The reader of this browser, as a text that `readReader` reads. */
export function readerText(surroundings: Pick<Reader, 'wide' | 'mac'>): string {
  const { theme, density, pageSize, timeZone, language } = currentSettings();
  const { locale, timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  const { wide, mac } = surroundings;
  return JSON.stringify({
    ...{ theme, density, pageSize, timeZone, zone, wide, mac },
    language: language === 'auto' ? locale : language,
  });
}

/** The reader that a text names; null where it is none, whoever wrote it. */
export function readReader(text: string): Reader | null {
  const values = text.length > LONGEST ? undefined : parse(text);
  if (typeof values !== 'object' || values === null) return null;
  const { zone, language, wide, mac } = values as Record<string, unknown>;
  if (typeof zone !== 'string' || typeof language !== 'string') return null;
  try {
    // Both throw where they don't know a name.
    new Intl.DateTimeFormat(language, { timeZone: zone });
  } catch {
    return null;
  }
  return { settings: { ...readSettings(values), language }, zone, wide: wide === true, mac: mac === true };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
