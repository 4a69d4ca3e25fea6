import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOfChangeable, digestOfDatabase } from '#tests/support/database-digest.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { CRESTLINE, startTestService, type TestService } from '#tests/support/service.ts';

const LOAN = '/v1/api/credit/loan';
const authorization = `Bearer ${CRESTLINE}`;
const json = { authorization, 'content-type': 'application/json' };

let service: TestService;
let lending: Lending;
let whole: string;
beforeAll(async () => {
  service = await startTestService();
  lending = await lendingOf(service, 'Crestline', 'NGN');
  whole = await digestOfDatabase(service.database.pool);
});
afterAll(async () => {
  expect(await digestOfDatabase(service.database.pool)).toBe(whole);
  await service.close();
});

/** Sends a request that must be refused politely: an envelope, no trace of the inside, nothing changed. */
async function refused(path: string, init: RequestInit & { duplex?: 'half' } = {}) {
  const { pool } = service.database;
  const before = await digestOfChangeable(pool);
  const { status, headers, body } = await service.send(path, { headers: { authorization }, ...init });
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(body).toEqual({ status: 'error', message: expect.any(String) });
  expect(body.message).not.toMatch(/node_modules|\.ts:|\.js:|select |insert |Error:|undefined|\[object/);
  expect(body.message.length).toBeLessThan(2_000);
  expect(await digestOfChangeable(pool)).toBe(before);
  return { status, headers, message: body.message as string };
}
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = json) =>
  refused(LOAN, { method: 'POST', headers, body });

describe('a body that is not a loan', () => {
  it.each([
    ['nothing', '', 'The body is missing: it must be JSON.'],
    ['blanks', ' \n', 'The body is missing: it must be JSON.'],
    ['text', 'amount=5', 'The body is not valid JSON.'],
    ['JSON cut short', '{"user_id":"a"', 'The body is not valid JSON.'],
    ['a list', '[]', 'The body must be a JSON object.'],
    ['null', 'null', 'The body must be a JSON object.'],
    ['a number', '1e9999', 'The body must be a JSON object.'],
    ['a text', '"{}"', 'The body must be a JSON object.'],
    ['deep lists', '['.repeat(30_000) + ']'.repeat(30_000), 'The body must be a JSON object.'],
    ['lists without an end', '['.repeat(60_000), 'The body is not valid JSON.'],
    ['objects without an end', '{"a":'.repeat(10_000), 'The body is not valid JSON.'],
  ])('is refused for %s', async (_what, body, message) => {
    expect(await post(body)).toMatchObject({ status: 400, message });
  });

  it('is refused if its text is not UTF-8, which would be changed', async () => {
    const latin = new Uint8Array(
      Buffer.from(JSON.stringify({ ...loanBody(lending), bank_name: 'Société' }), 'latin1'),
    );
    expect(await post(latin)).toMatchObject({ status: 400, message: 'The body is not UTF-8.' });
  });

  it.each([
    ['a NUL in user_id', { user_id: 'a\0b' }, 'user_id'],
    ['a NUL in reason', { reason: '\0' }, 'reason'],
    ['half a surrogate pair in reason', { reason: 'a\ud800' }, 'reason'],
    [
      'half a surrogate pair in a token',
      { collaterals: [{ token_id: '\udc00', quantity: 1 }] },
      'collaterals[0].token_id',
    ],
    ['a NUL in amount', { amount: '5\0' }, 'amount'],
    ['a NUL in currency', { currency: 'NG\0' }, 'currency'],
    ['a text as list of lines', { collaterals: 'abc' }, 'collaterals'],
    ['a null line', { collaterals: [null] }, 'collaterals[0]'],
    ['an object as amount', { amount: { $gt: 0 } }, 'amount'],
    ['true as duration', { duration: true }, 'duration'],
    ['a duration beyond exact numbers', { duration: 2 ** 53 }, 'duration'],
    [
      'a quantity beyond reason',
      { collaterals: [{ token_id: 't', quantity: 1e300 }] },
      'collaterals[0].quantity',
    ],
    ['a megabyte-like account', { account_number: '9'.repeat(5_000) }, 'account_number'],
  ])('is refused for %s, by the name of the field', async (_what, change, field) => {
    const { status, message } = await post(JSON.stringify({ ...loanBody(lending), ...change }));
    expect(status).toBe(400);
    expect(message.startsWith(`${field}: `), message).toBe(true);
  });

  it.each([
    ['an amount as a number', { amount: 1000 }, 'amount: must be a string'],
    ['a bank code as a number', { bank_code: 7 }, 'bank_code: must be a string'],
    ['a duration of one and a half', { duration: 1.5 }, 'duration: must be a whole number'],
    ['a text as list of lines', { collaterals: 'abc' }, 'collaterals: must be a list'],
    ['no currency', { currency: undefined }, 'currency: is required'],
  ])('with %s is told what it must be', async (_what, change, message) => {
    expect(await post(JSON.stringify({ ...loanBody(lending), ...change }))).toMatchObject({
      status: 400,
      message,
    });
  });

  it.each(['__proto__', 'constructor', 'prototype'])('gains nothing by the key %s', async (key) => {
    const { status, message } = await post(`{"${key}":${JSON.stringify(loanBody(lending))}}`);
    expect(status).toBe(400);
    expect(message).toContain('user_id: is required');
    expect(({} as Record<string, unknown>).user_id).toBeUndefined();
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', ''])(
    'is refused as %j, for it must be said to be JSON',
    async (type) => {
      const { status, message } = await post(JSON.stringify(loanBody(lending)), {
        authorization,
        'content-type': type,
      });
      expect(status).toBe(415);
      expect(message).toContain('Content-Type: application/json');
    },
  );

  it('is refused with 413 where it is too large, said beforehand or not', async () => {
    const body = JSON.stringify({ ...loanBody(lending), reason: 'x'.repeat(70_000) });
    const length = { ...json, 'content-length': String(body.length) };
    expect(await post(body, length)).toMatchObject({
      status: 413,
      message: expect.stringContaining('65536'),
    });
    const chunks = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(8_192).fill(32)),
    });
    const init = { method: 'POST', headers: json, body: chunks, duplex: 'half' } as const;
    expect(await refused(LOAN, init)).toMatchObject({ status: 413 });
  });
});

const PAGED = ['/v1/api/creditor/credit/loans', '/v1/api/tokens', '/v1/api/token/search', '/v1/api/member'];

describe('a query that can’t be read', () => {
  it.each([
    '0',
    '-1',
    '1.5',
    'abc',
    '99999999999999999999',
    '2147483648',
    '1e3',
    '0x1',
    ' 1',
    '%00',
    '+1',
    '١',
  ])('is refused for a page and a limit of %j, on every list', async (text) => {
    for (const path of PAGED) {
      for (const name of ['page', 'limit']) {
        const { status, message } = await refused(`${path}?${name}=${text}`);
        expect(status).toBe(400);
        expect(message.startsWith(`${name}: `), message).toBe(true);
      }
    }
  });

  it.each([
    ['/v1/api/tokens?page=1&page=2', 'page: is given more than once'],
    ['/v1/api/tokens?exited=yes', 'exited: must be true or false'],
    ['/v1/api/tokens?exited=TRUE&closed=0', 'exited: must be true or false'],
    ['/v1/api/tokens?investment_type=stock', 'investment_type: must be one of safe, equity, debt'],
    ['/v1/api/tokens?investment_type=SAFE', 'investment_type: must be one of'],
    ['/v1/api/token/search?name=a%00b', 'name: must not contain a NUL'],
    ['/v1/api/token/search?name=%20', 'name: must not be '],
    [`/v1/api/token/search?name=${'x'.repeat(201)}`, 'name: must have at most 200 characters'],
    [`/v1/api/token/search?symbol=a&symbol=b`, 'symbol: is given more than once'],
    ['/v1/api/customers/transactions?email=a%00', 'email: must not contain a NUL'],
    ['/v1/api/customers/transactions', 'email: is required'],
  ])('is refused for %s', async (path, message) => {
    const answer = await refused(path);
    expect(answer.status).toBe(400);
    expect(answer.message).toContain(message);
  });
});

describe('an address that leads nowhere', () => {
  it.each([
    '/',
    '/v1',
    '/v1/api',
    '/v1/api/token/',
    '/v1/api/tokens/',
    '/v2/api/tokens',
    '/v1/api/%74okens/x',
  ])('is a 404: %s', async (path) => {
    expect(await refused(path)).toMatchObject({
      status: 404,
      message: 'There is no such address in this service.',
    });
  });

  it.each([
    '%00',
    'a%00b',
    '%',
    '%ZZ',
    '%E0%A4%A',
    '%ED%A0%80',
    '%2F..%2F',
    '%27%20or%201=1',
    'x'.repeat(201),
  ])('is a 404 for an id of %s, in every place that an id has', async (id) => {
    expect(await refused(`/v1/api/token/${id}`)).toMatchObject({ status: 404 });
    const post = { method: 'POST' };
    expect(await refused(`/v1/api/members/${id}/orders/x/cancel`, post)).toMatchObject({ status: 404 });
    expect(await refused(`/v1/api/members/x/orders/${id}/cancel`, post)).toMatchObject({ status: 404 });
  });

  it.each([
    ['POST', '/v1/api/tokens', 'GET'],
    ['DELETE', '/v1/api/token/search', 'GET'],
    ['PUT', LOAN, 'POST'],
    ['GET', LOAN, 'POST'],
    ['OPTIONS', LOAN, 'POST'],
    ['OPTIONS', '/v1/api/tokens', 'GET'],
    ['GET', '/v1/api/members/a/orders/b/cancel', 'POST'],
    ['PATCH', '/v1/api/member', 'GET'],
  ])('is a 405 for %s %s, which names %s', async (method, path, allowed) => {
    const answer = await refused(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain(allowed);
    expect(answer.message).toContain(method);
  });
});
