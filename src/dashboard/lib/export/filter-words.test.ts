import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterWords } from './filter-words.ts';

test.each([
  ['', ''],
  ['q=ada@example.com&status=active', 'active'],
  ['state=past&currency=NGN', 'past NGN'],
  ['amount=5000..10000&within=30', 'amount from 5000 to 10000 within 30'],
  ['price.sell=..20&private=true&primary_raise=false', 'price sell to 20 private not primary raise'],
  ['flags=two_factor:yes&q=Ada%20Obi', 'two factor yes Ada Obi'],
  ['borrower=89a5cca50674101e944b4fec', 'borrower 89a5cc'],
  ['from=2026-11-01&to=2026-11-30', 'from 2026-11-01 to 2026-11-30'],
])('the filter %s is called “%s”', (search, words) => {
  expect(filterWords(new URLSearchParams(search))).toBe(words);
});

test('whatever an address says, its words fit into the name of a file', () => {
  const text = fc.string({ unit: 'binary', maxLength: 50 });
  const pairs = fc.array(fc.tuple(text, text), { maxLength: 5 });
  fc.assert(
    fc.property(pairs, (entries) => {
      const words = filterWords(new URLSearchParams(entries));
      expect(words.length).toBeLessThanOrEqual(80);
      expect(words).not.toMatch(/[\\/:*?"<>|\p{Cc}]|^[ ]|[ ]$/u);
    }),
  );
  expect(filterWords(new URLSearchParams({ q: `${'a'.repeat(79)}𐐀` }))).toBe('a'.repeat(79));
});
