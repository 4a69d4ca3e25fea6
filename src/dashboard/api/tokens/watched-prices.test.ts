// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const KEY = 'pledge-watchlist';
const star = (id: string) => ({ id, at: 1e12, name: `Token ${id}`, price: 1.5, currency: 'NGN' });

/** Another tab on the browser's storage, which shows stars. */
async function openTab() {
  vi.resetModules();
  const tab = await import('./watched-prices.ts');
  const changed = vi.fn();
  const close = tab.subscribeToWatchlist(changed);
  return { ...tab, changed, close, ids: (holder: string) => tab.starsOf(holder).map(({ id }) => id) };
}

/** What the browser tells every other tab after a change. */
const tell = () => window.dispatchEvent(new StorageEvent('storage', { key: KEY }));

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

function fillStorage(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}

describe('stars', () => {
  it('are given, taken away and kept, apart for each holder, the newest first', async () => {
    const tab = await openTab();
    for (const id of ['a', 'b', 'c']) tab.toggleStar('ada', star(id));
    tab.toggleStar('bo', star('x'));
    tab.toggleStar('ada', star('b'));
    expect(tab.ids('ada')).toEqual(['c', 'a']);
    tab.dropStars('ada', ['a', 'nothing']);
    const later = await openTab();
    expect(later.ids('ada')).toEqual(['c']);
    expect(later.ids('bo')).toEqual(['x']);
    expect(later.starsOf('nobody')).toEqual([]);
  });

  it('are at most so many, and none is pushed out', async () => {
    const tab = await openTab();
    for (let n = 0; n < tab.MOST_STARS; n++) expect(tab.toggleStar('ada', star(`t${n}`))).toBe(true);
    const full = tab.starsOf('ada');
    expect(tab.toggleStar('ada', star('one more'))).toBe(false);
    expect(tab.starsOf('ada').map(({ id }) => id)).toEqual(full.map(({ id }) => id));
    expect(tab.toggleStar('ada', star('t5'))).toBe(true);
    expect(tab.toggleStar('ada', star('one more'))).toBe(true);
  });

  it('hold until the page is left where the storage is full, and it is known', async () => {
    const tab = await openTab();
    tab.toggleStar('ada', star('kept'));
    fillStorage();
    tab.toggleStar('ada', star('lost'));
    tab.toggleStar('ada', star('lost too'));
    expect(tab.ids('ada')).toEqual(['lost too', 'lost', 'kept']);
    expect(tab.isWatchlistKept()).toBe(false);
    vi.restoreAllMocks();
    tab.dropStars('ada', ['lost too']);
    expect(tab.isWatchlistKept()).toBe(true);
    expect((await openTab()).ids('ada')).toEqual(['lost', 'kept']);
  });

  it('of two tabs come together, whether or not the browser has told of the other yet', async () => {
    const one = await openTab();
    const other = await openTab();
    one.toggleStar('ada', star('a'));
    other.toggleStar('ada', star('b'));
    expect(other.ids('ada')).toEqual(['b', 'a']);
    tell();
    expect(one.ids('ada')).toEqual(['b', 'a']);
    expect(one.changed).toHaveBeenCalledTimes(2);
    one.dropStars('ada', ['b']);
    one.close();
    other.close();
    tell();
    expect(other.changed).toHaveBeenCalledTimes(2);
  });

  it('are read out of anything at all: what is no star is passed over', async () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.array(
        fc.tuple(fc.constantFrom('ada', 'bo'), fc.array(fc.oneof(fc.jsonValue(), fc.constant(star('a'))))),
      ),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        localStorage.setItem(KEY, JSON.stringify(value));
        const tab = await openTab();
        for (const { id, name, at } of tab.starsOf('ada')) {
          expect([typeof id, typeof name, Number.isFinite(at)]).toEqual(['string', 'string', true]);
        }
        tab.close();
      }),
      { numRuns: 60 },
    );
    localStorage.setItem(KEY, '{"cut off');
    expect((await openTab()).ids('ada')).toEqual([]);
  });
});
