import { beforeEach, expect, test, vi } from 'vitest';
import { draftsOf } from './draft.ts';
import { changeSettings } from './settings.ts';
import { newUuid } from './uuid.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('a draft comes back to the tab that kept it, and is offered to every other', async () => {
  const drafts = draftsOf('loan', 'ada');
  expect(await drafts.found()).toEqual([]);
  drafts.keep({ id: 'a', at: 1, values: { amount: '1,2' } });
  const draft = { id: 'a', at: 1, values: { amount: '1,2' }, isCopy: false };
  expect(await drafts.found()).toEqual([{ ...draft, isOwn: true }]);
  sessionStorage.clear();
  expect(await drafts.found()).toEqual([{ ...draft, isOwn: false }]);
  drafts.keep({ id: 'a', at: 1, values: { amount: '1,2' } });
  expect(await drafts.found()).toEqual([{ ...draft, isOwn: true }]);
  drafts.discard('a');
  expect(await drafts.found()).toEqual([]);
});

test('a tab’s own drafts come first, the one that it was at last before the others', async () => {
  const drafts = draftsOf('note', 'ada');
  const keep = (id: string, at: number) => drafts.keep({ id, at, values: id });
  for (const id of ['a', 'b', 'c', 'd']) keep(id, 9);
  sessionStorage.clear();
  for (const id of ['c', 'a', 'c']) keep(id, 1);
  expect((await drafts.found()).map(({ id }) => id).slice(0, 2)).toEqual(['c', 'a']);
});

test('the draft of a closed tab comes before those that other tabs have open', async () => {
  const drafts = draftsOf('loan', 'ada');
  drafts.keep({ id: 'left', at: 1, values: 1 });
  drafts.keep({ id: 'open', at: 2, values: 2 });
  sessionStorage.clear();
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held: [{ name: 'pledge-draft open' }] }) } });
  expect((await drafts.found()).map(({ values }) => values)).toEqual([1, 2]);
});

test('nobody sees another holder’s draft, and two tabs keep two', () => {
  draftsOf('loan', 'ada').keep({ id: 'a', at: 1, values: 1 });
  draftsOf('loan', 'ada').keep({ id: 'b', at: 2, values: 2 });
  draftsOf('loan', 'ben').keep({ id: 'c', at: 3, values: 3 });
  expect(
    draftsOf('loan', 'ada')
      .all()
      .map(({ id }) => id),
  ).toEqual(['b', 'a']);
  expect(
    draftsOf('loan', 'ben')
      .all()
      .map(({ id }) => id),
  ).toEqual(['c']);
  expect(draftsOf('other', 'ada').all()).toEqual([]);
});

test('a number means the same in another language', async () => {
  const drafts = draftsOf('loan', 'ada', ['amount', 'rate', 'lines']);
  const typed = {
    amount: '1.500.000,00',
    rate: '2,5',
    lines: [{ quantity: '1.500', price: '1,125' }],
    note: 'x',
  };
  changeSettings({ language: 'de' });
  drafts.keep({ id: 'a', at: 1, values: typed });
  expect((await drafts.found())[0]?.values).toEqual(typed);
  changeSettings({ language: 'en' });
  const inEnglish = { ...typed, lines: [{ quantity: '1,500', price: '1.125' }] };
  expect((await drafts.found())[0]?.values).toEqual(inEnglish);
  // Another draft that is kept in English leaves this one as it is.
  drafts.keep({ id: 'b', at: 2, values: { amount: '1,500' } });
  expect(drafts.all().map(({ values }) => values)).toEqual([{ amount: '1,500' }, inEnglish]);
  changeSettings({ language: 'de' });
  expect(drafts.all().map(({ values }) => values)).toEqual([{ amount: '1.500' }, typed]);
});

test('what is no typed number stays as it is in another language', () => {
  const drafts = draftsOf('loan', 'ada', ['quantity']);
  const draft = (quantity: string) => ({
    collateral: [{ token: { id: '1.234', price: '12.345' }, quantity }],
    reason: '1,500',
  });
  changeSettings({ language: 'en' });
  drafts.keep({ id: 'a', at: 1, values: draft('1,500') });
  changeSettings({ language: 'de' });
  expect(drafts.all()[0]?.values).toEqual(draft('1.500'));
  changeSettings({ language: 'en' });
});

test('only the newest few are kept', () => {
  const drafts = draftsOf('loan', 'ada');
  for (let at = 1; at <= 9; at += 1) drafts.keep({ id: newUuid(), at, values: at });
  expect(drafts.all().map(({ at }) => at)).toEqual([9, 8, 7, 6, 5]);
});

test('nonsense in the storage is no draft, and a full one is said', () => {
  const drafts = draftsOf('loan', 'ada');
  for (const nonsense of ['{', '[1]', '[["ada", [{"id": 1}]]]', '{"ada": []}', 'null']) {
    localStorage.setItem('pledge-drafts:loan', nonsense);
    expect(drafts.all()).toEqual([]);
  }
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(drafts.keep({ id: 'a', at: 1, values: 1 })).toBe(false);
  full.mockRestore();
});
