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
      sentence: `You can lend up to ${percent(ratio)} of the collateral’s value at sell prices.`,
      example: `${money('1000000')} of tokens supports a loan of up to ${lent}.`,
    };
  }
  const asked = (Number(EXAMPLE_AMOUNT) * ratio).toFixed(2);
  return {
    sentence: `The collateral must be worth at least ${percent(ratio)} of the loan at sell prices. You can lend up to ${percent(cover.loanToValueLimit)} of its value.`,
    example: `A loan of ${money(EXAMPLE_AMOUNT)} needs at least ${money(asked)} of tokens; ${money('1000000')} of tokens supports up to ${lent}.`,
  };
}
