import { Big } from 'big.js';
import * as z from 'zod/mini';
import { type LoanRequest, loanRequest } from '#contract/loans.ts';
import { compareAmounts, suggestedRepayment } from '#contract/money.ts';
import type { WriteNote } from '#contract/operations.ts';
import { withReference } from '#contract/reference.ts';
import { withGroups } from '#dashboard/lib/convention.ts';
import { exactNumber } from '#dashboard/lib/decimal.ts';
import { type CheckedCollateral, checkCollateral } from './check-collateral.ts';
import type { LendingTerms } from './lending-terms.ts';
import type { LoanValues } from './loan-values.ts';
import { moneyProblem, readMoney, readMonths, readRate, textProblem } from './read-fields.ts';

/** Everything that follows from a form under the terms. Plain decimals; null where one isn't known yet. */
export interface LoanFigures extends CheckedCollateral {
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
}

/** A loan that is ready to be sent: the request to the service, and what Pledge records about it. */
export interface ReadyLoan {
  body: LoanRequest;
  note: WriteNote;
  figures: LoanFigures;
}

const MOST_REASON = 2_000;

/** The form's one validation: from what was typed to the request, or what is wrong by field. Every limit is the terms'. */
export function loanSchema(terms: LendingTerms) {
  return z.transform<LoanValues, ReadyLoan>((values, { issues }) => {
    const figures = figuresOf(values, terms, (field, message) => {
      if (message) issues.push({ code: 'custom', input: values, path: pathOf(field), message });
    });
    const body = z.safeParse(loanRequest, requestOf(values, figures, terms));
    if (body.success) return { body: body.data, note: noteOf(values, figures), figures };
    if (issues.length === 0) {
      issues.push({ code: 'custom', input: values, path: ['terms'], message: body.error.message });
    }
    return z.NEVER;
  });
}

function pathOf(field: string): (string | number)[] {
  return field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** Reads a form into a loan. Calls `add` with each fault and its field. */
export function figuresOf(
  values: LoanValues,
  terms: LendingTerms,
  add: (field: string, message: string | null) => void = () => {},
): LoanFigures {
  const { currency } = values;
  if (!values.borrower) add('borrower', 'Choose a borrower.');
  const limit = Object.hasOwn(terms.limits, currency) ? (terms.limits[currency] ?? null) : null;
  if (currency === '') add('currency', 'Choose a currency.');
  else if (limit === null) {
    const choices = Object.keys(terms.limits).join(', ');
    add('currency', `Your terms don’t include ${currency}. Choose ${choices}.`);
  }

  const { decimal: amount, problem } = readMoney(values.amount, currency, 'Enter an amount.');
  add('amount', problem);
  if (amount !== null && limit !== null && compareAmounts(amount, limit) > 0) {
    add('amount', `Maximum is ${currency} ${withGroups(limit)}.`);
  }
  const { months: duration, ...months } = readMonths(values.duration, terms.duration);
  add('duration', months.problem);
  const { rate, ...interest } = readRate(values.interest);
  add('interest', interest.problem);

  const suggestion =
    amount !== null && duration !== null && rate !== null && currency !== ''
      ? suggestedRepayment({ amount, interestRate: Number(rate), duration, currency })
      : null;
  const typed =
    values.repayment === null ? null : readMoney(values.repayment, currency, 'Enter the total repayable.');
  const repayment = typed ? typed.decimal : suggestion;
  add('repayment', typed ? typed.problem : repayment && moneyProblem(repayment, currency));
  if (repayment !== null && amount !== null && compareAmounts(repayment, amount) < 0) {
    add('repayment', `It can’t be less than the amount, ${currency} ${withGroups(amount)}.`);
  }
  const difference =
    repayment !== null && suggestion !== null && compareAmounts(repayment, suggestion) !== 0
      ? new Big(repayment).minus(suggestion).toFixed()
      : null;

  const reason = withReference(values.reason.trim(), values.withReference ? values.reference : null);
  add('reason', textProblem(reason, MOST_REASON));
  const collateral = checkCollateral(values, amount, terms, add);
  add('bankName', textProblem(values.bankName, 200));
  add('bankCode', textProblem(values.bankCode, 50));
  add('accountNumber', textProblem(values.accountNumber, 50));
  return { amount, limit, duration, rate, suggestion, repayment, difference, reason, ...collateral };
}

/** The request's body. Every amount is the decimal as typed. */
function requestOf(values: LoanValues, figures: LoanFigures, terms: LendingTerms) {
  const optional = {
    reason: figures.reason,
    bank_name: values.bankName.trim(),
    bank_code: values.bankCode.trim(),
    account_number: values.accountNumber.trim(),
  };
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
    ...Object.fromEntries(Object.entries(optional).filter(([, text]) => text !== '')),
  };
}

function noteOf({ withReference, reference }: LoanValues, { lines }: LoanFigures): WriteNote {
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
