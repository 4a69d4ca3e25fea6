import { Big } from 'big.js';

/** A collateral line with the price that it is valued at: quantity × the token's `price.sell`. */
export interface PledgedLine {
  quantity: number | string;
  sellPrice: number | string;
}

/** What collateral comes to against an amount; money as decimal strings in the loan's currency. */
interface CollateralCover {
  /** Σ quantity × sell price. */
  value: string;
  /** The most that can be lent against that value. */
  highestAmount: string;
  /** amount ÷ value, or null where the value is 0. */
  loanToValue: number | null;
  /** The loan-to-value that may not be exceeded. */
  loanToValueLimit: number;
  sufficient: boolean;
}

/**
 * Weighs collateral against an amount (decimal strings in the loan's currency). A `collateralRatio` up to 1
 * is the highest loan-to-value: amount ≤ value × ratio; above 1 it is the cover asked for:
 * value ≥ amount × ratio. Throws a RangeError where the ratio is not above 0. (Open questions, row 4.)
 */
export function collateralCover(
  amount: string,
  lines: readonly PledgedLine[],
  collateralRatio: number,
): CollateralCover {
  if (!(collateralRatio > 0)) throw new RangeError('A collateral ratio must be above 0');
  const ratio = new Big(collateralRatio);
  const value = lines.reduce(
    (sum, line) => sum.plus(new Big(line.quantity).times(line.sellPrice)),
    new Big(0),
  );
  const isLoanToValue = ratio.lte(1);
  const lent = new Big(amount);
  return {
    value: value.toFixed(),
    highestAmount: (isLoanToValue ? value.times(ratio) : value.div(ratio)).round(8, Big.roundDown).toFixed(),
    loanToValue: value.eq(0) ? null : Number(lent.div(value)),
    loanToValueLimit: isLoanToValue ? collateralRatio : 1 / collateralRatio,
    sufficient: isLoanToValue ? lent.lte(value.times(ratio)) : value.gte(lent.times(ratio)),
  };
}

/**
 * How far prices may fall, as a share from 0 to 1, before a loan exceeds what its collateral supports: a decimal string,
 * rounded down; negative if it does already, null where the collateral is worth nothing. Any fall leaves a loan of 0.
 */
export function fallToLimit(amount: string, { highestAmount }: CollateralCover): string | null {
  const highest = new Big(highestAmount);
  if (highest.lte(0)) return new Big(amount).eq(0) ? '1' : null;
  const share = new Big(1).minus(new Big(amount).div(highest));
  // Down, also below 0: never closer to the limit than it says.
  const rounded = share.round(6, Big.roundDown);
  return (share.lt(rounded) ? rounded.minus('0.000001') : rounded).toFixed();
}

/** What a token must say of itself to be judged as collateral; an absent field can't be judged. */
interface CollateralCandidate {
  currency: string;
  investment_category: string;
  exited: boolean;
  cancelled: boolean;
}

/**
 * Why a token can't be collateral for a loan in `currency` under a configuration's accepted
 * categories, as the end of a sentence about the token, or null where it can. (Open questions, row 4.)
 */
export function collateralRefusal(
  token: CollateralCandidate,
  terms: { currency: string; categories: readonly string[] },
): string | null {
  if (token.exited) return 'has exited and can no longer be pledged';
  if (token.cancelled) return 'is cancelled and can no longer be pledged';
  if (!terms.categories.includes(token.investment_category)) {
    return `is of the category ${token.investment_category}, which these terms do not accept (${terms.categories.join(', ')})`;
  }
  if (token.currency !== terms.currency) {
    return `is priced in ${token.currency}, the loan is in ${terms.currency}`;
  }
  return null;
}
