import * as z from 'zod/mini';
import { withGroups } from '#dashboard/lib/convention.ts';
import { percentOfRate } from '#dashboard/lib/decimal.ts';
import { newReference } from '#dashboard/lib/reference.ts';
import type { LendingTerms } from './lending-terms.ts';

const borrower = z.object({
  userId: z.string(),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  /** It is a member's: not only a text that somebody pasted. */
  verified: z.boolean(),
});

const token = z.object({
  id: z.string(),
  name: z.string(),
  symbol: z.optional(z.string()),
  currency: z.optional(z.string()),
  category: z.optional(z.string()),
  exited: z.optional(z.boolean()),
  cancelled: z.optional(z.boolean()),
  price: z.nullable(z.string()),
  priceAt: z.nullable(z.string()),
});

const line = z.object({
  token,
  /** As typed. */
  quantity: z.string(),
  /** The service no longer knew the token when it was asked. */
  missing: z.boolean(),
});

/** The form as it was typed: amounts are texts, and stay texts until they are read into decimal strings. */
export const loanValues = z.object({
  borrower: z.nullable(borrower),
  currency: z.string(),
  amount: z.string(),
  duration: z.string(),
  interest: z.string(),
  /** Null: as the rule suggests it. */
  repayment: z.nullable(z.string()),
  reason: z.string(),
  reference: z.string(),
  withReference: z.boolean(),
  collateral: z.array(line).check(z.maxLength(200)),
  bankName: z.string(),
  bankCode: z.string(),
  accountNumber: z.string(),
});
export type LoanValues = z.infer<typeof loanValues>;
export type CollateralLine = LoanValues['collateral'][number];

/** An empty form under the terms, which say the usual rate and duration. */
export function emptyLoan(terms: LendingTerms): LoanValues {
  const currencies = Object.keys(terms.limits);
  return {
    borrower: null,
    currency: currencies.length === 1 ? (currencies[0] ?? '') : '',
    amount: '',
    duration: String(terms.duration),
    interest: terms.rate === null ? '' : withGroups(percentOfRate(terms.rate)),
    repayment: null,
    reason: '',
    reference: newReference(),
    withReference: true,
    collateral: [],
    bankName: '',
    bankCode: '',
    accountNumber: '',
  };
}

/** Whether somebody has put anything into the form. */
export function isTouched(values: LoanValues, terms: LendingTerms): boolean {
  const empty = emptyLoan(terms);
  const said = ({ reference: _, ...rest }: LoanValues) => JSON.stringify(rest);
  return said(values) !== said({ ...empty, reference: values.reference });
}

/** Values out of a draft; null where it holds something else. */
export function readDraft(values: unknown): LoanValues | null {
  const parsed = z.safeParse(loanValues, values);
  return parsed.success ? parsed.data : null;
}
