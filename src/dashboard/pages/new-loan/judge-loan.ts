import { Big } from 'big.js';
import { MAX_COLLATERAL_LINES } from '#contract/loans.ts';
import { compareAmounts, minorDigits, suggestedRepayment } from '#contract/money.ts';
import { withReference } from '#contract/reference.ts';
import type { FieldProblem } from '#dashboard/forms/error-summary.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { type Cover, coverOf, cutTo, type PricedLine } from './cover.ts';
import { labelOfField } from './field-names.ts';
import { type WorkedLine, workOutLine } from './judge-line.ts';
import type { LendingTerms } from './lending-terms.ts';
import type { LoanValues } from './loan-values.ts';
import { moneyProblem, readMoney, readMonths, readQuantity, readRate, textProblem } from './read-fields.ts';

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
  const add = (field: string, message: string | null | undefined) => {
    if (message) problems.push({ field, label: labelOfField(field, values), message });
  };
  if (!values.borrower) add('borrower', 'Choose who borrows.');
  const { currency } = values;
  const limit = Object.hasOwn(terms.limits, currency) ? (terms.limits[currency] ?? null) : null;
  if (currency === '') add('currency', 'Choose the loan’s currency.');
  else if (limit === null) {
    add(
      'currency',
      `Your terms set no limit in ${currency}. Choose ${Object.keys(terms.limits).join(', ')}.`,
    );
  }

  const amount = readMoney(values.amount, currency, 'Enter the amount to lend.');
  add('amount', amount.problem);
  if (amount.decimal !== null && limit !== null && compareAmounts(amount.decimal, limit) > 0) {
    add('amount', `The limit is ${withGroups(limit)} ${currency}. Lend that much or less.`);
  }

  const duration = readMonths(values.duration, terms.duration);
  add('duration', duration.problem);
  const rate = readRate(values.interest);
  add('interest', rate.problem);

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
  add('repayment', own?.problem);
  if (repayment !== null && own === null) add('repayment', moneyProblem(repayment, currency));
  if (repayment !== null && amount.decimal !== null && compareAmounts(repayment, amount.decimal) < 0) {
    add('repayment', `It can’t be less than the amount, ${withGroups(amount.decimal)} ${currency}.`);
  }
  const difference =
    own && repayment !== null && suggestion !== null && compareAmounts(repayment, suggestion) !== 0
      ? new Big(repayment).minus(suggestion).toFixed()
      : null;

  const reason = withReference(values.reason.trim(), values.withReference ? values.reference : null);
  add('reason', textProblem(reason, MOST_REASON));

  const lines = values.collateral.map((line) => workOutLine(line, values, terms));
  lines.forEach((worked, index) => {
    const earlier = values.collateral.findIndex(({ token }) => token.id === worked.line.token.id);
    if (earlier < index) {
      add(
        `collateral.${index}.token`,
        `The same token is on line ${earlier + 1}. Put the whole quantity there and remove this line.`,
      );
    } else if (worked.refusal) {
      add(`collateral.${index}.token`, `${worked.line.token.name} ${worked.refusal}. Remove the line.`);
    }
    add(`collateral.${index}.quantity`, readQuantity(worked.line.quantity).problem);
  });
  if (lines.length === 0) add('collateral', 'Add at least one token.');
  if (lines.length > MAX_COLLATERAL_LINES) {
    add(
      'collateral',
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
      `It covers ${withGroups(most)} ${currency}, not ${withGroups(amount.decimal ?? '')}. Add ${withGroups(short)} ${currency} of value, or lend less.`,
    );
  }

  add('bankName', textProblem(values.bankName, 200));
  add('bankCode', textProblem(values.bankCode, 50));
  add('accountNumber', textProblem(values.accountNumber, 50));
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
