import { beforeEach, expect, test, vi } from 'vitest';
import { draftsOf } from './draft.ts';
import { changeSettings } from './settings.ts';
import { newUuid } from './uuid.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('a draft comes back to the tab that kept it, and is offered to every other', () => {
  const drafts = draftsOf('loan', 'ada');
  expect(drafts.own()).toBeUndefined();
  drafts.keep({ id: 'a', at: 1, values: { amount: '1,2' } });
  expect(drafts.own()).toEqual({ id: 'a', at: 1, values: { amount: '1,2' } });
  sessionStorage.clear();
  expect(drafts.own()).toBeUndefined();
  expect(drafts.all()).toHaveLength(1);
  drafts.take('a');
  expect(drafts.own()?.id).toBe('a');
  drafts.discard('a');
  expect(drafts.all()).toEqual([]);
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

test('a number means the same in another language', () => {
  const drafts = draftsOf('loan', 'ada', ['amount', 'rate', 'lines']);
  const typed = {
    amount: '1.500.000,00',
    rate: '2,5',
    lines: [{ quantity: '1.500', price: '1,125' }],
    note: 'x',
  };
  changeSettings({ language: 'de' });
  drafts.keep({ id: 'a', at: 1, values: typed });
  expect(drafts.own()?.values).toEqual(typed);
  changeSettings({ language: 'en' });
  const inEnglish = { ...typed, lines: [{ quantity: '1,500', price: '1.125' }] };
  expect(drafts.own()?.values).toEqual(inEnglish);
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
