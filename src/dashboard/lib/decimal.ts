import { Big } from 'big.js';

/** Plain decimals, digits with a point or without: no float is made of any of them. */

/** A decimal without leading zeros and without trailing zeros of its fraction. */
export function trimmed(decimal: string): string {
  return new Big(decimal).toFixed();
}

/** A percentage as the rate that is sent: `2.5` is `0.025`. */
export function rateOfPercent(percent: string): string {
  return new Big(percent).times('0.01').toFixed();
}

/** A rate in percent: `0.025` is `2.5`. */
export function percentOfRate(rate: string): string {
  return new Big(rate || 0).times(100).toFixed();
}

/** A number out of an answer as a plain decimal; null where it is none that is exact and not below 0. */
export function decimalOf(value: number | undefined): string | null {
  return value === undefined || !Number.isFinite(value) || value < 0 ? null : new Big(value).toFixed();
}

/** The number that a decimal is sent as, or null where the number would be another, or there is none. */
export function exactNumber(decimal: string): number | null {
  return decimal !== '' && decimalOf(Number(decimal)) === trimmed(decimal) ? Number(decimal) : null;
}
