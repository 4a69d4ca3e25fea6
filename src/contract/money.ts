import { Big } from 'big.js';
import { trimEnd } from './trim-end.ts';

/**
 * Money travels as decimal strings ("840000.50") in currency units, never as floats.
 * Replies carry numbers (interface, "Loan"), so an amount keeps to 15 significant digits:
 * every such decimal survives the trip through a JSON number unharmed.
 */
export const MAX_SIGNIFICANT_DIGITS = 15;

const DECIMAL = /^\d+(?:\.\d+)?$/;

/** ISO 4217, besides the many with two digits. Not Intl: its digits differ for some, and between releases. */
const UNCOMMON_DIGITS: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const digitsByCurrency = new Map(
  Object.entries(UNCOMMON_DIGITS).flatMap(([digits, codes]) =>
    codes.split(' ').map((code) => [code, Number(digits)] as const),
  ),
);

/** The number of minor digits of a currency code (NGN 2, XOF 0, KWD 3), however it is written; 2 for an unknown code. */
export function minorDigits(currency: string): number {
  // The usual form first: it is asked for every amount of a long list.
  return digitsByCurrency.get(currency) ?? digitsByCurrency.get(plainCurrency(currency)) ?? 2;
}

/** A currency code as codes are compared: the interface doesn't say how they are written, so a service may take other forms. */
export function plainCurrency(code: string): string {
  return code.trim().toUpperCase();
}

/** Whether the text is a plain non-negative decimal: digits, and optionally a point and more digits. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/**
 * What is wrong with an amount of money given as text, as the end of a sentence that begins with the
 * field's name, or null where it is sound: a positive decimal within the currency's minor unit.
 */
export function amountProblem(text: string, currency: string): string | null {
  return limitProblem(text, currency) ?? (new Big(text).lte(0) ? 'must be greater than 0' : null);
}

/** The same for a limit of amounts, which may be 0. */
export function limitProblem(text: string, currency: string): string | null {
  if (!isDecimal(text)) return 'must be a decimal number written with digits and a point, such as "1250.50"';
  if (significantDigits(text) > MAX_SIGNIFICANT_DIGITS) {
    return `must have at most ${MAX_SIGNIFICANT_DIGITS} significant digits`;
  }
  const value = new Big(text);
  const digits = minorDigits(currency);
  if (!value.eq(value.round(digits, Big.roundDown))) {
    return digits === 0
      ? `must be whole: ${currency} has no minor unit`
      : `must have at most ${digits} decimal places${currency && `: ${currency} has no smaller unit`}`;
  }
  return null;
}

/** The number of digits of a decimal text, without leading zeros and without trailing zeros of its fraction. */
export function significantDigits(text: string): number {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = `${whole}${trimEnd(fraction, '0')}`.replace(/^0+/, '');
  return Math.max(digits.length, 1);
}

/**
 * The suggested repayment of a loan, as a decimal string with the currency's minor digits:
 * amount × (1 + interestRate × duration), simple monthly interest, rounded half up.
 * `interestRate` is the monthly rate as a decimal (0.05 is 5 %), `duration` is in months.
 * Throws a RangeError where the amount is no decimal. (Open questions, row 5.)
 */
export function suggestedRepayment(terms: {
  amount: string;
  interestRate: number;
  duration: number;
  currency: string;
}): string {
  if (!isDecimal(terms.amount)) throw new RangeError(`"${terms.amount}" is not a decimal amount`);
  const growth = new Big(terms.interestRate).times(terms.duration).plus(1);
  const digits = minorDigits(terms.currency);
  return new Big(terms.amount).times(growth).round(digits, Big.roundHalfUp).toFixed(digits);
}

/** Orders two decimal strings: negative, 0 or positive as the first is less than, equal to or above the second. */
export function compareAmounts(a: string, b: string): number {
  return new Big(a).cmp(b);
}
