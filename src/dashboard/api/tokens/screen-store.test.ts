// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetScreen, MOST_SCREENS, savedScreens, saveScreen } from './screen-store.ts';

const KEY = 'pledge-screens';
const names = (holder: string) => savedScreens(holder).map(({ name }) => name);

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('saved screens', () => {
  it('are saved, replaced and removed, apart for each holder, by the alphabet', () => {
    saveScreen('ada', ' Naira bonds ', 'currency=NGN');
    saveScreen('ada', 'Cheap', 'price.sell=..5');
    saveScreen('bo', 'Cheap', 'price.sell=..9');
    expect(saveScreen('ada', 'Cheap', 'price.sell=..7')).toBe('saved');
    expect(savedScreens('ada')).toEqual([
      { name: 'Cheap', query: 'price.sell=..7' },
      { name: 'Naira bonds', query: 'currency=NGN' },
    ]);
    expect(forgetScreen('ada', 'Cheap')).toBe(true);
    expect(names('ada')).toEqual(['Naira bonds']);
    expect(names('bo')).toEqual(['Cheap']);
  });

  it('are at most so many, and none is pushed out', () => {
    for (let n = 0; n < MOST_SCREENS; n++) expect(saveScreen('ada', `s${n}`, 'q=x')).toBe('saved');
    const full = names('ada');
    expect(saveScreen('ada', 'one more', 'q=x')).toBe('full');
    expect(names('ada')).toEqual(full);
    expect(saveScreen('ada', 's7', 'q=y')).toBe('saved');
    expect(saveScreen('bo', 'one more', 'q=x')).toBe('saved');
  });

  it('that a full storage refuses are said not to be kept, and those that are there stay', () => {
    saveScreen('ada', 'There', 'q=x');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(saveScreen('ada', 'More', 'q=y')).toBe('not-kept');
    expect(forgetScreen('ada', 'There')).toBe(false);
    expect(names('ada')).toEqual(['There']);
  });

  it('of two tabs come together: nothing is remembered between looks', () => {
    saveScreen('ada', 'Mine', 'q=x');
    const other = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    localStorage.setItem(KEY, JSON.stringify([...other, { holder: 'ada', name: 'Theirs', query: 'q=y' }]));
    saveScreen('ada', 'Mine too', 'q=z');
    expect(names('ada')).toEqual(['Mine', 'Mine too', 'Theirs']);
  });

  it('are read out of anything at all: what is no screen is passed over', () => {
    const entry = fc.record(
      { holder: fc.constantFrom('ada', 7), name: fc.oneof(fc.string(), fc.nat()), query: fc.jsonValue() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.array(entry)), (value) => {
        localStorage.setItem(KEY, JSON.stringify(value));
        for (const { name, query } of savedScreens('ada')) {
          expect([typeof name, typeof query]).toEqual(['string', 'string']);
          expect(name).not.toBe('');
        }
      }),
    );
    localStorage.setItem(KEY, '[{"cut off');
    expect(savedScreens('ada')).toEqual([]);
  });
});
