import { Big } from 'big.js';
import * as z from 'zod/mini';
import { type LoanRequest, loanRequest } from '#contract/loans.ts';
import { compareAmounts, suggestedRepayment } from '#contract/money.ts';
import type { WriteNote } from '#contract/operations.ts';
import { withReference } from '#contract/reference.ts';
import { moneyProblem } from '#dashboard/forms/decimal-field.tsx';
import { withGroups } from '#dashboard/lib/convention.ts';
import { exactNumber } from '#dashboard/lib/decimal.ts';
import { checkCollateral } from './checked-collateral.ts';
import type { LendingTerms } from './lending-terms.ts';
import type { LoanValues } from './loan-values.ts';
import { type Complain, checkText, readMoney, readMonths, readRate } from './read-fields.ts';

export type FormFigures = ReturnType<typeof figuresOf>;

/** The form as it is now, and the terms that it is judged by. */
export interface JudgedForm {
  values: LoanValues;
  figures: FormFigures;
  terms: LendingTerms;
}

/** A loan that is ready to be sent: the request to the service, and what Pledge records about it. */
export interface ReadyLoan {
  body: LoanRequest;
  note: WriteNote;
  figures: FormFigures;
}

/** The form's one validation: from what was typed to the request, or what is wrong by field. Every limit is the terms'. */
export function loanSchema(terms: LendingTerms) {
  return z.transform<LoanValues, ReadyLoan>((values, { issues }) => {
    const figures = figuresOf(values, terms, (field) => (message) => {
      issues.push({ code: 'custom', input: values, path: field.split('.'), message });
      return null;
    });
    const body = z.safeParse(loanRequest, requestOf(values, figures, terms));
    if (body.success) return { body: body.data, note: noteOf(values, figures), figures };
    if (issues.length === 0) {
      issues.push({ code: 'custom', input: values, path: ['terms'], message: body.error.message });
    }
    return z.NEVER;
  });
}

/** Reads a form into a loan of plain decimals, null where one isn't known. What is wrong with a field goes to `at` it. */
export function figuresOf(
  values: LoanValues,
  terms: LendingTerms,
  at: (field: string) => Complain = () => () => null,
) {
  const { currency } = values;
  if (!values.borrower) at('borrower')('Choose a borrower.');
  const limit = Object.hasOwn(terms.limits, currency) ? (terms.limits[currency] ?? null) : null;
  if (currency === '') at('currency')('Choose a currency.');
  else if (limit === null) {
    const choices = Object.keys(terms.limits).join(', ');
    at('currency')(`Your terms don’t include ${currency}. Choose ${choices}.`);
  }

  const amount = readMoney(values.amount, currency, 'Enter an amount.', at('amount'));
  if (amount !== null && limit !== null && compareAmounts(amount, limit) > 0) {
    at('amount')(`Maximum is ${withGroups(limit)} ${currency}.`);
  }
  const duration = readMonths(values.duration, terms.duration, at('duration'));
  const rate = readRate(values.interest, at('interest'));

  const suggestion =
    amount !== null && duration !== null && rate !== null && currency !== ''
      ? suggestedRepayment({ amount, interestRate: Number(rate), duration, currency })
      : null;
  const repayment =
    values.repayment === null
      ? suggestion
      : readMoney(values.repayment, currency, 'Enter the total repayable.', at('repayment'));
  const excess = values.repayment === null && suggestion !== null && moneyProblem(suggestion, currency);
  if (excess) at('repayment')(excess);
  if (repayment !== null && amount !== null && compareAmounts(repayment, amount) < 0) {
    at('repayment')(`It can’t be less than the amount, ${withGroups(amount)} ${currency}.`);
  }
  /** Negative below the suggestion; null where both are the same, too. */
  const difference =
    repayment !== null && suggestion !== null && compareAmounts(repayment, suggestion) !== 0
      ? new Big(repayment).minus(suggestion).toFixed()
      : null;

  const reason = withReference(values.reason.trim(), values.withReference ? values.reference : null);
  checkText(reason, 2_000, at('reason'));
  const collateral = checkCollateral(values, amount, terms, at);
  checkText(values.bankName, 200, at('bankName'));
  checkText(values.bankCode, 50, at('bankCode'));
  checkText(values.accountNumber, 50, at('accountNumber'));
  return { amount, limit, duration, rate, suggestion, repayment, difference, reason, ...collateral };
}

/** The request's body. Every amount is the decimal as typed. */
function requestOf(values: LoanValues, figures: FormFigures, terms: LendingTerms) {
  return {
    user_id: values.borrower?.userId,
    duration: figures.duration,
    currency: values.currency,
    interest_rate: exactNumber(figures.rate ?? ''),
    amount: figures.amount,
    repayment_amount: figures.repayment,
    collaterals: figures.lines.map(({ line, quantity }) => ({
      token_id: line.token.id,
      quantity: exactNumber(quantity ?? ''),
    })),
    loan_configuration_id: terms.id,
    reason: figures.reason || undefined,
    bank_name: values.bankName.trim() || undefined,
    bank_code: values.bankCode.trim() || undefined,
    account_number: values.accountNumber.trim() || undefined,
  };
}

function noteOf({ withReference, reference }: LoanValues, { lines }: FormFigures): WriteNote {
  const collateral = lines.map(({ line: { token }, quantity }) => ({
    token_id: token.id,
    name: token.name,
    quantity: exactNumber(quantity ?? '') ?? 0,
    sell_price: exactNumber(token.price ?? '') ?? 0,
    price_at:
      token.priceAt !== null && z.safeParse(z.iso.datetime(), token.priceAt).success ? token.priceAt : null,
  }));
  return { ...(withReference && { reference }), collateral };
}
