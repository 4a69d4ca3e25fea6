import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideToken, withoutToken } from './hide-token.ts';
import { safeReply } from './safe-reply.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const TOKEN = 'pledge_live_a+b/c=.~-Z9';
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const reply = { status: 429, contentType: 'application/json', retryAfter: null, body: bytesOf('{}') };

describe('the pause that a service asks for', () => {
  it.each([
    ['7', '7'],
    [' 12 ', '12'],
    ['0', '0'],
    ['31536000', '3600'],
    ['Mon, 23 Nov 2026 12:01:00 GMT', '60'],
    ['Mon, 23 Nov 2026 11:00:00 GMT', '0'],
    ['Tue, 23 Nov 2027 12:00:00 GMT', '3600'],
    ['', null],
    ['-5', null],
    ['1.5', null],
    ['1e3', null],
    ['soon', null],
    ['5; token=abc', null],
    ['2026-11-23', null],
    ['Mon, 99 Nov 2026 12:01:00 GMT', null],
    ['9'.repeat(400), null],
  ])('%j becomes %j seconds', (retryAfter, seconds) => {
    expect(safeReply({ ...reply, retryAfter }, TOKEN, NOW).retryAfter).toBe(seconds);
  });
});

describe('the type of an answer', () => {
  it.each([
    ['application/json; charset=utf-8', 'application/json'],
    ['application/vnd.anything+json', 'application/json'],
    ['Text/HTML; charset=x', 'text/html'],
    ['text/pledge', 'another type'],
    ['', ''],
  ])('%j becomes %j', (contentType, type) => {
    expect(safeReply({ ...reply, contentType }, TOKEN, NOW).contentType).toBe(type);
  });

  it('that is not JSON leaves nothing of the body', () => {
    expect(safeReply({ ...reply, contentType: 'text/html' }, TOKEN, NOW).body).toHaveLength(0);
  });
});

describe('an answer without the token', () => {
  it('is the same bytes if the token can’t be in it', () => {
    const bytes = bytesOf('{"a":"100% of it","b":"line\\nbreak \\"x\\"","c":1.10}');
    expect(withoutToken(bytes, TOKEN)).toBe(bytes);
  });

  it('says the same as before in everything else', () => {
    const value = { a: [1, 'x%20y', null, true, { b: `before ${TOKEN} after` }], [TOKEN]: { c: 'é\u0001' } };
    expect(JSON.parse(textOf(withoutToken(bytesOf(JSON.stringify(value)), TOKEN)))).toEqual({
      a: [1, 'x%20y', null, true, { b: 'before [access token] after' }],
      '[access token]': { c: 'é\u0001' },
    });
  });

  it('has none however each character is written', () => {
    const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
    const ways = [
      (character: string) => character,
      (character: string) => `\\u00${hex(character)}`,
      (character: string) => `\\u00${hex(character).toUpperCase()}`,
      (character: string) => `%${hex(character)}`,
      (character: string) => `%25${hex(character).toUpperCase()}`,
      (character: string) => `\\u0025${hex(character)}`,
      (character: string) => (character === '/' ? '\\/' : character),
      (character: string) => `&#x${hex(character).toUpperCase()};`,
      (character: string) => `&#0${character.charCodeAt(0)};`,
    ];
    const choices = fc.array(fc.nat(ways.length - 1), { minLength: TOKEN.length, maxLength: TOKEN.length });
    fc.assert(
      fc.property(choices, (chosen) => {
        const written = [...TOKEN].map((character, place) => ways[chosen[place] ?? 0]?.(character)).join('');
        const clean = textOf(withoutToken(bytesOf(`{"message":"a ${written} b"}`), TOKEN));
        expect(JSON.parse(clean)).toEqual({ message: 'a [access token] b' });
      }),
    );
  });

  it.each(['base64', 'base64url'] as const)('has none in %s, whatever comes before and after it', (way) => {
    // The last one has each of the characters in which the two ways differ.
    for (const token of [TOKEN, 'eight888', 'pledge_live_???>>>~~~???>>>~~~']) {
      for (const [before, after] of ['', 'a', 'ab', 'user:'].flatMap((b) =>
        ['', 'c', 'cd'].map((a) => [b, a]),
      )) {
        const text = Buffer.from(`${before}${token}${after}`).toString(way);
        for (const written of [text, encodeURIComponent(text), text.replaceAll('/', '\\/')]) {
          const clean = textOf(withoutToken(bytesOf(`{"message":"Basic ${written}"}`), token));
          expect(clean).toMatch(/^{"message":"Basic .{0,8}\[access token\].{0,12}"}$/);
        }
      }
    }
  });

  it.each([
    ['backslashes', '\\'],
    ['per cents', '%25'],
    ['beginnings of the token', TOKEN.slice(0, -1)],
    ['first letters', 'p'],
  ])('takes time that grows with its length, and not with its square: %s', (_, part) => {
    const text = part.repeat(1_000_000 / part.length);
    const started = performance.now();
    expect(hideToken(text, TOKEN)).toBe(text);
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  it('is left alone if the token is too short to guard anything', () => {
    expect(hideToken('a token', 'token')).toBe('a token');
  });
});
