import { compareAmounts, minorDigits } from '#contract/money.ts';
import { moneyProblem, readPercent, tooManyDigits } from '#dashboard/forms/decimal-field.tsx';
import { exactNumber, rateOfPercent, trimmed } from '#dashboard/lib/decimal.ts';
import { type DecimalReading, readDecimal } from '#dashboard/lib/decimal-input.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';

/** Takes what is wrong with a field, as a sentence. */
export type Complain = (problem: string) => null;

/** The decimal that a text was read as; null if there is none, which is said: by `missing` if nothing was typed. */
function decimalIn(reading: DecimalReading, missing: string, complain: Complain): string | null {
  if (reading.kind === 'decimal') return reading.decimal;
  return complain(reading.kind === 'empty' ? missing : reading.problem);
}

/** An amount as it is sent: as typed, without zeros that its currency has no place for. `missing`: what to say of none. */
export function readMoney(text: string, currency: string, missing: string, complain: Complain) {
  const digits = minorDigits(currency);
  const decimal = decimalIn(readDecimal(text, { digits, currency }), missing, complain);
  if (decimal === null) return null;
  const problem = moneyProblem(decimal, currency);
  if (problem !== null) return complain(problem);
  const [whole = '', fraction = ''] = decimal.split('.');
  const minor = fraction.slice(0, digits);
  return `${whole.replace(/^0+(?=\d)/, '')}${minor && `.${minor}`}`;
}

export function readMonths(text: string, most: number, complain: Complain): number | null {
  const range = `a whole number of months from 1 to ${most}`;
  const decimal = decimalIn(readDecimal(text, { digits: 0 }), `Enter ${range}.`, complain);
  if (decimal === null) return null;
  const months = /^\d{1,6}$/.test(trimmed(decimal)) ? Number(decimal) : 0;
  if (months < 1) return complain(`It must be ${range}.`);
  return months > most ? complain(`Maximum term is ${countOf(most, 'month')}.`) : months;
}

/** Interest typed in percent a month, as the decimal that is sent. */
export function readRate(text: string, complain: Complain): string | null {
  const percent = decimalIn(readPercent(text), 'Enter the monthly rate; 0 for none.', complain);
  if (percent === null) return null;
  const rate = rateOfPercent(percent);
  if (compareAmounts(rate, '1') > 0) return complain('It must be from 0 to 100% per month.');
  return exactNumber(rate) === null ? complain('It has too many digits. Use fewer.') : rate;
}

export function readQuantity(text: string, complain: Complain): string | null {
  const decimal = decimalIn(readDecimal(text, { digits: 8 }), 'Enter a quantity.', complain);
  if (decimal === null) return null;
  const quantity = trimmed(decimal);
  if (quantity === '0') return complain('It must be greater than 0. To pledge none, remove the line.');
  if (compareAmounts(quantity, '1e15') > 0) return complain(`It must be at most ${formatCount(1e15)}.`);
  return exactNumber(quantity) === null ? complain(tooManyDigits(quantity)) : quantity;
}

/** Complains about a text that is too long (`most` is in characters), or that can't be sent. */
export function checkText(text: string, most: number, complain: Complain): void {
  if (text.length > most) complain(`It has ${text.length} characters. The maximum is ${most}.`);
  else if (text.includes('\0') || !text.isWellFormed()) {
    complain('It contains a character that can’t be sent.');
  }
}
