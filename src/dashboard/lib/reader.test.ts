import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { readerText, readReader } from './reader.ts';
import { provideRendering, type Reader } from './rendering.ts';
import { currentSettings } from './settings.ts';
import { isMac } from './shortcuts.ts';
import { formatInstant, zoneSentence } from './times.ts';

const NOON = Date.UTC(2026, 5, 1, 12);

function reader(change: Partial<Reader> = {}): Reader {
  return { settings: DEFAULT_SETTINGS, zone: 'Asia/Tokyo', locale: 'ja', wide: true, mac: false, ...change };
}

/** Does something as the server does it while it renders a page. */
function asReader<Result>(acting: Reader, act: () => Result): Result {
  provideRendering(() => ({ reader: acting, ask: async () => new Response() }));
  try {
    return act();
  } finally {
    provideRendering(() => undefined);
  }
}

test('a reader is read as the browser has written them', () => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: true }) });
  const { timeZone: zone, locale } = new Intl.DateTimeFormat().resolvedOptions();
  const settings = { ...DEFAULT_SETTINGS, listRows: 20_000, language: 'auto' } as const;
  const text = asReader(reader(), readerText);
  expect(readReader(text, settings)).toEqual(reader({ settings, zone, locale, mac: isMac() }));
});

test('whatever else a cookie may say names nobody, and breaks nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(readReader(text, DEFAULT_SETTINGS)).toBeNull();
    }),
  );
  const strange = fc.record({ zone: fc.string(), locale: fc.string(), listRows: fc.anything() });
  fc.assert(
    fc.property(strange, (values) => {
      const found = readReader(JSON.stringify(values), DEFAULT_SETTINGS);
      if (found) expect(found.settings).toEqual(DEFAULT_SETTINGS);
    }),
  );
});

test('things are written as they are where the reader is, and afterwards as they are here', () => {
  const here = formatInstant(NOON);
  const before = currentSettings();
  const write = () => [formatInstant(NOON), zoneSentence(NOON), isMac()];
  expect(asReader(reader({ mac: true }), write)).toEqual([
    '1 Jun 2026, 21:00',
    'Times in Tokyo (GMT+9).',
    true,
  ]);
  const american = { ...DEFAULT_SETTINGS };
  expect(asReader(reader({ settings: american, zone: 'America/New_York' }), write)[0]).toBe(
    '1 Jun 2026, 08:00',
  );
  const automatic = { ...DEFAULT_SETTINGS, language: 'auto' };
  expect(asReader(reader({ settings: automatic, locale: 'de', zone: 'UTC' }), write).slice(0, 2)).toEqual([
    '1. Juni 2026, 12:00',
    'Times in UTC.',
  ]);
  expect(formatInstant(NOON)).toBe(here);
  expect(currentSettings()).toBe(before);
});
