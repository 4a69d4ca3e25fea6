import { minorDigits } from '#contract/money.ts';
import { formatDecimal } from '#dashboard/lib/figures.ts';

/** An amount of money with the digits of its currency. */
export function moneyText(text: string, currency: string): string {
  const digits = minorDigits(currency);
  return formatDecimal(text, digits, digits);
}

/** A price, or an average of prices, which may have digits beyond the currency's. */
export function priceText(text: string, currency: string): string {
  const digits = minorDigits(currency);
  return formatDecimal(text, digits, digits + 2);
}

export function volumeText(text: string): string {
  return formatDecimal(text, 0, 6);
}
