import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customerAddress, customerKey } from './customer-keys.ts';

describe('a customer’s key', () => {
  it('is the beginning of SHA-256 over the salt and the e-mail', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (salt, email) => {
        const hash = createHash('sha256').update(`${salt}\n${email.trim().toLowerCase()}`).digest();
        expect(customerKey(salt, email)).toBe(hash.subarray(0, 12).toString('base64url'));
      }),
    );
  });

  it('holds nothing of the e-mail, and is the same for every way of writing it', () => {
    const key = customerKey('crestline', 'Ada.Obi@Example.com');
    expect(key).toMatch(/^[\w-]{16}$/);
    expect(customerKey('crestline', ' ada.obi@example.com ')).toBe(key);
    expect(key.toLowerCase()).not.toContain('ada');
    expect(customerAddress('crestline', 'ada.obi@example.com')).toBe(`/customers/${key}`);
  });

  it('is another for another customer and for another salt', () => {
    const keys = new Set(Array.from({ length: 2_000 }, (_, n) => customerKey('a', `c${n}@example.com`)));
    expect(keys.size).toBe(2_000);
    expect(keys).not.toContain(customerKey('b', 'c1@example.com'));
  });
});
