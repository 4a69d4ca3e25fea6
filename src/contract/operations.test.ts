import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readKey } from './operations.ts';

describe('an idempotency key', () => {
  it('is read in lower case from a UUID, bare or quoted, in either case', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.boolean(), fc.boolean(), (key, quoted, upper) => {
        const text = upper ? key.toUpperCase() : key;
        expect(readKey(quoted ? ` "${text}" ` : text)).toBe(key);
      }),
    );
  });

  it.each([
    '',
    '""',
    'a key',
    '"0f8fad5b-d9cb-469f-a165-70867728950e',
    '0f8fad5b-d9cb-469f-a165-70867728950e"',
    '0f8fad5bd9cb469fa16570867728950e',
    '{0f8fad5b-d9cb-469f-a165-70867728950e}',
    '0f8fad5b-d9cb-469f-a165-70867728950g',
    '0f8fad5b-d9cb-469f-a165-70867728950e, 0f8fad5b-d9cb-469f-a165-70867728950e',
  ])('is not read from %j', (text) => {
    expect(readKey(text)).toBeNull();
  });
});
