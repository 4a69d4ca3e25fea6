import { Big } from 'big.js';
import { type CollateralCover, collateralCover } from '#contract/collateral.ts';
import { minorDigits } from '#contract/money.ts';
import { withGroups } from '#dashboard/lib/convention.ts';

/** A line whose quantity and price are both known, as plain decimals. */
export interface PricedLine {
  quantity: string;
  price: string;
}

/** How much more could be lent against the collateral, or how much it falls short. Plain decimals. */
export interface Cover extends CollateralCover {
  /** What could be lent on top; `0` where nothing could. */
  room: string;
  /** The value that is missing; `0` where none is. */
  missing: string;
}

/** Weighs priced collateral against an amount. */
export function coverOf(amount: string, lines: readonly PricedLine[], ratio: number): Cover {
  const cover = collateralCover(
    amount,
    lines.map(({ quantity, price }) => ({ quantity, sellPrice: price })),
    ratio,
  );
  const room = new Big(cover.highestAmount).minus(amount);
  const missing = valueNeeded(amount, ratio).minus(cover.value);
  return {
    ...cover,
    room: cover.sufficient && room.gt(0) ? room.toFixed() : '0',
    missing: !cover.sufficient && missing.gt(0) ? missing.toFixed() : '0',
  };
}

/** The least value that covers an amount; rounded up, so that it does. */
function valueNeeded(amount: string, ratio: number): Big {
  const lent = new Big(amount);
  if (ratio > 1) return lent.times(ratio);
  const precise = lent.div(ratio).round(8, Big.roundUp);
  return precise.times(ratio).lt(lent) ? precise.plus('0.00000001') : precise;
}

export function lineValue({ quantity, price }: PricedLine): string {
  return new Big(quantity).times(price).toFixed();
}

/** The least whole quantity of one line that makes all of them cover the amount; null if there is none. */
export function fillQuantity(
  amount: string,
  others: readonly PricedLine[],
  price: string,
  ratio: number,
): string | null {
  if (new Big(price).lte(0)) return null;
  const have = others.reduce((sum, line) => sum.plus(lineValue(line)), new Big(0));
  const needed = valueNeeded(amount, ratio).minus(have).div(price).round(0, Big.roundUp);
  // A division that was rounded may have lost the last crumb.
  const isEnough = (quantity: Big) =>
    coverOf(amount, [...others, { quantity: quantity.toFixed(), price }], ratio).sufficient;
  const quantity = needed.lt(1) ? new Big(1) : needed;
  const enough = isEnough(quantity) ? quantity : quantity.plus(1);
  return enough.lte('1e15') ? enough.toFixed() : null;
}

/** An amount with at most a currency's minor digits, cut off and not rounded up: for what may be lent. */
export function cutTo(decimal: string, digits: number, direction: 'down' | 'up'): string {
  return new Big(decimal).round(digits, direction === 'down' ? Big.roundDown : Big.roundUp).toFixed(digits);
}

/** An amount as it is shown: grouped, with all the currency's minor digits. */
export function moneyText(decimal: string, currency: string): string {
  return `${withGroups(cutTo(decimal, minorDigits(currency), 'down'))} ${currency}`;
}
