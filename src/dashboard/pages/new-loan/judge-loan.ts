import { Big } from 'big.js';
import { collateralRefusal } from '#contract/collateral.ts';
import { MAX_COLLATERAL_LINES } from '#contract/loans.ts';
import {
  amountProblem,
  compareAmounts,
  MAX_SIGNIFICANT_DIGITS,
  minorDigits,
  significantDigits,
  suggestedRepayment,
} from '#contract/money.ts';
import type { FieldProblem } from '#dashboard/forms/error-summary.tsx';
import {
  exactNumber,
  rateOfPercent,
  readDecimal,
  trimmed,
  withGroups,
} from '#dashboard/lib/decimal-input.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { withReference } from '#dashboard/lib/reference.ts';
import { type Cover, coverOf, cutTo, lineValue, type PricedLine } from './cover.ts';
import type { LendingTerms } from './lending-terms.ts';
import type { CollateralLine, LoanValues } from './loan-values.ts';

/** A collateral line, worked out. */
export interface WorkedLine {
  line: CollateralLine;
  /** Why the token can't stand as collateral, as the end of a sentence about it. */
  refusal: string | null;
  /** Plain decimals; null where they aren't known yet. */
  quantity: string | null;
  value: string | null;
}

/** Everything that follows from the form under the terms, and everything that is wrong with it. */
export interface WorkedLoan {
  problems: FieldProblem[];
  amount: string | null;
  limit: string | null;
  duration: number | null;
  /** The monthly rate as the decimal that is sent. */
  rate: string | null;
  suggestion: string | null;
  repayment: string | null;
  /** The repayment beyond the suggestion, negative below it; null where both are the same or one isn't known. */
  difference: string | null;
  reason: string;
  lines: WorkedLine[];
  /** The lines that can be valued. */
  priced: PricedLine[];
  /** Null until there are an amount and a valued line. */
  cover: Cover | null;
}

const MOST_REASON = 2_000;

/** Works out a form. Every limit is the terms'. */
export function workOut(values: LoanValues, terms: LendingTerms): WorkedLoan {
  const problems: FieldProblem[] = [];
  const add = (field: string, label: string, message: string | null | undefined) => {
    if (message) problems.push({ field, label, message });
  };
  if (!values.borrower) add('borrower', 'Borrower', 'Choose who borrows.');
  const { currency } = values;
  const limit = Object.hasOwn(terms.limits, currency) ? (terms.limits[currency] ?? null) : null;
  if (currency === '') add('currency', 'Currency', 'Choose the loan’s currency.');
  else if (limit === null) {
    add(
      'currency',
      'Currency',
      `Your terms set no limit in ${currency}. Choose ${Object.keys(terms.limits).join(', ')}.`,
    );
  }

  const amount = readMoney(values.amount, currency, 'Enter the amount to lend.');
  add('amount', 'Amount', amount.problem);
  if (amount.decimal !== null && limit !== null && compareAmounts(amount.decimal, limit) > 0) {
    add('amount', 'Amount', `The limit is ${withGroups(limit)} ${currency}. Lend that much or less.`);
  }

  const duration = readMonths(values.duration, terms.duration);
  add('duration', 'Duration', duration.problem);
  const rate = readRate(values.interest);
  add('interest', 'Interest', rate.problem);

  const suggestion =
    amount.decimal !== null && duration.months !== null && rate.rate !== null && currency !== ''
      ? suggestedRepayment({
          amount: amount.decimal,
          interestRate: Number(rate.rate),
          duration: duration.months,
          currency,
        })
      : null;
  const own =
    values.repayment === null ? null : readMoney(values.repayment, currency, 'Enter what is to be repaid.');
  const repayment = own ? own.decimal : suggestion;
  add('repayment', 'To repay', own?.problem);
  if (repayment !== null && own === null) add('repayment', 'To repay', moneyProblem(repayment, currency));
  if (repayment !== null && amount.decimal !== null && compareAmounts(repayment, amount.decimal) < 0) {
    add(
      'repayment',
      'To repay',
      `It can’t be less than the amount, ${withGroups(amount.decimal)} ${currency}.`,
    );
  }
  const difference =
    own && repayment !== null && suggestion !== null && compareAmounts(repayment, suggestion) !== 0
      ? new Big(repayment).minus(suggestion).toFixed()
      : null;

  const reason = withReference(values.reason.trim(), values.withReference ? values.reference : null);
  add('reason', 'Reason', textProblem(reason, MOST_REASON));

  const lines = values.collateral.map((line) => workOutLine(line, values, terms));
  lines.forEach((worked, index) => {
    const name = worked.line.token.symbol ?? worked.line.token.name;
    const earlier = values.collateral.findIndex(({ token }) => token.id === worked.line.token.id);
    if (earlier < index) {
      add(
        `collateral.${index}.token`,
        name,
        `The same token is on line ${earlier + 1}. Put the whole quantity there and remove this line.`,
      );
    } else if (worked.refusal) {
      add(`collateral.${index}.token`, name, `${worked.line.token.name} ${worked.refusal}. Remove the line.`);
    }
    add(`collateral.${index}.quantity`, `Quantity of ${name}`, readQuantity(worked.line.quantity).problem);
  });
  if (lines.length === 0) add('collateral', 'Collateral', 'Add at least one token.');
  if (lines.length > MAX_COLLATERAL_LINES) {
    add(
      'collateral',
      'Collateral',
      `A loan takes ${MAX_COLLATERAL_LINES} lines; there are ${lines.length}. Remove ${countOf(lines.length - MAX_COLLATERAL_LINES, 'line')}.`,
    );
  }
  const priced = lines.flatMap(({ line, quantity, value }) =>
    quantity !== null && value !== null && line.token.price !== null
      ? [{ quantity, price: line.token.price }]
      : [],
  );
  const cover =
    amount.decimal !== null && priced.length > 0 ? coverOf(amount.decimal, priced, terms.ratio) : null;
  if (cover && !cover.sufficient && priced.length === lines.length) {
    const digits = minorDigits(currency);
    const most = cutTo(cover.highestAmount, digits, 'down');
    const short = cutTo(cover.missing, digits, 'up');
    add(
      'collateral',
      'Collateral',
      `It covers ${withGroups(most)} ${currency}, not ${withGroups(amount.decimal ?? '')}. Add ${withGroups(short)} ${currency} of value, or lend less.`,
    );
  }

  add('bankName', 'Bank name', textProblem(values.bankName, 200));
  add('bankCode', 'Bank code', textProblem(values.bankCode, 50));
  add('accountNumber', 'Account number', textProblem(values.accountNumber, 50));
  return {
    problems,
    amount: amount.decimal,
    limit,
    duration: duration.months,
    rate: rate.rate,
    suggestion,
    repayment,
    difference,
    reason,
    lines,
    priced,
    cover,
  };
}

function workOutLine(line: CollateralLine, { currency }: LoanValues, terms: LendingTerms): WorkedLine {
  const { decimal } = readQuantity(line.quantity);
  const { price } = line.token;
  return {
    line,
    refusal: line.missing
      ? 'is no longer known to the service'
      : tokenRefusal(line.token, currency, terms.categories),
    quantity: decimal,
    value: decimal !== null && price !== null ? lineValue({ quantity: decimal, price }) : null,
  };
}

/** Why a token can't be pledged, as the end of a sentence about it; what it doesn't say of itself can't be judged. */
export function tokenRefusal(
  token: CollateralLine['token'],
  currency: string,
  categories: readonly string[],
): string | null {
  if (token.category === undefined) return 'has no category that this desk can read, so it can’t be judged';
  if (token.currency === undefined) return 'names no currency, so it can’t be valued';
  const refusal = collateralRefusal(
    {
      currency: token.currency,
      investment_category: token.category,
      exited: token.exited ?? false,
      cancelled: token.cancelled ?? false,
    },
    { currency, categories },
  );
  if (refusal) return refusal;
  if (token.price === null) return 'has no price that this desk can read, so it can’t be valued';
  return token.price === '0' ? 'is priced at 0, so it covers nothing' : null;
}

function readMoney(
  text: string,
  currency: string,
  missing: string,
): { decimal: string | null; problem: string | null } {
  const known = currency === '' ? undefined : currency;
  const reading = readDecimal(text, { digits: known ? minorDigits(known) : 2, currency: known });
  if (reading.kind === 'empty') return { decimal: null, problem: missing };
  if (reading.kind === 'problem') return { decimal: null, problem: reading.problem };
  const problem = moneyProblem(reading.decimal, currency);
  return { decimal: problem === null ? asMoney(reading.decimal, currency) : null, problem };
}

/** An amount as it is sent: as it was typed, but without zeros that the currency has no place for. */
function asMoney(decimal: string, currency: string): string {
  const [, fraction = ''] = decimal.split('.');
  return fraction.length > minorDigits(currency) ? trimmed(decimal) : decimal.replace(/^0+(?=\d)/, '');
}

function moneyProblem(decimal: string, currency: string): string | null {
  const problem = amountProblem(decimal, currency);
  if (problem === null) return null;
  if (significantDigits(decimal) > MAX_SIGNIFICANT_DIGITS) {
    return `It has ${significantDigits(decimal)} digits; ${MAX_SIGNIFICANT_DIGITS} are the most that can be sent exactly.`;
  }
  return `It ${problem}.`;
}

function readMonths(text: string, most: number): { months: number | null; problem: string | null } {
  const range = `a whole number of months from 1 to ${most}`;
  const reading = readDecimal(text, { digits: 0 });
  if (reading.kind === 'empty') return { months: null, problem: `Enter ${range}.` };
  if (reading.kind === 'problem') return { months: null, problem: reading.problem };
  const months = /^\d{1,6}$/.test(trimmed(reading.decimal)) ? Number(trimmed(reading.decimal)) : 0;
  if (months < 1) return { months: null, problem: `It must be ${range}.` };
  if (months > most)
    return { months: null, problem: `Your terms lend for ${countOf(most, 'month')} at the longest.` };
  return { months, problem: null };
}

function readRate(text: string): { rate: string | null; problem: string | null } {
  const reading = readDecimal(text.replace(/[%٪％]\s*$/, ''), { digits: 6 });
  if (reading.kind === 'empty') return { rate: null, problem: 'Enter the monthly rate; 0 for none.' };
  if (reading.kind === 'problem') return { rate: null, problem: reading.problem };
  const rate = rateOfPercent(reading.decimal);
  if (compareAmounts(rate, '1') > 0)
    return { rate: null, problem: 'It must be from 0 to 100 percent a month.' };
  return exactNumber(rate) === null
    ? { rate: null, problem: 'It has more digits than can be sent exactly. Use fewer.' }
    : { rate, problem: null };
}

function readQuantity(text: string): { decimal: string | null; problem: string | null } {
  const reading = readDecimal(text, { digits: 8 });
  if (reading.kind === 'empty') return { decimal: null, problem: 'Enter how many units are pledged.' };
  if (reading.kind === 'problem') return { decimal: null, problem: reading.problem };
  const decimal = trimmed(reading.decimal);
  if (compareAmounts(decimal, '0') <= 0)
    return { decimal: null, problem: 'It must be greater than 0. To pledge none of it, remove the line.' };
  if (compareAmounts(decimal, '1e15') > 0)
    return { decimal: null, problem: 'It must be at most 1,000,000,000,000,000.' };
  return exactNumber(decimal) === null
    ? {
        decimal: null,
        problem: `It has ${significantDigits(decimal)} digits; ${MAX_SIGNIFICANT_DIGITS} are the most that can be sent exactly.`,
      }
    : { decimal, problem: null };
}

function textProblem(text: string, most: number): string | null {
  if (text.length > most) return `It has ${text.length} characters; ${most} are the most.`;
  return text.includes('\0') || !text.isWellFormed() ? 'It has a character in it that can’t be sent.' : null;
}
