import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReference, newReference, referencesIn, withoutReference, withReference } from './reference.ts';

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const reference = fc.infiniteStream(fc.nat(255)).map((bytes) => newReference(() => bytes.next().value));

test('a reference checks itself, and comes back out of a reason', () => {
  fc.assert(
    fc.property(reference, fc.string({ maxLength: 100 }), (text, reason) => {
      expect(isReference(text)).toBe(true);
      expect(text).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{2}$/);
      expect(referencesIn(withReference(reason, text))).toContain(text);
      expect(withoutReference(withReference('A reason', text))).toBe('A reason');
    }),
  );
  expect(withReference('', 'K7QF-2M')).toBe('[ref K7QF-2M]');
  expect(withReference('Rent', null)).toBe('Rent');
});

test('one wrong character, or two that changed places, are noticed', () => {
  fc.assert(
    fc.property(reference, fc.nat(5), fc.constantFrom(...ALPHABET), (text, place, letter) => {
      const bare = text.replace('-', '');
      const write = (letters: string) => `${letters.slice(0, 4)}-${letters.slice(4)}`;
      const wrong = bare.slice(0, place) + letter + bare.slice(place + 1);
      expect(isReference(write(wrong))).toBe(wrong === bare);
      const next = Math.min(place, 4);
      const swapped = bare.slice(0, next) + bare.charAt(next + 1) + bare.charAt(next) + bare.slice(next + 2);
      expect(isReference(write(swapped))).toBe(swapped === bare);
    }),
  );
});

test('references are not found where there are none', () => {
  expect(referencesIn(undefined)).toEqual([]);
  expect(referencesIn('[ref AAAA-AB] [ref ]')).toEqual([]);
  expect(new Set(Array.from({ length: 200 }, () => newReference())).size).toBe(200);
});
