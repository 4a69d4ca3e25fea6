import fc from 'fast-check';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { CHOICES, type ChosenSettings, type Settings } from '#contract/settings.ts';

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
    removeItem: (key: string) => void storage.delete(key),
  });
});

// Other files of the same worker would otherwise get the module with the settings of the last test.
afterAll(() => void vi.resetModules());

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

test('until a person chooses, Pledge has its defaults', async () => {
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

test('whatever is in the storage, every setting is one of its choices', async () => {
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

test('before a sign-in, a choice is kept in the browser; the theme is the page’s', async () => {
  const first = await open();
  expect(await first.changeSettings({ listRows: 1_000, language: 'fr', theme: 'dark' })).toBe('in-browser');
  expect(first.currentSettings()).toEqual({ ...defaults, listRows: 1_000, language: 'fr', theme: 'dark' });
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(document.cookie).toContain('pledge-theme=dark');
  delete document.documentElement.dataset.theme;
  expect((await open()).currentSettings()).toEqual({ ...defaults, listRows: 1_000, language: 'fr' });
});

test('where the browser keeps nothing, a choice holds until the reload and says so', async () => {
  browserKeeps = false;
  const { changeSettings, currentSettings } = await open();
  expect(await changeSettings({ density: 'compact' })).toBe('nowhere');
  expect(currentSettings().density).toBe('compact');
});

/** A person whose saves are noted, and fail while the gateway is away. */
function person(holder: string, chosen: ChosenSettings | undefined, gateway = { isAway: false }) {
  const sent: ChosenSettings[] = [];
  const save = async (change: ChosenSettings) => {
    if (gateway.isAway) throw new Error('There was no connection.');
    sent.push(change);
  };
  return { holder, chosen, save, sent };
}

test('a person’s settings are those that they have chosen anywhere; a change is saved and leaves no trace', async () => {
  const { adoptSettings, changeSettings, currentSettings } = await open();
  const ruth = person('ruth', { timeZone: 'utc', theme: 'dark' });
  adoptSettings(ruth);
  expect(currentSettings()).toEqual({ ...defaults, timeZone: 'utc', theme: 'dark' });
  expect(document.cookie).toContain('pledge-theme=dark');
  expect(await changeSettings({ density: 'compact' })).toBe('saved');
  expect(ruth.sent).toEqual([{ density: 'compact' }]);
  expect(storage.size).toBe(0);
});

test('a choice is not undone by settings that were read before it was saved', async () => {
  const { adoptSettings, changeSettings, currentSettings, readAfterSaves } = await open();
  const saved: ChosenSettings = {};
  const save = async (change: ChosenSettings) => void Object.assign(saved, change);
  adoptSettings({ holder: 'ruth', chosen: {}, save });
  const meanwhile: Partial<Settings>[] = [{ density: 'compact' }];
  void changeSettings({ shortcuts: false });
  const chosen = await readAfterSaves(async () => {
    const answer = { ...saved };
    for (const choice of meanwhile.splice(0)) await changeSettings(choice);
    return answer;
  });
  adoptSettings({ holder: 'ruth', chosen, save });
  expect(currentSettings()).toEqual({ ...defaults, shortcuts: false, density: 'compact' });
});

test('what an earlier version kept in the browser becomes the first person’s own, once', async () => {
  storage.set(KEY, JSON.stringify({ ...defaults, density: 'compact' }));
  const { adoptSettings, currentSettings } = await open();
  const [ruth, kim] = [person('ruth', {}), person('kim', {})];
  adoptSettings(ruth);
  expect(currentSettings().density).toBe('compact');
  await vi.waitFor(() => expect(ruth.sent).toEqual([{ ...defaults, density: 'compact' }]));
  await vi.waitFor(() => expect(storage.size).toBe(0));
  adoptSettings(kim);
  expect(currentSettings()).toEqual(defaults);
  expect(kim.sent).toEqual([]);
});

test('what the browser kept gives way to what a person has chosen', async () => {
  storage.set(KEY, JSON.stringify({ ...defaults, density: 'compact' }));
  const { adoptSettings, currentSettings } = await open();
  const ruth = person('ruth', { language: 'de' });
  adoptSettings(ruth);
  expect(currentSettings()).toEqual({ ...defaults, language: 'de' });
  expect([ruth.sent, storage.size]).toEqual([[], 0]);
});

test('a choice that could not be saved holds here, and is saved with the next or after a reload', async () => {
  const gateway = { isAway: true };
  const first = await open();
  first.adoptSettings(person('ruth', { language: 'de' }, gateway));
  expect(await first.changeSettings({ density: 'compact' })).toBe('in-browser');
  expect(await first.changeSettings({ timeZone: 'utc' })).toBe('in-browser');

  const second = await open();
  second.adoptSettings(person('kim', {}));
  expect(second.currentSettings()).toEqual(defaults);
  const ruth = person('ruth', { language: 'de' });
  second.adoptSettings(ruth);
  expect(second.currentSettings()).toEqual({
    ...defaults,
    language: 'de',
    density: 'compact',
    timeZone: 'utc',
  });
  await vi.waitFor(() => expect(ruth.sent).toEqual([{ density: 'compact', timeZone: 'utc' }]));
  await vi.waitFor(() => expect(storage.size).toBe(0));

  gateway.isAway = false;
  expect(await first.changeSettings({ shortcuts: false })).toBe('saved');
});

test('listeners hear of changes here and of the same person’s in other tabs, until they stop', async () => {
  const { adoptSettings, changeSettings, currentSettings, subscribeToSettings } = await open();
  const heard = vi.fn();
  const stop = subscribeToSettings(heard);
  adoptSettings(person('ruth', {}));
  const before = currentSettings();
  expect(currentSettings()).toBe(before);
  await changeSettings({ shortcuts: false });
  expect(heard).toHaveBeenCalledTimes(2);
  const elsewhere = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  elsewhere(KEY, '{"theme":"light","listRows":20000,"holder":"ruth"}');
  const now = { ...defaults, shortcuts: false, theme: 'light', listRows: 20_000 };
  expect(currentSettings()).toEqual(now);
  expect(document.documentElement.dataset.theme).toBe('light');
  elsewhere('something-else', '{"listRows":1000,"holder":"ruth"}');
  elsewhere(KEY, '{"listRows":1000,"holder":"kim"}');
  elsewhere(KEY, null);
  elsewhere(null, null);
  expect(currentSettings()).toEqual(now);
  expect(heard).toHaveBeenCalledTimes(3);
  stop();
  await changeSettings({ listRows: 1_000 });
  expect(heard).toHaveBeenCalledTimes(3);
});
