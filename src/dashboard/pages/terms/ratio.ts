import { collateralCover } from '#contract/collateral.ts';
import { formatAmount, formatRate } from '#dashboard/lib/figures.ts';

/** What a collateral ratio asks for, in words, with an example in a currency. */
export interface RatioMeaning {
  sentence: string;
  example: string;
}

/** What the worked example lends. */
const EXAMPLE_AMOUNT = '700000';

/** Explains a collateral ratio; null where it can't be one. The example is worked out by the contract's own rule. */
export function ratioMeaning(ratio: number, currency: string): RatioMeaning | null {
  if (!(ratio > 0) || !Number.isFinite(ratio)) return null;
  const money = (amount: string) => {
    const { whole, fraction } = formatAmount(amount, currency);
    return `${whole}${fraction} ${currency}`;
  };
  const percent = (value: number) => formatRate(Number(value.toFixed(4)));
  const line = (value: string) => [{ quantity: value, sellPrice: 1 }];
  const cover = collateralCover('0', line('1000000'), ratio);
  const lent = money(Number(cover.highestAmount).toFixed(2));
  if (ratio <= 1) {
    return {
      sentence: `A loan may be at most ${percent(ratio)} of what its collateral is worth at the tokens’ sell prices.`,
      example: `Tokens worth ${money('1000000')} carry a loan of up to ${lent}.`,
    };
  }
  const asked = (Number(EXAMPLE_AMOUNT) * ratio).toFixed(2);
  return {
    sentence: `The collateral must be worth at least ${percent(ratio)} of the loan, at the tokens’ sell prices; a loan may then be at most ${percent(cover.loanToValueLimit)} of what its collateral is worth.`,
    example: `A loan of ${money(EXAMPLE_AMOUNT)} asks for tokens worth at least ${money(asked)}; tokens worth ${money('1000000')} carry up to ${lent}.`,
  };
}
