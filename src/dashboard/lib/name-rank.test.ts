import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestByName, holdsWords, meantIds, nameRank, searchWords } from './name-rank.ts';

test.each([
  ['tunde', ['Tunde Eze'], 0],
  ['TUNDE e', ['Tunde Eze'], 0],
  ['eze', ['Tunde Eze'], 1],
  ['ez tu', ['Tunde Eze'], 1],
  ['tunde', ['Yetunde Okonkwo'], 2],
  ['jose', ['José Álvarez'], 0],
  ['alv', ['José Álvarez'], 1],
  ["o'b", ["Kelechi O'Brien"], 2],
  ['brien', ["Kelechi O'Brien"], 1],
  ['o’brien', ["Kelechi O'Brien"], 2],
  ['obr', ['Kelechi O’Brien'], 1],
  ['kns', ['Kano Solar', 'KNS'], 0],
  ['ada', ['Yemi Eze', undefined], null],
  ['tunde ada', ['Tunde Eze'], null],
  // Some vowels are marks, but no accents.
  ['रोमा', ['रमा'], null],
  ['राम', ['सीता राम'], 1],
  ['นิดา', ['นีดา'], null],
  ['فون', ['فُون'], 0],
  ['احمد', ['أحمد'], 0],
  // At the end of a word, a Greek s has another form.
  ['ΟΔΥΣ', ['Οδυσσέας'], 0],
] as const)('%s fits %j with rank %s', (search, names, rank) => {
  expect(nameRank(search, names)).toBe(rank);
});

test('a name that begins with the search comes before a word that does, and that before a middle', () => {
  const names = ['Yetunde Okonkwo', 'Ada Tunde', 'Tunde Eze', 'Kofi'];
  const found = bestByName(names, 'tunde', (name) => [name]);
  expect(found.map(({ item }) => item)).toEqual(['Tunde Eze', 'Ada Tunde', 'Yetunde Okonkwo']);
});

test.each(['adebayo', 'SONS adébáyọ̀', ' bay  so '])(
  'words are found without case, accents and order: %s',
  (search) => {
    expect(holdsWords(searchWords(search), ['Adébáyọ̀ & Sons', undefined, 'ADSORN1'])).toBe(true);
    expect(holdsWords(searchWords(`${search} bond`), ['Adébáyọ̀ & Sons'])).toBe(false);
  },
);

describe('whatever a name is', () => {
  const name = fc.string({ minLength: 1 }).filter((text) => /\p{L}/u.test(text));

  test('it is found by itself, and by every part of it', () => {
    fc.assert(
      fc.property(name, fc.nat(), fc.nat(), (text, from, to) => {
        expect(nameRank(text, [text])).toBe(0);
        const part = text.slice(from % text.length, (to % text.length) + 1).trim();
        if (part.isWellFormed() && /^[a-z]+$/i.test(part)) expect(nameRank(part, [text])).not.toBeNull();
      }),
    );
  });
});

test('a name is not looked for in IDs, which hold it by chance', () => {
  expect(meantIds('ade', ['3fade1', undefined])).toEqual([undefined]);
  expect(meantIds('3fade', ['3fade1'])).toEqual(['3fade1']);
  // An ID of letters may be a name.
  expect(meantIds('ade', ['adeyemi'])).toEqual(['adeyemi']);
});
