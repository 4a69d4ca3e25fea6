import { collateralRefusal } from '#contract/collateral.ts';
import { lineValue } from './cover.ts';
import type { LendingTerms } from './lending-terms.ts';
import type { CollateralLine, LoanValues } from './loan-values.ts';
import { readQuantity } from './read-fields.ts';

/** A collateral line, worked out. */
export interface WorkedLine {
  line: CollateralLine;
  /** Why the token can't stand as collateral, as the end of a sentence about it. */
  refusal: string | null;
  /** Plain decimals; null where they aren't known yet. */
  quantity: string | null;
  value: string | null;
}

/** What a line comes to under the terms, and whether it can stand. */
export function workOutLine(line: CollateralLine, { currency }: LoanValues, terms: LendingTerms): WorkedLine {
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
