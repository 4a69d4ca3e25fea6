import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { continueVisit, keptVisit, noteVisit } from './visit.ts';

const MINUTE = 60_000;

test('the first visit has nothing before it', () => {
  expect(continueVisit(undefined, 1_000)).toEqual({ since: null, seen: 1_000 });
});

test('a reload stays in the visit, a long pause begins another', () => {
  const first = continueVisit(undefined, 0);
  const reloaded = continueVisit(first, 29 * MINUTE);
  expect(reloaded).toEqual({ since: null, seen: 29 * MINUTE });
  const nextDay = continueVisit(reloaded, 1_000 * MINUTE);
  expect(nextDay).toEqual({ since: 29 * MINUTE, seen: 1_000 * MINUTE });
  expect(continueVisit(nextDay, 1_010 * MINUTE)).toEqual({ since: 29 * MINUTE, seen: 1_010 * MINUTE });
});

test('a clock that was set back changes nothing', () => {
  const visit = { since: 5, seen: 100 };
  expect(continueVisit(visit, 50)).toEqual(visit);
});

const storage = new Map<string, string>();
beforeEach(() => {
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('each holder has visits of its own', () => {
  noteVisit('a', 0);
  noteVisit('b', 50 * MINUTE);
  expect(noteVisit('a', 100 * MINUTE)).toEqual({ since: 0, seen: 100 * MINUTE });
  expect(keptVisit('b')).toEqual({ since: null, seen: 50 * MINUTE });
  expect(keptVisit('c')).toBeUndefined();
});

test.each([
  'nonsense',
  '{}',
  '[["a"]]',
  '[["a", {"seen": "x"}]]',
  '[["a", {"since": 1e99, "seen": 1}]]',
  'null',
])('what can’t be read is no visit: %s', (text) => {
  storage.set('pledge-visits', text);
  expect(keptVisit('a')).toBeUndefined();
  expect(noteVisit('a', 7)).toEqual({ since: null, seen: 7 });
  expect(keptVisit('a')).toEqual({ since: null, seen: 7 });
});

test('a browser that refuses storage makes every visit the first', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  expect(noteVisit('a', 7)).toEqual({ since: null, seen: 7 });
});
