import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  codedMessage,
  ERROR_CODES,
  type ErrorCode,
  errorBody,
  errorCodeOf,
  errorEnvelope,
} from './errors.ts';

/** The codes of the interface and the HTTP status of each, as its table of errors gives them. */
const DOCUMENTED: Record<string, number> = {
  USER_MISMATCH_ERROR: 403,
  ORDER_TERMINATED_ERROR: 400,
  ORDER_FULFILLED_ERROR: 400,
  ORDER_OPERATION_NOT_ALLOWED_ERROR: 403,
};
const codes = Object.keys(DOCUMENTED) as ErrorCode[];

describe('the error codes', () => {
  it('are those of the interface, with their HTTP statuses', () => {
    const held = Object.fromEntries(Object.entries(ERROR_CODES).map(([code, { status }]) => [code, status]));
    expect(held).toEqual(DOCUMENTED);
  });

  it.each(codes)('begin the message of a failure: %s comes back out of the body', (code) => {
    const body = errorBody(codedMessage(code));
    expect(body.message.startsWith(`${code}: `)).toBe(true);
    expect(body.message.length).toBeGreaterThan(code.length + 10);
    expect(z.parse(errorEnvelope, body)).toEqual(body);
    expect(errorCodeOf(body)).toBe(code);
  });
});

describe('the code of a failure', () => {
  const places = ['message', 'code', 'error', 'error_code'];
  it.each(codes.flatMap((code) => places.map((place) => [code, place] as const)))(
    '%s is found in "%s"',
    (code, place) => {
      expect(errorCodeOf({ status: 'error', message: 'It failed.', [place]: code })).toBe(code);
    },
  );

  it.each([
    'ORDER_TERMINATED_ERROR',
    'ORDER_TERMINATED_ERROR: This order is already cancelled.',
    'Sorry: ORDER_TERMINATED_ERROR',
    '[ORDER_TERMINATED_ERROR] already cancelled',
    '{"code":"ORDER_TERMINATED_ERROR"}',
    'Already cancelled (ORDER_TERMINATED_ERROR).',
    'Already cancelled\nORDER_TERMINATED_ERROR\n',
  ])('is found anywhere in the message: %j', (message) => {
    expect(errorCodeOf({ message })).toBe('ORDER_TERMINATED_ERROR');
  });

  it.each([
    'NOT_ORDER_TERMINATED_ERROR',
    'ORDER_TERMINATED_ERROR_LATER',
    'PREORDER_TERMINATED_ERROR',
    'ORDER_TERMINATED_ERRORS',
    '_ORDER_TERMINATED_ERROR',
    'order_terminated_error',
    'ORDER TERMINATED ERROR',
    'ORDER_TERMINATED',
    'MEMBER_USER_MISMATCH_ERROR',
    'CANCELLED_ORDER_ERROR',
    'This order is already cancelled.',
    '',
  ])('is not read into other words: %j', (message) => {
    expect(errorCodeOf({ message })).toBeNull();
  });

  it('is never found by a part of a longer word of capitals', () => {
    const capitals = fc
      .array(fc.constantFrom(...'ABCDEXYZ_'.split('')), { minLength: 1, maxLength: 6 })
      .map((list) => list.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...codes), capitals, (code, letters) => {
        expect(errorCodeOf({ message: `${letters}${code}` })).toBeNull();
        expect(errorCodeOf({ code: `${code}${letters}` })).toBeNull();
        expect(errorCodeOf({ message: `${letters}${code} but also ${code}.` })).toBe(code);
      }),
    );
  });

  it('is taken from a field of its own before the message', () => {
    expect(errorCodeOf({ code: 'USER_MISMATCH_ERROR', message: 'ORDER_TERMINATED_ERROR' })).toBe(
      'USER_MISMATCH_ERROR',
    );
    expect(errorCodeOf({ error: 'Bad Request', message: 'ORDER_FULFILLED_ERROR' })).toBe(
      'ORDER_FULFILLED_ERROR',
    );
    expect(errorCodeOf({ code: 400, error: null, error_code: {}, message: 'ORDER_FULFILLED_ERROR' })).toBe(
      'ORDER_FULFILLED_ERROR',
    );
  });

  it('is none in a body that is no error envelope, which never throws', () => {
    for (const body of [
      null,
      undefined,
      '',
      'ORDER_TERMINATED_ERROR',
      400,
      true,
      [],
      ['ORDER_TERMINATED_ERROR'],
      {},
      { message: 5 },
      { message: null },
      { message: ['ORDER_TERMINATED_ERROR'] },
    ]) {
      expect(errorCodeOf(body)).toBeNull();
    }
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        expect([null, ...codes]).toContain(errorCodeOf(body));
      }),
    );
  });
});

describe('the error envelope', () => {
  it.each([
    {},
    { status: 'success', message: 'x' },
    { status: 'error' },
    { status: 'error', message: 5 },
    { message: 'x' },
  ])('is not %o', (body) => {
    expect(z.safeParse(errorEnvelope, body).success).toBe(false);
  });
});
