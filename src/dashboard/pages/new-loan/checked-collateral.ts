import { Big, type RoundingMode } from 'big.js';
import { collateralCover, collateralRefusal, type PledgedLine } from '#contract/collateral.ts';
import { MAX_COLLATERAL_LINES } from '#contract/loans.ts';
import { minorDigits } from '#contract/money.ts';
import { withGroups } from '#dashboard/lib/convention.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import type { LendingTerms } from './lending-terms.ts';
import type { CollateralLine, LoanValues } from './loan-values.ts';
import { type Complain, readQuantity } from './read-fields.ts';

/** How much more could be lent against the collateral (`room`), or how much value is missing; `0` where neither is so. */
export function coverWithRoom(amount: string, lines: readonly PledgedLine[], ratio: number) {
  const cover = collateralCover(amount, lines, ratio);
  const { sufficient, highestAmount, value } = cover;
  return {
    ...cover,
    room: sufficient ? positive(new Big(highestAmount).minus(amount)) : '0',
    missing: sufficient ? '0' : positive(valueNeeded(amount, ratio).minus(value)),
  };
}

/** The least value that covers an amount; rounded up, so that it does. */
function valueNeeded(amount: string, ratio: number): Big {
  const lent = new Big(amount);
  if (ratio > 1) return lent.times(ratio);
  const precise = lent.div(ratio).round(8, Big.roundUp);
  return precise.times(ratio).lt(lent) ? precise.plus('0.00000001') : precise;
}

/** The least whole quantity of one line that makes all of them cover the amount; null if there is none. */
export function fillQuantity(
  amount: string,
  others: readonly PledgedLine[],
  sellPrice: string,
  ratio: number,
): string | null {
  if (new Big(sellPrice).lte(0)) return null;
  const coverWith = (quantity: Big) =>
    collateralCover(amount, [...others, { quantity: quantity.toFixed(), sellPrice }], ratio);
  const lacking = valueNeeded(amount, ratio).minus(coverWith(new Big(0)).value);
  const needed = lacking.div(sellPrice).round(0, Big.roundUp);
  const quantity = needed.lt(1) ? new Big(1) : needed;
  // A division that was rounded may have lost the last crumb.
  const enough = coverWith(quantity).sufficient ? quantity : quantity.plus(1);
  return enough.lte('1e15') ? enough.toFixed() : null;
}

/** An amount as it is shown: grouped, with all the currency's minor digits. */
export function roundedAmount(
  decimal: string,
  currency: string,
  rounding: RoundingMode = Big.roundDown,
): string {
  return withGroups(new Big(decimal).toFixed(minorDigits(currency), rounding));
}

/** An amount of money with the digits of its currency. */
export function roundedMoney(
  decimal: string,
  currency: string,
  rounding: RoundingMode = Big.roundDown,
): string {
  return `${roundedAmount(decimal, currency, rounding)} ${currency}`;
}

export type CheckedLine = ReturnType<typeof checkCollateral>['lines'][number];

/** Checks a form's collateral against the amount and the terms. There is no cover without an amount and a valued line. */
export function checkCollateral(
  values: LoanValues,
  amount: string | null,
  terms: LendingTerms,
  at: (field: string) => Complain,
) {
  const { currency } = values;
  const lines = values.collateral.map((line, index) => {
    const { token, missing } = line;
    const field = `collateral.${index}`;
    const refusal = missing ? 'no longer exists' : tokenRefusal(token, currency, terms.categories);
    const earlier = values.collateral.findIndex((each) => each.token.id === token.id);
    if (earlier < index) {
      at(`${field}.token`)(
        `This token is already on line ${earlier + 1}. Enter the whole quantity there and remove this line.`,
      );
    } else if (refusal) at(`${field}.token`)(`${token.name} ${refusal}. Remove the line.`);
    const quantity = readQuantity(line.quantity, at(`${field}.quantity`));
    const [pledged] = valuedLines([{ line, refusal, quantity }]);
    const value = pledged ? new Big(pledged.quantity).times(pledged.sellPrice).toFixed() : null;
    return { line, refusal, quantity, value };
  });
  const surplus = lines.length - MAX_COLLATERAL_LINES;
  if (lines.length === 0) at('collateral')('Add at least one token.');
  if (surplus > 0) {
    at('collateral')(`Maximum is ${MAX_COLLATERAL_LINES} lines. Remove ${countOf(surplus, 'line')}.`);
  }
  const priced = valuedLines(lines);
  const cover = amount !== null && priced.length > 0 ? coverWithRoom(amount, priced, terms.ratio) : null;
  if (cover && !cover.sufficient && priced.length === lines.length) {
    const most = roundedMoney(cover.highestAmount, currency);
    const short = roundedMoney(cover.missing, currency, Big.roundUp);
    at('collateral')(`This collateral supports ${most}. Add ${short} of collateral or reduce the amount.`);
  }
  return { lines, priced, cover };
}

/** The lines that cover something: not those whose token can't be pledged, whose price may be in another currency. */
export function valuedLines(
  lines: readonly Pick<CheckedLine, 'line' | 'refusal' | 'quantity'>[],
): PledgedLine[] {
  return lines.flatMap(({ line: { token }, refusal, quantity }) =>
    refusal === null && quantity !== null && token.price !== null
      ? [{ quantity, sellPrice: token.price }]
      : [],
  );
}

/** Why a token can't be pledged, as the end of a sentence about it. A token that lacks a field can't be judged. */
export function tokenRefusal(
  token: CollateralLine['token'],
  currency: string,
  categories: readonly string[],
): string | null {
  const { category, currency: own, exited = false, cancelled = false, price, isPriceNegative } = token;
  if (category === undefined) return 'has no readable category';
  if (own === undefined) return 'has no currency, so it can’t be valued';
  const candidate = { currency: own, investment_category: category, exited, cancelled };
  const refusal = collateralRefusal(candidate, { currency, categories });
  if (refusal) return refusal;
  if (price === null) {
    return `has ${isPriceNegative ? 'a negative' : 'no readable'} price, so it can’t be valued`;
  }
  return price === '0' ? 'is priced at 0' : null;
}

/** Amounts are rounded, and neither room nor what is missing is ever below 0. */
function positive(amount: Big): string {
  return amount.gt(0) ? amount.toFixed() : '0';
}
