import { Big } from 'big.js';
import { isDecimal, minorDigits, suggestedRepayment } from '#contract/money.ts';
import type { LoanRow } from '#dashboard/api/loans.ts';

/** What a loan bears, as decimal strings of its currency; null where something is missing to tell. */
export interface Interest {
  /** What is to be repaid beyond the amount. */
  money: string;
  /** That by the amount; null where the amount is 0. */
  share: number | null;
  /** What the rule suggests as repayment, and how much more (or less) is to be repaid; null where it can't be told. */
  rule: { suggested: string; difference: string } | null;
}

/** The interest of a loan, and how it compares with the rule: amount × (1 + rate × months). */
export function interestOf(loan: LoanRow): Interest | null {
  const { amount, repayment_amount: repayment, currency } = loan;
  if (amount === undefined || repayment === undefined) return null;
  const digits = currency === undefined ? 2 : minorDigits(currency);
  const money = new Big(repayment).minus(amount);
  return {
    money: written(money, digits),
    share: amount === 0 ? null : Number(money.div(amount)),
    rule: ruleOf(loan, digits),
  };
}

function ruleOf(loan: LoanRow, digits: number): Interest['rule'] {
  const { amount, repayment_amount: repayment, interest_rate: interestRate, duration, currency } = loan;
  if (amount === undefined || repayment === undefined || interestRate === undefined) return null;
  const text = new Big(amount).toFixed();
  if (duration === undefined || currency === undefined || !isDecimal(text)) return null;
  const suggested = suggestedRepayment({ amount: text, interestRate, duration, currency });
  return { suggested, difference: written(new Big(repayment).minus(suggested), digits) };
}

function written(value: Big, digits: number): string {
  const [, fraction = ''] = value.toFixed().split('.');
  return value.toFixed(Math.max(digits, fraction.length));
}
