import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { demoCustomers } from './customers.ts';
import { DAY_MS, dayOf } from './day.ts';
import { demoLoans } from './loans.ts';
import { demoMembers } from './members.ts';
import { demoMemberOrders } from './orders.ts';
import { PLANS, type Plan } from './plans.ts';
import { demoTokens } from './tokens.ts';

function generate(plan: Plan, now: number, timeZone = 'Africa/Lagos') {
  const day = dayOf(now);
  const tokens = demoTokens(plan, 'organisation', day);
  const members = demoMembers(plan, 'organisation', day);
  const context = { plan, creditorId: 'c', configurationId: 'f', tokens, members, day, timeZone };
  return {
    tokens,
    members,
    ...demoLoans(context),
    ...demoMemberOrders(plan, members, tokens, day),
    ...demoCustomers(plan, members, tokens, day),
  };
}

const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

function idsOf(made: ReturnType<typeof generate>) {
  const { tokens, members, loans, orders, transactions, customers } = made;
  const ids = [tokens, members, loans, orders, transactions].map((list) => list.map(({ id }) => id).sort());
  return [...ids, customers.map(({ email_key }) => email_key)];
}

test.each(PLANS)('$name is the same all day long and keeps its ids from day to day', (plan) => {
  const morning = generate(plan, Date.parse('2027-02-28T00:00:00Z'));
  const evening = generate(plan, Date.parse('2027-02-28T23:59:59.999Z'));
  expect(digest(evening)).toBe(digest(morning));
  const later = generate(plan, Date.parse('2028-05-31T12:00:00Z'));
  expect(digest(later)).not.toBe(digest(morning));
  expect(idsOf(later)).toEqual(idsOf(morning));
  expect(new Set(idsOf(morning).flat()).size).toBe(idsOf(morning).flat().length);
});

// Some months are too short for the day a loan was made on, which moves its due date: so every day is tried.
test.each(PLANS)('$name has loans in every state on every day of a year', (plan) => {
  const grace = plan.configuration.gracePeriod * DAY_MS;
  const start = Date.parse('2027-03-01T00:00:00Z');
  const tokens = demoTokens(plan, 'organisation', dayOf(start));
  for (let number = 0; number < 366; number += 1) {
    const midnight = start + number * DAY_MS;
    const day = dayOf(midnight);
    const members = demoMembers(plan, 'organisation', day);
    const aged = tokens.map((token) => ({
      ...token,
      created_at: new Date(+token.created_at + number * DAY_MS),
    }));
    const context = { plan, creditorId: 'c', configurationId: 'f', tokens: aged, members, day };
    const { loans } = demoLoans({ ...context, timeZone: 'Africa/Lagos' });
    const active = loans.filter((loan) => loan.status === 'ACTIVE').map((loan) => +loan.repayment_at);
    for (const now of [midnight, midnight + DAY_MS - 1]) {
      const count = (from: number, to: number) =>
        active.filter((due) => due > now + from && due <= now + to).length;
      const where = new Date(now).toISOString();
      expect(count(-grace, 0), `in grace at ${where}`).toBeGreaterThanOrEqual(3);
      expect(count(-1000 * DAY_MS, -grace), `past grace at ${where}`).toBeGreaterThanOrEqual(3);
      expect(count(0, 7 * DAY_MS), `due in 7 days at ${where}`).toBeGreaterThanOrEqual(2);
      expect(count(7 * DAY_MS, 30 * DAY_MS), `due in 30 days at ${where}`).toBeGreaterThanOrEqual(2);
      expect(count(30 * DAY_MS, 90 * DAY_MS), `due in 90 days at ${where}`).toBeGreaterThanOrEqual(3);
    }
    const times = loans.map((loan) => +loan.created_at);
    expect(
      times.every((time, index) => time < midnight && (index === 0 || time > (times[index - 1] ?? 0))),
    ).toBe(true);
  }
});

test('works in a time zone with summer time', () => {
  for (const timeZone of ['Europe/London', 'America/St_Johns', 'Pacific/Kiritimati']) {
    const { loans } = generate(PLANS[0] as Plan, Date.parse('2027-03-31T12:00:00Z'), timeZone);
    expect(loans).toHaveLength(137);
  }
});
