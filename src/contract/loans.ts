import * as z from 'zod/mini';
import { id, openSet, optionalText, requestText, timestamp } from './fields.ts';
import { essential } from './reading.ts';

/** The loan statuses that are known by name; any other string is taken and shown too (docs/decisions.md, row 7). */
export const KNOWN_LOAN_STATUSES = [
  'ACTIVE',
  'REPAID',
  'OVERDUE',
  'DEFAULTED',
  'LIQUIDATED',
  'CANCELLED',
] as const;

/** The most collateral lines of one loan. */
export const MAX_COLLATERAL_LINES = 50;

/** The identity, money and status of a loan. */
const ESSENTIAL = ['id', 'borrower', 'amount', 'currency', 'repayment_amount', 'status'] as const;

const loanFields = {
  id,
  borrower: id,
  creditor: id,
  amount: z.number(),
  currency: openSet,
  repayment_amount: z.number(),
  repayment_date: z.string(),
  interest_rate: z.number(),
  duration: z.number(),
  status: openSet,
  grace_period: z.number(),
  grace_period_unit: openSet,
  reason: z.optional(z.string()),
  created_at: timestamp,
  updated_at: timestamp,
};

/** A loan in the creditor's list: without its collaterals (docs/interface.md, "Loan", endpoint 2). */
export const listedLoan = essential(z.object(loanFields), ESSENTIAL);
export type ListedLoan = z.infer<typeof listedLoan>;

/** A loan as its creation returns it, each collateral with the token's name (endpoint 1). */
export const createdLoan = essential(
  z.object({
    ...loanFields,
    collaterals: z.array(z.object({ token_id: id, quantity: z.number(), name: z.string() })),
  }),
  ESSENTIAL,
);
export type CreatedLoan = z.infer<typeof createdLoan>;

/** The terms under which a creditor lends (docs/interface.md, "Loan configuration"). */
export const loanConfiguration = z.object({
  id,
  investment_categories: z.array(openSet),
  grace_period: z.number(),
  grace_period_unit: openSet,
  max_amount: z.record(z.string(), z.number()),
  creditor: z.object({ id, name: z.string() }),
  created_at: timestamp,
  updated_at: timestamp,
  collateral_ratio: z.number(),
  duration: z.number(),
  interest_rate: z.number(),
  provider_url: z.string(),
  use_api: z.boolean(),
});
export type LoanConfiguration = z.infer<typeof loanConfiguration>;

const amountText = z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(40, 'is too long'));

const collateralLine = z.object({
  token_id: requestText(100),
  quantity: z.number().check(z.positive('must be greater than 0'), z.maximum(1e15, 'must be at most 10^15')),
});

/** The body that creates a loan; amounts are decimal strings in currency units (endpoint 1). */
export const loanRequest = z.object({
  user_id: requestText(100),
  duration: z
    .int()
    .check(z.minimum(1, 'must be at least 1 month'), z.maximum(1200, 'must be at most 1200 months')),
  currency: requestText(10),
  interest_rate: z
    .number()
    .check(
      z.minimum(0, 'must be from 0 to 1 (0.05 means 5 %)'),
      z.maximum(1, 'must be from 0 to 1 (0.05 means 5 %)'),
    ),
  amount: amountText,
  repayment_amount: amountText,
  collaterals: z
    .array(collateralLine)
    .check(
      z.minLength(1, 'must have at least one line'),
      z.maxLength(MAX_COLLATERAL_LINES, `must have at most ${MAX_COLLATERAL_LINES} lines`),
    ),
  loan_configuration_id: requestText(100),
  reason: optionalText(2000),
  bank_name: optionalText(200),
  bank_code: optionalText(50),
  account_number: optionalText(50),
});
export type LoanRequest = z.infer<typeof loanRequest>;
