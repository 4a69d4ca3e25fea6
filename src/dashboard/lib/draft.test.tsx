import { beforeEach, expect, test, vi } from 'vitest';
import { draftsOf } from './draft.ts';
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
