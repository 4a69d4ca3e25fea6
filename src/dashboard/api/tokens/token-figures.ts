import { Big } from 'big.js';
import type { WatchedToken } from '#contract/watchlist.ts';

/** A share as a number of percent: 0.05 is `5`. It has no more digits than a spreadsheet takes for a number. */
export function inPercent(share: number | null): string | null {
  return share === null ? null : new Big(share).times(100).prec(15).toFixed();
}

/** How a price has moved against the one before it, as a decimal: 0.05 is 5 % more. */
export function changeOf(now: number | undefined, before: number | undefined): number | null {
  if (now === undefined || before === undefined || before <= 0) return null;
  return Number(new Big(now).minus(before).div(before));
}

/** How a watched token's price has moved since its star was given. Two prices compare in one known currency alone. */
export function changeSince(
  star: Pick<WatchedToken, 'price' | 'currency'>,
  { price, currency }: { price: { exchange?: number | undefined }; currency: string },
): number | null {
  if (star.currency === null || star.currency !== currency) return null;
  return changeOf(price.exchange, star.price ?? undefined);
}

type Sides = Partial<Record<'buy' | 'sell', number | undefined>>;

/** What lies between buying and selling, in the token's currency; exact. */
export function spreadOf(price: Sides): number | null {
  if (price.buy === undefined || price.sell === undefined) return null;
  return Number(new Big(price.buy).minus(price.sell));
}

/** The spread against the middle of the two prices, as a decimal. */
export function spreadShareOf(price: Sides): number | null {
  if (price.buy === undefined || price.sell === undefined) return null;
  const middle = new Big(price.buy).plus(price.sell).div(2);
  return middle.lte(0) ? null : Number(new Big(price.buy).minus(price.sell).div(middle));
}

/** How much of a raise is in, as a decimal; null without a raise. */
export function raisedShareOf(raised: number | undefined, wanted: number | undefined): number | null {
  if (wanted === undefined || raised === undefined || wanted <= 0) return null;
  return Number(new Big(raised).div(wanted));
}

/** A share in percent, as it is shown: to two places. What is nearly all doesn't round to all, nor hardly any to none. */
export function percentOf(share: number): number {
  const hundredths = Number(new Big(share).times(1e4).round(0, Big.roundHalfUp));
  if (hundredths === 0) return Number((share * 100).toPrecision(3));
  const isNearlyAll = Math.abs(hundredths) === 1e4 && Math.abs(share) < 1;
  return (isNearlyAll ? Math.trunc(share * 1e4) : hundredths) / 100;
}
