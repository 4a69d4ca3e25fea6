import * as z from 'zod/mini';
import { type LoanRequest, loanRequest } from '#contract/loans.ts';
import type { WriteNote } from '#contract/operations.ts';
import { exactNumber } from '#dashboard/lib/decimal.ts';
import { workOut } from './judge-loan.ts';
import type { LendingTerms } from './lending-terms.ts';
import type { LoanValues } from './loan-values.ts';

/** A loan that is ready to be sent: the request to the service, and what Pledge records about it. */
export interface PreparedLoan {
  body: LoanRequest;
  note: WriteNote;
}

/** The body of a form in which nothing is wrong; null where something is. Every amount is the decimal as typed. */
export function buildLoan(values: LoanValues, terms: LendingTerms): PreparedLoan | null {
  const { problems, amount, repayment, rate, duration, reason, lines } = workOut(values, terms);
  if (problems.length > 0 || !values.borrower || amount === null || repayment === null) return null;
  if (rate === null || duration === null) return null;
  const optional = {
    reason,
    bank_name: values.bankName.trim(),
    bank_code: values.bankCode.trim(),
    account_number: values.accountNumber.trim(),
  };
  const body = z.safeParse(loanRequest, {
    user_id: values.borrower.userId,
    duration,
    currency: values.currency,
    interest_rate: exactNumber(rate),
    amount,
    repayment_amount: repayment,
    collaterals: lines.map(({ line, quantity }) => ({
      token_id: line.token.id,
      quantity: exactNumber(quantity ?? ''),
    })),
    loan_configuration_id: terms.id,
    ...Object.fromEntries(Object.entries(optional).filter(([, text]) => text !== '')),
  });
  if (!body.success) return null;
  const reference = values.withReference ? values.reference : null;
  const collateral = lines.map(({ line: { token }, quantity }) => ({
    token_id: token.id,
    name: token.name,
    quantity: exactNumber(quantity ?? '') ?? 0,
    sell_price: exactNumber(token.price ?? '') ?? 0,
    price_at: isTimestamp(token.priceAt) ? token.priceAt : null,
  }));
  return { body: body.data, note: { ...(reference !== null && { reference }), collateral } };
}

function isTimestamp(text: string | null): text is string {
  return z.safeParse(z.iso.datetime(), text).success;
}
