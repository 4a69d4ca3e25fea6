import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeRepaymentDate } from '#contract/dates.ts';
import type { MemberRow } from '../members/members.ts';
import { borrowerRecord, borrowerRisks, openChecks } from './borrower-record.ts';
import type { LoanRow } from './loans.ts';

const NOW = Date.UTC(2026, 10, 24, 9);
const DAY = 86_400_000;

/** A loan with ten days of grace that was due so many days ago. */
function loan(parts: Partial<LoanRow> & { daysLate?: number }): LoanRow {
  const { daysLate = -30, ...rest } = parts;
  return {
    id: 'loan',
    borrower: 'ada',
    amount: 100,
    repayment_amount: 110,
    currency: 'NGN',
    status: 'ACTIVE',
    grace_period: 10,
    grace_period_unit: 'DAYS',
    repayment_date: writeRepaymentDate(NOW - daysLate * DAY, 'Africa/Lagos'),
    ...rest,
  };
}

test('each loan is counted by how it is doing, whatever status lags behind', () => {
  const loans = [
    loan({}),
    loan({ daysLate: 3 }),
    loan({ daysLate: 3, status: 'OVERDUE', currency: 'KES', amount: 7.5 }),
    loan({ daysLate: 40 }),
    loan({ daysLate: 40, status: 'DEFAULTED' }),
    loan({ status: 'OVERDUE', repayment_date: 'soon' }),
    loan({ daysLate: 40, grace_period_unit: 'BUSINESS_DAYS' }),
    loan({ daysLate: 40, status: 'RESTRUCTURED' }),
    loan({ status: 'RESTRUCTURED' }),
    loan({ repayment_date: 'soon' }),
    loan({ status: 'REPAID' }),
    loan({ borrower: 'somebody else', status: 'DEFAULTED' }),
  ];
  const record = borrowerRecord('ada', loans, NOW);
  expect(record).toMatchObject({ onTime: 1, inGrace: 2, pastGrace: 1, defaulted: 1, closed: 1 });
  expect(record).toMatchObject({ pastDue: 3, unknown: 2 });
  expect(record.outstanding.map(({ currency, count, principal }) => [currency, count, principal])).toEqual([
    ['NGN', 9, '900.00'],
    ['KES', 1, '7.50'],
  ]);
});

test('whatever the loans are, each of the borrower is counted once and no other one, and the sums are exact', () => {
  const any = fc.record({
    borrower: fc.constantFrom('ada', 'bola'),
    status: fc.constantFrom('ACTIVE', 'OVERDUE', 'DEFAULTED', 'REPAID', 'CANCELLED', 'LIQUIDATED', 'NEW'),
    daysLate: fc.integer({ min: -60, max: 60 }),
    currency: fc.constantFrom('NGN', 'KES'),
    cents: fc.integer({ min: 1, max: 1e9 }),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 20 }), (parts) => {
      const loans = parts.map(({ cents, ...rest }) => loan({ ...rest, amount: cents / 100 }));
      const record = borrowerRecord('ada', loans, NOW);
      const { outstanding, closed, ...open } = record;
      const own = loans.filter(({ borrower }) => borrower === 'ada');
      const count = Object.values(open).reduce((sum, each) => sum + each, 0);
      expect(count + closed).toBe(own.length);
      expect(outstanding.reduce((sum, each) => sum + each.count, 0)).toBe(count);
      for (const { currency, principal } of outstanding) {
        const ofCurrency = own.filter(
          (each) =>
            each.currency === currency && !['REPAID', 'CANCELLED', 'LIQUIDATED'].includes(each.status),
        );
        const sum = ofCurrency.reduce((total, { amount }) => total.plus(amount), new Big(0));
        expect(new Big(principal).eq(sum)).toBe(true);
      }
      expect(borrowerRecord('ada', [...loans].reverse(), NOW)).toMatchObject({ ...open, closed });
    }),
  );
});

describe('what speaks against lending', () => {
  const member = (kyc: object, status = 'Active') =>
    ({ _id: 'm', status, user: { _id: 'ada', kyc } }) as MemberRow;
  const GOOD = {
    bank: true,
    email: true,
    terms: true,
    identityDocument: 'Approved',
    selfie: 'Approved',
    address: 'Approved',
    accredited: 'Approved',
  };
  const none = borrowerRecord('ada', [], NOW);

  test('is nothing for a member in good standing', () => {
    expect(borrowerRisks(none, member(GOOD))).toEqual([]);
    expect(openChecks(GOOD)).toEqual([]);
  });

  test('is named: late and defaulted loans, a rejected check and the membership', () => {
    const loans = [
      loan({ daysLate: 40, status: 'DEFAULTED' }),
      loan({ daysLate: 40, status: 'DEFAULTED' }),
      loan({ daysLate: 40 }),
      loan({ daysLate: 1 }),
      loan({ daysLate: 365, grace_period_unit: 'BUSINESS_DAYS' }),
    ];
    const kyc = { ...GOOD, address: 'Rejected', selfie: 'Not Submitted', bank: false };
    expect(borrowerRisks(borrowerRecord('ada', loans, NOW), member(kyc, 'Suspended'))).toEqual([
      '2 defaulted loans',
      '1 loan past grace',
      '1 loan past due with an unknown grace period',
      '1 loan in grace',
      'a rejected check (address)',
      'the membership status “Suspended”',
    ]);
    expect(openChecks(kyc)).toEqual([
      { words: 'Bank account: not verified', isRejected: false },
      { words: 'Selfie: not submitted', isRejected: false },
      { words: 'Address: rejected', isRejected: true },
    ]);
  });
});
