import { afterEach, beforeEach, expect, test } from 'vitest';
import { collateralCover } from '#contract/collateral.ts';
import { addMonths } from '#contract/dates.ts';
import { member } from '#contract/members.ts';
import { suggestedRepayment } from '#contract/money.ts';
import type { OpenPool } from '#server/db/open.ts';
import { readInput, UsageError } from '#service/commands/command.ts';
import { openInMemory } from '../open.ts';
import { loadDemo } from './load.ts';
import { demoScale } from './scale.ts';

let database: OpenPool;
let lines: string[];
const run = async (text: string) => {
  const input = readInput(demoScale, text.split(' '));
  await demoScale.run(database, input, (line) => lines.push(line));
};
// biome-ignore lint/suspicious/noExplicitAny: rows of many shapes, each looked at by its own test.
const rows = async (sql: string): Promise<any[]> => (await database.pool.query(sql)).rows;
const count = async (table: string) =>
  Number((await rows(`select count(*) as n from service.${table}`))[0].n);

beforeEach(async () => {
  lines = [];
  database = await openInMemory();
}, 60_000);
afterEach(async () => await database.close());

test('loads as many as asked in addition to the small demo set, once', async () => {
  await loadDemo(database.pool, { now: Date.now(), timeZone: 'Africa/Lagos' });
  const before = { loans: await count('loan'), transactions: await count('transaction') };
  await run('--customers 300 --transactions 4001 --loans 250 --tokens 90 --members 40');
  expect((await count('loan')) - before.loans).toBe(250);
  expect((await count('transaction')) - before.transactions).toBe(4_001);
  expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/ 4001 transactions$/)]));
  expect(lines.at(-1)).toBe('pledge_demo_scale');

  const [creditor] = await rows(`select c.*, o.demo from service.creditor c
    join service.organisation o on o.id = c.organisation_id where o.name = 'Baobab'`);
  const loans = await rows(`select l.*, c.quantity, c.sell_price, t.currency as token_currency,
      t.investment_category = any (f.investment_categories) as accepted, f.collateral_ratio, m.id as member
    from service.loan l join service.loan_collateral c on c.loan_id = l.id join service.token t on t.id = c.token_id
    join service.loan_configuration f on f.creditor_id = l.creditor_id
    left join service.member m on m.user_id = l.borrower_id
    where l.creditor_id = '${creditor.id}' order by l.position`);
  expect(creditor).toMatchObject({ demo: true, loan_count: '250', last_loan_at: loans.at(-1).created_at });
  expect(loans.map((loan) => Number(loan.position))).toEqual(loans.map((_, index) => index + 1));
  loans.forEach((loan, index) => {
    if (index > 0) expect(+loan.created_at).toBeGreaterThan(+loans[index - 1].created_at);
    const line = { quantity: loan.quantity, sellPrice: loan.sell_price };
    expect(collateralCover(loan.amount, [line], Number(loan.collateral_ratio)).sufficient).toBe(true);
    expect(loan).toMatchObject({ accepted: true, currency: loan.token_currency, member: expect.any(String) });
    const { amount, duration, currency } = loan;
    const interestRate = Number(loan.interest_rate);
    expect(loan.repayment_amount).toBe(suggestedRepayment({ amount, duration, currency, interestRate }));
    expect(+loan.repayment_at).toBe(addMonths(+loan.created_at, duration, 'Africa/Lagos'));
  });

  const wrong = await rows(`select c.email from service.customer c left join (
      select organisation_id, email_key, count(*) as trades, max(created_at) as latest,
        count(*) filter (where type = 'Buy') as buys, count(*) filter (where type = 'Sell') as sells
      from service.transaction group by 1, 2) t using (organisation_id, email_key)
    where (c.total_trades, c.buys, c.sells, c.last_trade_at) is distinct from (t.trades, t.buys, t.sells, t.latest)`);
  expect(wrong).toEqual([]);

  const tokens = await rows(
    `select * from service.token where organisation_id = '${creditor.organisation_id}'`,
  );
  expect(tokens).toHaveLength(90);
  expect(tokens.every((token) => token.name.toLowerCase() === token.name_folded)).toBe(true);
  expect(new Set(tokens.map((token) => token.name)).size).toBe(90);
  const [one] = await rows(
    `select * from service.member where organisation_id = '${creditor.organisation_id}'`,
  );
  const user = { _id: one.user_id, ...one.profile };
  const times = { createdAt: one.created_at.toISOString(), updatedAt: one.updated_at.toISOString() };
  const sent = { _id: one.id, status: one.status, organisation: one.organisation_id, user, ...times };
  expect(member.parse(sent)).toEqual(sent);

  await expect(run('--customers 1')).rejects.toThrow('Baobab is already loaded');
});

test('takes customers without trades, and nothing at all', async () => {
  await run('--customers 120 --transactions 50 --tokens 1 --loans 3 --members 2');
  expect(await count('customer')).toBe(120);
  const [{ sum }] = await rows('select sum(total_trades)::int as sum from service.customer');
  expect([sum, await count('transaction'), await count('loan')]).toEqual([50, 50, 3]);
});

test('takes zeros', async () => {
  await run('--customers 0 --members 0');
  expect([await count('organisation'), await count('customer'), await count('loan')]).toEqual([1, 0, 0]);
});

test('refuses a database that holds other data', async () => {
  await database.pool.query("insert into service.organisation values ('o', 'Own', false, now())");
  await expect(run('--customers 5')).rejects.toThrow('organisations that are no demo');
  expect(await count('organisation')).toBe(1);
});

test('says what is wrong with its words', async () => {
  const wrong = [
    '--customers x',
    '--loans -1',
    '--tokens 1.5',
    '--shares 3',
    '--loans 5',
    '--transactions 5 --tokens 1',
  ];
  for (const words of wrong) await expect(run(words), words).rejects.toThrow(UsageError);
  await expect(run('--customers x')).rejects.toThrow(
    '--customers must be a whole number from 0 to 999999999, not "x"',
  );
});
