import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loanIdentity } from './same-loan.ts';

const line = fc.record({ token_id: fc.string({ minLength: 1 }), quantity: fc.integer({ min: 1, max: 1e9 }) });
const loan = fc.record({
  user_id: fc.string(),
  amount: fc.integer({ min: 1, max: 1e12 }).map((cents) => (cents / 100).toFixed(2)),
  currency: fc.constantFrom('NGN', 'USD'),
  duration: fc.integer({ min: 1, max: 24 }),
  collaterals: fc.uniqueArray(line, { minLength: 1, maxLength: 5, selector: ({ token_id }) => token_id }),
});

test('a loan stays the same however its amount and currency are written and its collateral is ordered', () => {
  fc.assert(
    fc.property(loan, fc.string(), (body, reason) => {
      const again = {
        ...body,
        amount: `0${body.amount}00`,
        currency: ` ${body.currency.toLowerCase()}`,
        collaterals: [...body.collaterals].reverse(),
        reason,
        interest_rate: 0.1,
      };
      expect(loanIdentity(again)).toBe(loanIdentity(body));
      const inOtherTypes = { ...body, amount: Number(body.amount), duration: String(body.duration) };
      expect(loanIdentity(inOtherTypes)).toBe(loanIdentity(body));
    }),
  );
});

test('a loan is another one as soon as borrower, amount, currency, duration or collateral differs', () => {
  fc.assert(
    fc.property(loan, (body) => {
      const [first, ...others] = body.collaterals;
      const changes = [
        { user_id: `${body.user_id}x` },
        { amount: `1${body.amount}` },
        { currency: 'GHS' },
        { duration: body.duration + 1 },
        { collaterals: [{ token_id: first?.token_id, quantity: (first?.quantity ?? 0) + 1 }, ...others] },
      ];
      for (const change of changes) expect(loanIdentity({ ...body, ...change })).not.toBe(loanIdentity(body));
    }),
  );
});

test.each([null, 'text', {}, { amount: '1e5' }])('%j is no loan request', (body) => {
  expect(loanIdentity(body)).toBeNull();
});
