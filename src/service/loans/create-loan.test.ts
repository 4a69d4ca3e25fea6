import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import { parseRepaymentDate } from '#contract/dates.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';

/** Later than anything in the demo data: the 31st, so that a month later is shorter. */
const NOW = Date.UTC(2031, 0, 31, 10, 0, 0, 250);

let service: TestService;
let lending: Lending;
beforeAll(async () => {
  service = await startTestService({ clock: () => NOW });
  lending = await lendingOf(service, 'Crestline', 'NGN');
});
afterAll(() => service.close());

const create = (body: object, token?: string) =>
  service.call('createLoan', { body, ...(token && { token }) });

async function totalDocs() {
  const { body } = await service.call('listLoans');
  return body.data.totalDocs;
}

describe('a loan that the terms accept', () => {
  it('is answered with 201 and all its fields, and leads the list', async () => {
    const before = await totalDocs();
    const [first, second] = lending.tokens;
    const request = {
      ...loanBody(lending),
      duration: 1,
      amount: '1250.50',
      repayment_amount: '1313.03',
      collaterals: [
        { token_id: second?.id, quantity: 2.5 },
        { token_id: first?.id, quantity: 100 },
      ],
      reason: 'Stock for the "dry" season',
      bank_name: 'First Bank',
      bank_code: '011',
      account_number: '0123456789',
    };
    const { status, body } = await create(request);
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'success', message: 'Loan created.' });
    expect(z.parse(contract.createLoan.reply, body.data)).toEqual(body.data);
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      borrower: lending.userId,
      creditor: lending.creditorId,
      amount: 1250.5,
      currency: 'NGN',
      repayment_amount: 1313.03,
      repayment_date: 'Fri Feb 28 2031 11:00:00 GMT+0100 (West Africa Standard Time)',
      interest_rate: 0.05,
      duration: 1,
      status: 'ACTIVE',
      grace_period: 7,
      grace_period_unit: 'DAYS',
      reason: 'Stock for the "dry" season',
      created_at: '2031-01-31T10:00:00.250Z',
      updated_at: '2031-01-31T10:00:00.250Z',
      collaterals: [
        { token_id: second?.id, quantity: 2.5, name: second?.name },
        { token_id: first?.id, quantity: 100, name: first?.name },
      ],
    });
    expect(parseRepaymentDate(body.data.repayment_date)?.at).toBe(Date.UTC(2031, 1, 28, 10, 0, 0));

    const list = await service.call('listLoans');
    const { collaterals: _left, ...listed } = body.data;
    expect(list.body.data.docs[0]).toEqual(listed);
    expect(list.body.data.totalDocs).toBe(before + 1);
  });

  it('keeps what it was pledged at, and where it is to be repaid', async () => {
    const { body } = await create({ ...loanBody(lending), bank_name: 'Bank', account_number: '007' });
    const { pool } = service.database;
    const loans = await pool.query('select * from service.loan where id = $1', [body.data.id]);
    expect(loans.rows[0]).toMatchObject({ bank_name: 'Bank', bank_code: null, account_number: '007' });
    const lines = await pool.query('select * from service.loan_collateral where loan_id = $1', [
      body.data.id,
    ]);
    expect(lines.rows).toHaveLength(1);
    expect(lines.rows[0]).toMatchObject({ line: 1, token_id: lending.tokens[0]?.id, quantity: '1000' });
    expect(Number(lines.rows[0].sell_price) * 100).toBeCloseTo(lending.tokens[0]?.cents ?? 0, 6);
  });

  it('has no reason where none was given', async () => {
    const { body } = await create(loanBody(lending));
    expect(body.data).not.toHaveProperty('reason');
  });

  it('is covered by exactly enough, for a ratio that is a loan-to-value', async () => {
    const amount = ((lending.tokens[0]?.cents ?? 0) * 7).toFixed(2);
    const { status } = await create({ ...loanBody(lending), amount, repayment_amount: amount });
    expect(status).toBe(201);
  });

  it('is covered by exactly enough, for a ratio that is a cover', async () => {
    const harbour = await lendingOf(service, 'Harbour', 'GHS');
    const amount = ((harbour.tokens[0]?.cents ?? 0) * 10).toFixed(2);
    const collaterals = [{ token_id: harbour.tokens[0]?.id, quantity: 1400 }];
    const body = { ...loanBody(harbour), amount, repayment_amount: amount, collaterals };
    expect((await create(body, HARBOUR)).status).toBe(201);
  });

  it('may be as large and as long as the configuration allows', async () => {
    const collaterals = [{ token_id: lending.tokens[0]?.id, quantity: 10_000_000 }];
    const most = { amount: '50000000', repayment_amount: '50000000.00', duration: 12, collaterals };
    const { status, body } = await create({ ...loanBody(lending), ...most });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ amount: 50_000_000, repayment_amount: 50_000_000, duration: 12 });
  });

  it.each([0, 1])('may bear interest of %d', async (rate) => {
    const { status, body } = await create({ ...loanBody(lending), interest_rate: rate });
    expect(status).toBe(201);
    expect(body.data.interest_rate).toBe(rate);
  });

  it('falls due by the clocks of the service’s time zone', async () => {
    const own = await startTestService({ clock: () => NOW, timeZone: 'America/New_York' });
    const parts = await lendingOf(own, 'Crestline', 'NGN');
    const { body } = await own.call('createLoan', { body: { ...loanBody(parts), duration: 6 } });
    expect(body.data.repayment_date).toBe('Thu Jul 31 2031 05:00:00 GMT-0400 (Eastern Daylight Time)');
    await own.close();
  });
});

describe('twenty loans at once', () => {
  it('are all kept, each at a place and a moment of its own', async () => {
    const before = await totalDocs();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(loanBody(lending))));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(await totalDocs()).toBe(before + 20);

    const { rows } = await service.database.pool.query<{ position: string }>(
      'select position from service.loan where creditor_id = $1 order by position',
      [lending.creditorId],
    );
    expect(rows.map((row) => Number(row.position))).toEqual(rows.map((_, index) => index + 1));
    expect(rows).toHaveLength(before + 20);

    const { body } = await service.call('listLoans', { query: { limit: 100 } });
    const times: string[] = body.data.docs.map((loan: { created_at: string }) => loan.created_at);
    for (const [index, time] of times.slice(1).entries()) expect(time < (times[index] ?? '')).toBe(true);
    const listed = new Set(body.data.docs.map((loan: { id: string }) => loan.id));
    for (const answer of answers) expect(listed.has(answer.body.data.id)).toBe(true);
  });
});
