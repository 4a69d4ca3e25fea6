import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { CHOICES, type Settings } from '#contract/settings.ts';

const KEY = 'pledge-settings';
const storage = new Map<string, string>();
let browserKeeps = true;

beforeEach(() => {
  storage.clear();
  browserKeeps = true;
  const listeners = new EventTarget();
  vi.stubGlobal('window', listeners);
  vi.stubGlobal('document', { documentElement: { dataset: {} }, cookie: '' });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (!browserKeeps) throw new DOMException('No room', 'QuotaExceededError');
      storage.set(key, text);
    },
  });
});

/** The settings as a page that is just being opened has them. */
async function open() {
  vi.resetModules();
  return await import('./settings.ts');
}

const defaults: Settings = {
  theme: 'system',
  density: 'comfortable',
  listRows: 5_000,
  timeZone: 'mine',
  language: 'en',
  shortcuts: true,
};

test('until somebody chooses, the desk is as it comes', async () => {
  expect((await open()).currentSettings()).toEqual(defaults);
});

test.each([
  '',
  'null',
  '42',
  '[]',
  '{',
  '"x"',
  '{"listRows":"1000"}',
  '{"listRows":1000001}',
  '{"density":"__proto__","timeZone":"Mars/Olympus","language":"xx-<script>","shortcuts":"no"}',
  '{"__proto__":{"density":"compact"}}',
  '{"density":null,"listRows":[],"theme":{}}',
])('what makes no sense falls back: %s', async (text) => {
  storage.set(KEY, text);
  expect((await open()).currentSettings()).toEqual(defaults);
});

test('whatever stands in the storage, every setting is one of its choices', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (text) => {
      storage.set(KEY, text);
      const settings = (await open()).currentSettings();
      for (const [name, choices] of Object.entries(CHOICES)) {
        expect(choices).toContain(settings[name as keyof Settings]);
      }
    }),
    { numRuns: 30 },
  );
});

test('a choice holds at once and after a reload; the theme is the page’s', async () => {
  const first = await open();
  expect(first.changeSettings({ listRows: 1_000, language: 'fr', theme: 'dark' })).toBe(true);
  expect(first.currentSettings()).toEqual({ ...defaults, listRows: 1_000, language: 'fr', theme: 'dark' });
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(document.cookie).toContain('pledge-theme=dark');
  delete document.documentElement.dataset.theme;
  expect((await open()).currentSettings()).toEqual({ ...defaults, listRows: 1_000, language: 'fr' });
});

test('where the browser keeps nothing, a choice holds until the reload and says so', async () => {
  browserKeeps = false;
  const { changeSettings, currentSettings } = await open();
  expect(changeSettings({ density: 'compact' })).toBe(false);
  expect(currentSettings().density).toBe('compact');
});

test('listeners hear of changes here and in other tabs, until they stop', async () => {
  const { changeSettings, currentSettings, subscribeToSettings } = await open();
  const heard = vi.fn();
  const stop = subscribeToSettings(heard);
  const before = currentSettings();
  expect(currentSettings()).toBe(before);
  changeSettings({ shortcuts: false });
  expect(heard).toHaveBeenCalledTimes(1);
  const elsewhere = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  elsewhere(KEY, '{"theme":"light","listRows":20000}');
  expect(currentSettings()).toEqual({ ...defaults, theme: 'light', listRows: 20_000 });
  expect(document.documentElement.dataset.theme).toBe('light');
  elsewhere('something-else', '{"listRows":1000}');
  expect(currentSettings().listRows).toBe(20_000);
  elsewhere(null, null);
  expect(currentSettings().shortcuts).toBe(false);
  storage.clear();
  elsewhere(null, null);
  expect(currentSettings()).toEqual({ ...defaults, theme: 'light' });
  stop();
  changeSettings({ listRows: 1_000 });
  expect(heard).toHaveBeenCalledTimes(4);
});
