import { trimEnd } from '#contract/trim-end.ts';

/** Plain decimals, digits with a point or without: no float is made of any of them. */

/** A decimal without leading zeros and without trailing zeros of its fraction. */
export function trimmed(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const bare = trimEnd(fraction, '0');
  return `${whole.replace(/^0+(?=\d)/, '')}${bare && `.${bare}`}`;
}

/** A decimal with its point moved to the left (negative: to the right): exact, because no number is made of it. */
export function shifted(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = whole + fraction;
  const point = whole.length - places;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 1);
  return trimmed(`${padded.slice(0, at)}.${padded.slice(at)}`);
}

/** A percentage as the rate that is sent: `2.5` is `0.025`. */
export function rateOfPercent(percent: string): string {
  return shifted(percent, 2);
}

/** A rate in percent: `0.025` is `2.5`. */
export function percentOfRate(rate: string): string {
  return shifted(rate, -2);
}

/** A number out of an answer as a plain decimal; null where it is none that is exact and not below 0. */
export function decimalOf(value: number | undefined): string | null {
  if (value === undefined || !Number.isFinite(value) || value < 0) return null;
  const [mantissa = '', exponent] = String(value).split('e');
  return exponent === undefined ? mantissa : shifted(mantissa, -Number(exponent));
}

/** The number that a decimal is sent as, or null where the number would be another. */
export function exactNumber(decimal: string): number | null {
  const value = Number(decimal);
  return decimalOf(value) === trimmed(decimal) ? value : null;
}
