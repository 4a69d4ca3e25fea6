import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOfChangeable } from '#tests/support/database-digest.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { CRESTLINE, HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';

let service: TestService;
let own: Lending;
let harbour: Lending;
beforeAll(async () => {
  service = await startTestService();
  own = await lendingOf(service, 'Crestline', 'NGN');
  harbour = await lendingOf(service, 'Harbour', 'GHS');
});
afterAll(() => service.close());

/** Sends a loan that must be refused, and sees that nothing was written: no loan, no line, no count. */
async function refused(body: object | string, status: number, token = CRESTLINE): Promise<string> {
  const { pool } = service.database;
  const before = await digestOfChangeable(pool);
  const answer = await service.send('/v1/api/credit/loan', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  expect(answer).toMatchObject({ status, body: { status: 'error' } });
  expect(Object.keys(answer.body).sort()).toEqual(['message', 'status']);
  expect(await digestOfChangeable(pool)).toBe(before);
  return answer.body.message;
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ token_id: `t${index}`, quantity: 1 }));
const inDollars = { currency: 'USD', amount: '5', repayment_amount: '5' };
const firstToken = () => own.tokens[0]?.id ?? '';

describe('a loan of parts that this client does not have', () => {
  it.each([
    ['an unknown user', () => ({ user_id: 'nobody' }), 'user_id: no member has this user id'],
    ['another organisation’s user', () => ({ user_id: harbour.userId }), 'user_id: no member has this'],
    [
      'an unknown configuration',
      () => ({ loan_configuration_id: 'none' }),
      'loan_configuration_id: no such loan configuration',
    ],
    [
      'another organisation’s configuration',
      () => ({ loan_configuration_id: harbour.configurationId }),
      'loan_configuration_id: no such loan configuration',
    ],
    [
      'an unknown token',
      () => ({
        collaterals: [
          { token_id: firstToken(), quantity: 1000 },
          { token_id: 'none', quantity: 1 },
        ],
      }),
      'collaterals[1].token_id: no such token',
    ],
    [
      'another organisation’s token',
      () => ({ collaterals: [{ token_id: harbour.tokens[0]?.id, quantity: 1000 }] }),
      'collaterals[0].token_id: no such token',
    ],
  ])('is not found for %s', async (_what, change, message) => {
    expect(await refused({ ...loanBody(own), ...change() }, 404)).toContain(message);
  });
});

describe('a loan that the configuration forbids', () => {
  it.each([
    ['is above the limit', { amount: '50000000.01', repayment_amount: '60000000' }, 'amount: is above'],
    ['is in a currency without a limit', { currency: 'EUR' }, 'currency: has no limit'],
    ['is in the currency __proto__', { currency: '__proto__' }, 'currency: has no limit'],
    ['is in the currency toString', { currency: 'toString' }, 'currency: has no limit'],
    ['is too long', { duration: 13 }, 'duration: is above the 12 months'],
    ['is in another currency than its tokens', inDollars, 'collaterals[0].token_id: '],
  ])('is refused when it %s', async (_what, change, message) => {
    expect(await refused({ ...loanBody(own), ...change }, 422)).toContain(message);
  });

  it.each([
    ['is of a category that is not accepted', `investment_category = 'SAFE'`, 'is of the category SAFE'],
    ['has exited', 'exited = true', 'has exited'],
    ['is cancelled', 'cancelled = true', 'is cancelled'],
  ])('is refused when its token %s', async (_what, change, message) => {
    const token = own.tokens[1]?.id;
    const { pool } = service.database;
    const { rows } = await pool.query('select * from service.token where id = $1', [token]);
    await pool.query(`update service.token set ${change} where id = $1`, [token]);
    const body = { ...loanBody(own), collaterals: [{ token_id: token, quantity: 100_000 }] };
    const answer = await refused(body, 422);
    expect(answer).toMatch(/^collaterals\[0\]\.token_id: /);
    expect(answer).toContain(message);
    await pool.query(
      'update service.token set investment_category = $2, exited = $3, cancelled = $4 where id = $1',
      [token, rows[0].investment_category, rows[0].exited, rows[0].cancelled],
    );
  });

  it('is refused for one minor unit more than a loan-to-value lets it be', async () => {
    const amount = ((own.tokens[0]?.cents ?? 0) * 7 + 0.01).toFixed(2);
    const message = await refused({ ...loanBody(own), amount, repayment_amount: amount }, 422);
    expect(message).toMatch(/^collaterals: is worth .* NGN, which at a ratio of 0.7 covers .* not /);
  });

  it('is refused for one minor unit more than the cover asked for', async () => {
    const amount = ((harbour.tokens[0]?.cents ?? 0) * 10 + 0.01).toFixed(2);
    const collaterals = [{ token_id: harbour.tokens[0]?.id, quantity: 1400 }];
    const body = { ...loanBody(harbour), amount, repayment_amount: amount, collaterals };
    expect(await refused(body, 422, HARBOUR)).toMatch(/^collaterals: is worth .* at a ratio of 1.4/);
  });
});

describe('a loan that is malformed', () => {
  it.each([
    ['a repayment below its amount', { amount: '100', repayment_amount: '99.99' }, 'repayment_amount'],
    ['no lines', { collaterals: [] }, 'collaterals'],
    ['51 lines', { collaterals: lines(51) }, 'collaterals'],
    ['collateral that is no list', { collaterals: { 0: {} } }, 'collaterals'],
    ['a quantity of 0', { collaterals: [{ token_id: 't', quantity: 0 }] }, 'collaterals[0].quantity'],
    ['a quantity below 0', { collaterals: [{ token_id: 't', quantity: -1 }] }, 'collaterals[0].quantity'],
    ['a quantity as text', { collaterals: [{ token_id: 't', quantity: '1' }] }, 'collaterals[0].quantity'],
    ['a line without a token', { collaterals: [{ quantity: 1 }] }, 'collaterals[0].token_id'],
    ['an interest of 1.01', { interest_rate: 1.01 }, 'interest_rate'],
    ['an interest of -0.1', { interest_rate: -0.1 }, 'interest_rate'],
    ['an interest as text', { interest_rate: '0.1' }, 'interest_rate'],
    ['an amount as a number', { amount: 100 }, 'amount'],
    ['a duration of 2.5', { duration: 2.5 }, 'duration'],
    ['a duration of 0', { duration: 0 }, 'duration'],
    ['a duration as text', { duration: '3' }, 'duration'],
    ['a duration of 1201', { duration: 1201 }, 'duration'],
    ['a blank user', { user_id: ' ' }, 'user_id'],
    ['a user that is a list', { user_id: ['a'] }, 'user_id'],
    ['a currency of eleven letters', { currency: 'constructor' }, 'currency'],
    ['a reason beyond 2000 characters', { reason: 'x'.repeat(2001) }, 'reason'],
    ['a reason of null', { reason: null }, 'reason'],
  ])('is refused for %s', async (_what, change, field) => {
    const message = await refused({ ...loanBody(own), ...change }, 400);
    expect(message.startsWith(`${field}: `), message).toBe(true);
  });

  it.each(['-5', '1e5', '1,000', '', ' ', '0', '0.00', '0.001', '9'.repeat(40), '9'.repeat(41), '5\n', '٣'])(
    'is refused for an amount of %j, of either kind',
    async (text) => {
      expect(await refused({ ...loanBody(own), amount: text }, 400)).toMatch(/^amount: /);
      expect(await refused({ ...loanBody(own), repayment_amount: text }, 400)).toMatch(/^repayment_amount: /);
    },
  );

  it('is refused for the same token on two lines', async () => {
    const line = { token_id: firstToken(), quantity: 1000 };
    const message = await refused({ ...loanBody(own), collaterals: [line, line] }, 400);
    expect(message).toMatch(/^collaterals\[1\]\.token_id: is the same token as an earlier line/);
  });

  it.each([
    ['a quantity', 'collaterals[0].quantity', '"quantity":1000', '"quantity":1e9999'],
    ['an interest', 'interest_rate', '"interest_rate":0.05', '"interest_rate":1e9999'],
    ['a duration', 'duration', '"duration":3', '"duration":1e9999'],
  ])('is refused for %s beyond all numbers', async (_what, field, from, to) => {
    const text = JSON.stringify(loanBody(own)).replace(from, to);
    expect(text).toContain('1e9999');
    const message = await refused(text, 400);
    expect(message.startsWith(`${field}: `), message).toBe(true);
  });

  it.each([
    'user_id',
    'duration',
    'currency',
    'interest_rate',
    'amount',
    'repayment_amount',
    'collaterals',
    'loan_configuration_id',
  ])('is refused without %s', async (field) => {
    const { [field]: _left, ...rest } = loanBody(own) as Record<string, unknown>;
    expect(await refused(rest, 400)).toBe(`${field}: is required`);
  });

  it('names at most five of its faults', async () => {
    const message = await refused({}, 400);
    expect(message.match(/: is required/g)).toHaveLength(5);
    expect(message).toMatch(/; and 3 more$/);
  });
});
