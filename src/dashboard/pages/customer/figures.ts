import { minorDigits } from '#contract/money.ts';
import { currentLocale } from '#dashboard/lib/settings.ts';

let language: string | undefined;
let formats = new Map<string, Intl.NumberFormat>();

/** A decimal string, grouped, to the digit: a figure of money is never squeezed through a float. */
export function formatDecimal(text: string, least: number, most: number): string {
  const chosen = currentLocale();
  if (chosen !== language) {
    language = chosen;
    formats = new Map();
  }
  const kind = `${least} ${most}`;
  let format = formats.get(kind);
  if (!format) {
    format = new Intl.NumberFormat(chosen, {
      useGrouping: 'always',
      numberingSystem: 'latn',
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    });
    formats.set(kind, format);
  }
  // Since ES2023 a text is taken digit by digit.
  const written = format.format(text as Intl.StringNumericLiteral);
  return written.replace(/^-(?=[0.,\s]*$)/, '').replace('-', '−');
}

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
