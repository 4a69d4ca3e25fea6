import { describe, expect, test } from 'vitest';
import { ApiError, errorOfFailure, errorOfResponse, isWorthRetrying, secondsUntil } from './api-error.ts';

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers });

describe('the kind of a failed answer', () => {
  test.each([
    [400, 'invalid'],
    [401, 'session'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [405, 'refused'],
    [408, 'timeout'],
    [409, 'refused'],
    [413, 'invalid'],
    [422, 'invalid'],
    [429, 'rate-limited'],
    [500, 'server'],
    [502, 'server'],
    [503, 'server'],
    [504, 'timeout'],
    [599, 'server'],
  ])('%i is %s', (status, kind) => {
    expect(errorOfResponse(answer(status), undefined)).toMatchObject({ kind, status });
  });

  test('a code of the interface is a refusal, wherever it stands', () => {
    const body = { status: 'error', message: 'ORDER_FULFILLED_ERROR: This order is already fulfilled.' };
    expect(errorOfResponse(answer(400), body)).toMatchObject({
      kind: 'refused',
      code: 'ORDER_FULFILLED_ERROR',
      message: body.message,
    });
  });

  test('the gateway’s own codes are kept', () => {
    const body = { status: 'error', message: 'No answer.', code: 'SERVICE_TIMEOUT' };
    expect(errorOfResponse(answer(504, { 'x-request-id': 'r-1', 'retry-after': '7' }), body)).toMatchObject({
      kind: 'timeout',
      code: 'SERVICE_TIMEOUT',
      requestId: 'r-1',
      retryAfter: 7,
    });
  });

  test.each([undefined, null, 'text', [], {}, { message: 5, code: {} }, { message: '  ' }])(
    'the body %j still makes a message',
    (body) => {
      expect(errorOfResponse(answer(500), body).message).toBe(
        'The response had the status 500 and no message.',
      );
    },
  );

  test('a message of any length fits on the page', () => {
    expect(errorOfResponse(answer(500), { message: 'x'.repeat(1_000_000) }).message.length).toBeLessThan(510);
  });
});

test('a wait that took its time is told from a broken connection', () => {
  expect(errorOfFailure(new DOMException('', 'TimeoutError')).kind).toBe('timeout');
  expect(errorOfFailure(new TypeError('Failed to fetch')).kind).toBe('network');
});

test.each([
  ['network', undefined, true],
  ['server', 500, true],
  ['unreadable', 502, true],
  ['timeout', 504, false],
  ['timeout', undefined, false],
  ['unreadable', undefined, false],
  ['rate-limited', 429, false],
  ['session', 401, false],
  ['invalid', 400, false],
] as const)('%s (%s) is retried: %s', (kind, status, expected) => {
  expect(isWorthRetrying(new ApiError(kind, { message: '', status }))).toBe(expected);
});

test('a fault of our own is not retried', () => {
  expect(isWorthRetrying(new TypeError('undefined is not a function'))).toBe(false);
});

test.each([
  [null, undefined],
  ['120', 120],
  ['0', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['Fri, 04 Jul 2025 07:00:30 GMT', 30],
  ['Fri, 04 Jul 2025 06:00:00 GMT', 0],
])('Retry-After "%s" is %s seconds', (header, seconds) => {
  expect(secondsUntil(header, Date.UTC(2025, 6, 4, 7))).toBe(seconds);
});
