import * as z from 'zod/mini';
import { id, requestText, storable, timestamp } from './fields.ts';
import { MAX_COLLATERAL_LINES } from './loans.ts';

/**
 * The collateral of loans, which the service doesn't return: as Pledge recorded it when it created a loan, or as a
 * person recorded it by hand (docs/people.md).
 */

/** A plain decimal above or equal to 0, such as `1250.5`. */
export const recordedDecimal = z
  .string()
  .check(z.regex(/^\d{1,15}(\.\d{1,12})?$/, 'must be a plain decimal, such as 1250.5'));
const positive = recordedDecimal.check(z.refine((text) => /[1-9]/.test(text), 'must be greater than 0'));

const line = {
  tokenId: requestText(100),
  name: z.nullable(requestText(200)),
  quantity: positive,
  /** The token's sell price at origination; null if it isn't known. */
  price: z.nullable(recordedDecimal),
};

/** The body of `PUT /desk/collateral/{loan}`. No lines remove what was recorded. */
export const collateralContent = z.strictObject({
  lines: z.array(z.strictObject(line)).check(
    z.maxLength(MAX_COLLATERAL_LINES, `must have at most ${MAX_COLLATERAL_LINES} lines`),
    z.refine(
      (lines) => new Set(lines.map(({ tokenId }) => tokenId)).size === lines.length,
      'must name each token once',
    ),
  ),
  /** The version that this changes; 0 if nothing is recorded. */
  version: z.int().check(z.minimum(0), z.maximum(1_000_000)),
});
export type CollateralContent = z.infer<typeof collateralContent>;

export const loanCollateral = z.object({
  loan: id,
  /** `created`: recorded by Pledge when it created the loan; `recorded`: by a person, by hand. */
  source: z.enum(['created', 'recorded']),
  /** When, and by whom. */
  at: timestamp,
  who: z.string(),
  /** The loan was found by a check after its response was lost. */
  found: z.boolean(),
  /** Grows by one with each change by hand; 0 for `created`. */
  version: z.int(),
  lines: z.array(
    z.object({
      tokenId: id,
      name: z.nullable(z.string()),
      quantity: z.string(),
      price: z.nullable(z.string()),
      /** When the service had last changed that price; null if it isn't known. */
      priceAt: z.nullable(timestamp),
    }),
  ),
});
export type LoanCollateral = z.infer<typeof loanCollateral>;

/** The query of `GET /desk/collateral`. */
export const collateralListQuery = z.object({
  loan: z.optional(z.string().check(z.maxLength(200), storable)),
});

/** The collateral that the organisation knows, the newest loans first. */
export const collateralList = z.object({ collateral: z.array(loanCollateral) });
