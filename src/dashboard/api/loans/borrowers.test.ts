import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Borrower, borrowersFor, isMeant } from './borrowers.ts';

const borrower = (name: string, at = 0): Borrower => ({
  userId: `${at}`,
  memberId: `0${at}`,
  name,
  email: undefined,
  status: 'Active',
});

const namesFor = (search: string, names: readonly string[], isLoading = false) =>
  borrowersFor(search, names.map(borrower), isLoading).map(({ name }) => name);

test('“tunde” finds Tunde before Yetunde, who is never meant by it', () => {
  const names = ['Yetunde Okonkwo', 'Ada Tunde', 'Tunde Eze'];
  expect(namesFor('tunde', names)).toEqual(['Tunde Eze', 'Ada Tunde', 'Yetunde Okonkwo']);
  expect(namesFor('tunde', names, true)).toEqual(['Tunde Eze', 'Ada Tunde']);
  expect(names.map((name) => isMeant('tunde', borrower(name)))).toEqual([false, true, true]);
  expect(isMeant('', borrower('Ada'))).toBe(false);
});

test('whatever the names are, who is meant comes before who is not, and waits for nobody', () => {
  const word = fc.stringMatching(/^[a-c]{1,4}$/);
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 12 }), fc.stringMatching(/^[a-c]{1,2}$/), (names, search) => {
      const borrowers = names.map(borrower);
      const all = borrowersFor(search, borrowers, false);
      const fits = borrowers.filter(({ name: own }) => own?.includes(search));
      expect(new Set(all)).toEqual(new Set(fits));
      const meant = all.filter((each) => isMeant(search, each));
      expect(meant.every(({ name: own }) => own?.split(' ').some((part) => part.startsWith(search)))).toBe(
        true,
      );
      expect(all.slice(0, meant.length)).toEqual(meant);
      expect(borrowersFor(search, borrowers, true)).toEqual(meant);
    }),
  );
});
