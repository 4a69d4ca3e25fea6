import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REDACTED, redactBody, redactHeader, redactPath, withoutSecrets } from './redact.ts';

/** Things that must never be read on a screen, under any name. */
const secret = fc.constantFrom(
  'ada.obi@example.com',
  '+234 803 555 0199',
  '0123456789',
  'pledge_live_4f9c2b7a90',
  'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  'Bearer abcDEF123456',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
);
const harmless = fc.constantFrom('Active', 'NGN', '', '64f0c2a1b2c3d4e5f6a7b8c9', '2026-01-02T03:04:05.000Z');
const name = fc.oneof(
  fc.constantFrom(
    'status',
    'message',
    '_id',
    'email',
    'phone',
    'name',
    'account_number',
    'two_factor_secret',
  ),
  fc.string({ maxLength: 12 }),
);
const recordWith = (names: fc.Arbitrary<string>) =>
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      secret,
      harmless,
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(names, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    ),
  })).value;
const record = recordWith(name);
/** Two names that are shown as dots become one for a reader of the shown JSON. */
const openlyNamed = recordWith(name.filter((text) => withoutSecrets(text) === text));

const SECRETS = /ada\.obi|803 555|0123456789|pledge_live|MfKQ9|abcDEF|eyJ/;

describe('a body', () => {
  it('shows no secret, wherever it stands and wherever the text is cut off', () => {
    fc.assert(
      fc.property(fc.array(record), fc.nat(), fc.boolean(), (value, at, indented) => {
        const whole = JSON.stringify(value, null, indented ? 2 : 0);
        expect(redactBody(whole)).not.toMatch(SECRETS);
        expect(redactBody(whole.slice(0, at % (whole.length + 1)))).not.toMatch(SECRETS);
      }),
      { numRuns: 500 },
    );
  });

  it('is otherwise what came: the same shape, the same figures, the texts of known fields', () => {
    fc.assert(
      fc.property(fc.array(openlyNamed), (value) => {
        const shapeOf = (part: unknown): unknown => {
          if (Array.isArray(part)) return part.map(shapeOf);
          if (typeof part === 'object' && part !== null) return Object.values(part).map(shapeOf);
          return typeof part;
        };
        // A figure under a private name is shown as dots, without quotation marks.
        const shown = redactBody(JSON.stringify(value)).replaceAll(/(?<=[\s:[])•••/g, '0');
        expect(shapeOf(JSON.parse(shown))).toEqual(shapeOf(JSON.parse(JSON.stringify(value))));
      }),
    );
    const body = { status: 'success', data: { docs: [{ amount: 12.5, currency: 'NGN', reason: 'a trip' }] } };
    expect(JSON.parse(redactBody(JSON.stringify(body)))).toEqual({
      ...body,
      data: { docs: [{ ...body.data.docs[0], reason: REDACTED }] },
    });
  });

  it('keeps an account number private where it came as a figure', () => {
    expect(redactBody('{"account_number":123456789,"amount":123456789}')).toBe(
      `{\n  "account_number": ${REDACTED},\n  "amount": 123456789\n}`,
    );
  });

  it('that is no JSON is shown by its beginning, without secrets', () => {
    const page = `<h1>Bad gateway for ada@example.com</h1>${'x'.repeat(10_000)}`;
    expect(redactBody(page)).toContain(`<h1>Bad gateway for ${REDACTED}@${REDACTED}</h1>`);
    expect(redactBody(page).length).toBeLessThan(600);
  });
});

describe('an address', () => {
  it.each([
    [
      '/v1/api/customers/transactions?email=ada%40example.com&page=2&limit=25',
      `/v1/api/customers/transactions?email=${REDACTED}&page=2&limit=25`,
    ],
    ['/v1/api/token/search?name=Ada+Obi&private=true', `/v1/api/token/search?name=${REDACTED}&private=true`],
    ['/v1/api/token/64f0c2a1b2c3d4e5f6a7b8c9', '/v1/api/token/64f0c2a1b2c3d4e5f6a7b8c9'],
    ['/v1/api/token/ada%40example.com', `/v1/api/token/${REDACTED}@${REDACTED}`],
    ['/v1/api/member', '/v1/api/member'],
    ['/x?page=ada@example.com', `/x?page=${REDACTED}%40${REDACTED}`],
  ])('%s is shown as %s', (path, shown) => {
    expect(redactPath(path)).toBe(shown);
  });

  it('shows no secret, whatever its query', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, secret)), (pairs) => {
        expect(decodeURIComponent(redactPath(`/v1/api/x?${new URLSearchParams(pairs)}`))).not.toMatch(
          SECRETS,
        );
      }),
    );
  });
});

it('a header is shown where it is known to be harmless', () => {
  expect(redactHeader(['Content-Type', 'application/json'])).toBe('application/json');
  expect(redactHeader(['x-pledge-note', 'eyJyZWFzb24iOiJ4In0'])).toBe(REDACTED);
  expect(redactHeader(['authorization', 'Bearer x'])).toBe(REDACTED);
});

it.each(['amount: is above the limit of 5 000', 'HTTP 502, text/html', '3 of 100', '12.50'])(
  'the plain words %j stay',
  (text) => {
    expect(withoutSecrets(text)).toBe(text);
  },
);
