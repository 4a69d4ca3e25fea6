import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import { parseRepaymentDate } from '#contract/dates.ts';
import { HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';

let service: TestService;
let total: number;
beforeAll(async () => {
  service = await startTestService();
  const { rows } = await service.database.pool.query(
    `select count(*)::int as total from service.loan l join service.creditor c on c.id = l.creditor_id
     join service.organisation o on o.id = c.organisation_id where o.name = 'Crestline'`,
  );
  total = rows[0].total;
});
afterAll(() => service.close());

interface Loan {
  id: string;
  created_at: string;
  creditor: string;
}

async function page(query: Record<string, number> = {}, token?: string) {
  const { status, body } = await service.call('listLoans', { query, ...(token && { token }) });
  expect(status).toBe(200);
  return body.data;
}

async function wholeList(limit: number, token?: string): Promise<Loan[]> {
  const loans: Loan[] = [];
  for (let number = 1; ; number++) {
    const data = await page({ page: number, limit }, token);
    loans.push(...data.docs);
    if (!data.hasNextPage) return loans;
  }
}

describe('the creditor’s loans', () => {
  it('are answered as the contract has them: newest first, ten to a page, without collaterals', async () => {
    const { status, body } = await service.call('listLoans');
    expect(status).toBe(200);
    expect(body.status).toBe('success');
    expect(body.message).toBe('Loans retrieved.');
    expect(z.parse(contract.listLoans.reply, body.data)).toEqual(body.data);
    expect(body.data).toMatchObject({
      page: 1,
      limit: 10,
      sort: { created_at: -1 },
      totalDocs: total,
      totalPages: Math.ceil(total / 10),
      hasPrevPage: false,
      hasNextPage: true,
    });
    expect(Object.keys(body.data).sort()).toEqual(
      ['docs', 'hasNextPage', 'hasPrevPage', 'limit', 'page', 'sort', 'totalDocs', 'totalPages'].sort(),
    );
    expect(body.data.docs).toHaveLength(10);
    for (const loan of body.data.docs) {
      expect(loan).not.toHaveProperty('collaterals');
      expect(parseRepaymentDate(loan.repayment_date)).not.toBeNull();
      expect(typeof loan.amount).toBe('number');
      expect(typeof loan.repayment_amount).toBe('number');
    }
  });

  it.each([7, 10, 100])('are each on exactly one page, newest first, with %d to a page', async (limit) => {
    const loans = await wholeList(limit);
    expect(loans).toHaveLength(total);
    expect(new Set(loans.map((loan) => loan.id)).size).toBe(total);
    for (const [index, loan] of loans.slice(1).entries()) {
      expect(loan.created_at < (loans[index]?.created_at ?? '')).toBe(true);
    }
  });

  it('come a hundred to a page at most, and the answer says so', async () => {
    const data = await page({ limit: 1000 });
    expect(data.limit).toBe(100);
    expect(data.docs).toHaveLength(Math.min(100, total));
    expect(data.totalPages).toBe(Math.ceil(total / 100));
  });

  it('say truly whether there is a page before and after', async () => {
    const last = Math.ceil(total / 10);
    expect(await page({ page: 2 })).toMatchObject({ page: 2, hasPrevPage: true, hasNextPage: true });
    const end = await page({ page: last });
    expect(end).toMatchObject({ page: last, hasPrevPage: true, hasNextPage: false });
    expect(end.docs).toHaveLength(total - (last - 1) * 10);
  });

  it.each([1_000, 2_147_483_647])(
    'are none on page %d, past the end, and the totals stand',
    async (number) => {
      expect(await page({ page: number, limit: 100 })).toEqual({
        page: number,
        limit: 100,
        sort: { created_at: -1 },
        docs: [],
        totalDocs: total,
        totalPages: Math.ceil(total / 100),
        hasPrevPage: true,
        hasNextPage: false,
      });
    },
  );

  it('are those of the own creditor only', async () => {
    const [crestline, harbour] = [await wholeList(100), await wholeList(100, HARBOUR)];
    expect(new Set(crestline.map((loan) => loan.creditor)).size).toBe(1);
    expect(new Set(harbour.map((loan) => loan.creditor)).size).toBe(1);
    expect(harbour[0]?.creditor).not.toBe(crestline[0]?.creditor);
    const ids = new Set(crestline.map((loan) => loan.id));
    expect(harbour.filter((loan) => ids.has(loan.id))).toEqual([]);
  });

  it('are refused to an API client that is no creditor, and so are the terms', async () => {
    const { pool } = service.database;
    const { rows } = await pool.query<{ id: string; creditor_id: string }>(
      `update service.api_client c set creditor_id = null from service.api_client old
       where c.id = old.id and c.name = 'Harbour demo' returning c.id, old.creditor_id`,
    );
    for (const name of ['listLoans', 'getLoanConfiguration'] as const) {
      const { status, body } = await service.call(name, { token: HARBOUR });
      expect(status).toBe(403);
      expect(body).toEqual({ status: 'error', message: expect.stringContaining('not a creditor') });
    }
    await pool.query('update service.api_client set creditor_id = $2 where id = $1', [
      rows[0]?.id,
      rows[0]?.creditor_id,
    ]);
  });
});

describe('the loan configuration', () => {
  it('is the authenticated creditor’s, with every field of the interface', async () => {
    const { status, body } = await service.call('getLoanConfiguration');
    expect(status).toBe(200);
    expect(z.parse(contract.getLoanConfiguration.reply, body.data)).toEqual(body.data);
    expect(body.data).toMatchObject({
      investment_categories: ['Commercial Paper', 'Corporate Bond', 'Treasury Bill', 'Receivables'],
      grace_period: 7,
      grace_period_unit: 'DAYS',
      max_amount: { NGN: 50_000_000, GHS: 750_000, KES: 6_500_000, USD: 100_000 },
      creditor: { name: 'Crestline Capital' },
      collateral_ratio: 0.7,
      duration: 12,
      interest_rate: 0.03,
      use_api: true,
    });
    expect(() => new URL(body.data.provider_url)).not.toThrow();
    const other = await service.call('getLoanConfiguration', { token: HARBOUR });
    expect(other.body.data).toMatchObject({ creditor: { name: 'Harbour Credit' }, collateral_ratio: 1.4 });
    expect(other.body.data.id).not.toBe(body.data.id);
  });

  it('is a 404 where the creditor has none', async () => {
    const own = await startTestService({ data: 'empty' });
    await own.database.pool.query(`
      insert into service.organisation values ('o', 'Bare', true, now());
      insert into service.creditor values ('c', 'o', 'Bare', 0, null);
      insert into service.api_client values ('a', 'o', 'c', 'bare', sha256('bare'), true, now(), null)`);
    expect(await own.call('getLoanConfiguration', { token: 'bare' })).toMatchObject({
      status: 404,
      body: { status: 'error', message: 'This creditor has no loan configuration.' },
    });
    const loans = await own.call('listLoans', { token: 'bare' });
    expect(loans.body.data).toMatchObject({ docs: [], totalDocs: 0, totalPages: 1, hasNextPage: false });
    await own.close();
  });
});
