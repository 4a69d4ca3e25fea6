import { afterAll, beforeAll, expect, test } from 'vitest';
import { collateralCover } from '#contract/collateral.ts';
import { addMonths, writeRepaymentDate } from '#contract/dates.ts';
import { loanTiming } from '#contract/loan-timing.ts';
import { compareAmounts, suggestedRepayment } from '#contract/money.ts';
import type { OpenPool } from '#server/db/open.ts';
import { openInMemory } from '../open.ts';
import { loadDemo } from './load.ts';

const NOW = Date.parse('2026-03-31T21:40:00Z');
const OPTIONS = { now: NOW, timeZone: 'Africa/Lagos' };

let database: OpenPool;
// biome-ignore lint/suspicious/noExplicitAny: rows of many shapes, each looked at by its own test.
const rows = async (sql: string, ...values: unknown[]): Promise<any[]> =>
  (await database.pool.query(sql, values)).rows;

beforeAll(async () => {
  database = await openInMemory();
  await loadDemo(database.pool, OPTIONS);
}, 60_000);
afterAll(async () => await database.close());

test('every demo loan is covered with collateral that its terms accept', async () => {
  const loans = await rows(
    `select l.*, f.collateral_ratio, f.duration as longest, f.max_amount ->> l.currency as highest,
       json_agg(json_build_object('quantity', c.quantity::text, 'sellPrice', c.sell_price::text)) as lines,
       bool_and(t.currency = l.currency and t.investment_category = any (f.investment_categories)
         and not t.exited and not t.cancelled and t.created_at < l.created_at) as accepted,
       count(distinct c.token_id)::int as distinct_lines
     from service.loan l join service.loan_configuration f on f.id = l.loan_configuration_id
     join service.loan_collateral c on c.loan_id = l.id join service.token t on t.id = c.token_id
     group by l.id, f.id order by l.creditor_id, l.position`,
  );
  expect(loans).toHaveLength(160);
  for (const loan of loans) {
    expect(collateralCover(loan.amount, loan.lines, Number(loan.collateral_ratio)).sufficient).toBe(true);
    expect(loan.accepted).toBe(true);
    expect(loan.distinct_lines).toBe(loan.lines.length);
    expect(compareAmounts(loan.amount, loan.highest)).toBeLessThanOrEqual(0);
    expect(loan.duration).toBeLessThanOrEqual(loan.longest);
    const { amount, duration, currency } = loan;
    const terms = { amount, duration, currency, interestRate: Number(loan.interest_rate) };
    expect(loan.repayment_amount).toBe(suggestedRepayment(terms));
    expect(loan.repayment_at.getTime()).toBe(
      addMonths(loan.created_at.getTime(), duration, OPTIONS.timeZone),
    );
  }
});

test('the demo loans are numbered from the oldest, and the creditor’s counters agree', async () => {
  for (const creditor of await rows('select * from service.creditor')) {
    const loans = await rows(
      'select * from service.loan where creditor_id = $1 order by position',
      creditor.id,
    );
    expect(loans.map((loan) => Number(loan.position))).toEqual(loans.map((_, index) => index + 1));
    const times: number[] = loans.map((loan) => loan.created_at.getTime());
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
    expect(creditor.last_loan_at).toEqual(loans.at(-1).created_at);
    const states = loans.map(
      (loan) =>
        loanTiming({ ...loan, repayment_date: writeRepaymentDate(+loan.repayment_at, OPTIONS.timeZone) }, NOW)
          .state,
    );
    for (const state of ['due', 'grace', 'past']) {
      expect(states.filter((one) => one === state).length, state).toBeGreaterThanOrEqual(3);
    }
  }
});
