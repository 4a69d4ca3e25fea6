import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actingReader, asReader, type Reader, readerText, readReader } from './reader.ts';
import { currentSettings, DEFAULT_SETTINGS } from './settings.ts';
import { isMac } from './shortcuts.ts';
import { formatInstant, zoneSentence } from './times.ts';

const NOON = Date.UTC(2026, 5, 1, 12);

function reader(change: Partial<Reader> = {}): Reader {
  return { settings: { ...DEFAULT_SETTINGS }, zone: 'Asia/Tokyo', wide: true, mac: false, ...change };
}

test('a reader is read as the browser has written them', () => {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(readReader(readerText({ wide: true, mac: true }))).toEqual(reader({ zone, mac: true }));
  const { theme: _theme, ...settings } = { ...DEFAULT_SETTINGS, pageSize: 50 as const, language: 'fr' };
  const text = asReader(reader({ settings: { ...DEFAULT_SETTINGS, ...settings } }), () =>
    readerText({ wide: false, mac: false }),
  );
  expect(readReader(text)?.settings).toMatchObject({ pageSize: 50, language: 'fr' });
});

test('whatever else a cookie may say names nobody, and breaks nothing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(readReader(text)).toBeNull();
    }),
  );
  const strange = fc.record({ zone: fc.string(), language: fc.string(), pageSize: fc.anything() });
  fc.assert(
    fc.property(strange, (values) => {
      const found = readReader(JSON.stringify(values));
      if (found) expect([10, 25, 50, 100]).toContain(found.settings.pageSize);
    }),
  );
});

test('things are written as they are where the reader is, and afterwards as they are here', () => {
  const here = formatInstant(NOON);
  const write = () => [formatInstant(NOON), zoneSentence(NOON), isMac()];
  expect(asReader(reader({ mac: true }), write)).toEqual([
    '1 Jun 2026, 21:00',
    'Times are in your time zone, Asia/Tokyo, GMT+09:00.',
    true,
  ]);
  expect(asReader(reader({ zone: 'America/New_York' }), write)[0]).toBe('1 Jun 2026, 08:00');
  expect(asReader(reader({ zone: 'UTC' }), write)[1]).toBe('Times are in your time zone, UTC, GMT.');
  expect(formatInstant(NOON)).toBe(here);
});

test('a failure leaves nobody behind', () => {
  const before = currentSettings();
  const fail = () => {
    throw new Error('no');
  };
  expect(() => asReader(reader({ settings: { ...DEFAULT_SETTINGS, pageSize: 100 } }), fail)).toThrow('no');
  expect(actingReader()).toBeUndefined();
  expect(currentSettings()).toBe(before);
});
