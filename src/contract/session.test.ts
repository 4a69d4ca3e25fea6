import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accessTokenProblem, deskState, GATEWAY_CODES, MAX_TOKEN_LENGTH } from './session.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/=';

describe('an access token as it was pasted', () => {
  it.each([
    'a',
    'pledge_live_4f9c',
    'eyJhbGciOiJIUzI1NiJ9.e30.abc-_',
    'dG9rZW4=',
    'a~b+c/d==',
    'x'.repeat(MAX_TOKEN_LENGTH),
  ])('could be one as %j', (text) => {
    expect(accessTokenProblem(text)).toBeNull();
  });

  it.each([
    ['', /^Enter your access token/],
    ['x'.repeat(MAX_TOKEN_LENGTH + 1), /at most 512 characters/],
    [' abc', /no spaces or line breaks/],
    ['abc ', /no spaces or line breaks/],
    ['abc\n', /no spaces or line breaks/],
    ['ab\tc', /no spaces or line breaks/],
    ['ab\u00a0c', /no spaces or line breaks/],
    ['Bearer abc', /no spaces or line breaks/],
    ['abc"', /letters, digits and/],
    ['abc;path=/', /letters, digits and/],
    ['ключ', /letters, digits and/],
    ['abc\u200b', /letters, digits and/],
    ['abc\0', /letters, digits and/],
    ['abc\r\nX-Other: 1', /no spaces or line breaks/],
    ['<token>', /letters, digits and/],
  ])('is none as %j, and the reason says what to do', (text, reason) => {
    expect(accessTokenProblem(text)).toMatch(reason);
  });

  it('can stand in an Authorization header unchanged whenever it is taken', () => {
    const character = fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...ALPHABET.split('')) },
      fc.string({ minLength: 1, maxLength: 1 }),
    );
    let taken = 0;
    fc.assert(
      fc.property(fc.array(character, { maxLength: 30 }), (list) => {
        const text = list.join('');
        const sound = text !== '' && [...text].every((one) => ALPHABET.includes(one));
        expect(accessTokenProblem(text) === null).toBe(sound);
        if (!sound) return;
        taken += 1;
        expect(new Headers({ authorization: `Bearer ${text}` }).get('authorization')).toBe(`Bearer ${text}`);
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(20);
  });
});

describe('the state of the desk', () => {
  const signedIn = {
    session: {
      label: 'Ada Credit',
      creditor: { id: 'c-1', name: 'Ada Credit' },
      person: { id: 'p-1', name: 'Ada Obi', verified: false },
      roles: ['creditor'],
      customerSalt: 'c2FsdA',
      holder: 'h-1',
      expiresAt: '2025-07-04T07:12:11.000Z',
    },
    signIn: { organisation: false, token: true },
    environment: { kind: 'demo', host: 'localhost:4100' },
    demoSignIns: [
      {
        organisation: 'Ada Credit',
        accessToken: 'abc',
        people: [{ role: 'creditor', name: 'Ada Obi' }],
      },
    ],
    memberIdInPath: '_id',
  };

  it.each([
    ['signed in', signedIn],
    ['signed in without a creditor', { ...signedIn, session: { ...signedIn.session, creditor: null } }],
    ['signed out', { ...signedIn, session: null }],
    [
      'signed out here, but not yet at the provider',
      { ...signedIn, session: null, endSessionAt: 'https://id.example/end' },
    ],
    [
      'live, without demo sign-ins',
      {
        ...signedIn,
        environment: { kind: 'live', host: 'api.example', address: 'https://api.example' },
        demoSignIns: [],
      },
    ],
  ])('can be %s', (_what, state) => {
    expect(z.parse(deskState, state)).toEqual(state);
  });

  it.each([
    ['no word of the session', { session: undefined }],
    ['a session without a salt', { session: { ...signedIn.session, customerSalt: undefined } }],
    ['an end that is no time', { session: { ...signedIn.session, expiresAt: 'tomorrow' } }],
    ['an id that no member has', { memberIdInPath: 'email' }],
    ['an unknown environment', { environment: { kind: 'staging', host: 'x' } }],
  ])('cannot have %s', (_what, change) => {
    expect(z.safeParse(deskState, { ...signedIn, ...change }).success).toBe(false);
  });
});

describe('the codes of the gateway’s own failures', () => {
  it('are all different, and none is a code of the interface', () => {
    const codes = Object.values(GATEWAY_CODES);
    expect(new Set(codes).size).toBe(codes.length);
    expect(codes.filter((code) => /^(USER|ORDER)_/.test(code))).toEqual([]);
  });
});
