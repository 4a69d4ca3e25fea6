import {
  amountProblem,
  compareAmounts,
  MAX_SIGNIFICANT_DIGITS,
  minorDigits,
  significantDigits,
} from '#contract/money.ts';
import { exactNumber, rateOfPercent, trimmed } from '#dashboard/lib/decimal.ts';
import { readDecimal } from '#dashboard/lib/decimal-input.ts';
import { countOf } from '#dashboard/lib/figures.ts';

/** A field as it was typed, read: the plain decimal that is sent, or what is wrong. One of the two is null. */
interface Read {
  decimal: string | null;
  problem: string | null;
}

/** An amount of a currency (a plain decimal). `missing` is the message of an empty field. */
export function readMoney(text: string, currency: string, missing: string): Read {
  const known = currency === '' ? undefined : currency;
  const reading = readDecimal(text, { digits: known ? minorDigits(known) : 2, currency: known });
  if (reading.kind === 'empty') return { decimal: null, problem: missing };
  if (reading.kind === 'problem') return { decimal: null, problem: reading.problem };
  const problem = moneyProblem(reading.decimal, currency);
  return { decimal: problem === null ? asMoney(reading.decimal, currency) : null, problem };
}

/** An amount as it is sent: as it was typed, but without zeros that the currency has no place for. */
function asMoney(decimal: string, currency: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const minor = fraction.slice(0, minorDigits(currency));
  return `${whole.replace(/^0+(?=\d)/, '')}${minor && `.${minor}`}`;
}

/** What is wrong with an amount of a currency; null where nothing is. */
export function moneyProblem(decimal: string, currency: string): string | null {
  const problem = amountProblem(decimal, currency);
  if (problem === null) return null;
  if (significantDigits(decimal) > MAX_SIGNIFICANT_DIGITS) {
    return `It has ${significantDigits(decimal)} digits. The maximum is ${MAX_SIGNIFICANT_DIGITS}.`;
  }
  return `It ${problem}.`;
}

/** A duration in whole months, at most as many. */
export function readMonths(text: string, most: number): { months: number | null; problem: string | null } {
  const range = `a whole number of months from 1 to ${most}`;
  const reading = readDecimal(text, { digits: 0 });
  if (reading.kind === 'empty') return { months: null, problem: `Enter ${range}.` };
  if (reading.kind === 'problem') return { months: null, problem: reading.problem };
  const months = /^\d{1,6}$/.test(trimmed(reading.decimal)) ? Number(trimmed(reading.decimal)) : 0;
  if (months < 1) return { months: null, problem: `It must be ${range}.` };
  if (months > most) return { months: null, problem: `Maximum term is ${countOf(most, 'month')}.` };
  return { months, problem: null };
}

/** Interest typed in percent a month, as the decimal that is sent. */
export function readRate(text: string): { rate: string | null; problem: string | null } {
  const reading = readDecimal(text.replace(/[%٪％]\s*$/, ''), { digits: 6 });
  if (reading.kind === 'empty') return { rate: null, problem: 'Enter the monthly rate; 0 for none.' };
  if (reading.kind === 'problem') return { rate: null, problem: reading.problem };
  const rate = rateOfPercent(reading.decimal);
  if (compareAmounts(rate, '1') > 0) return { rate: null, problem: 'It must be from 0 to 100% per month.' };
  return exactNumber(rate) === null
    ? { rate: null, problem: 'It has too many digits. Use fewer.' }
    : { rate, problem: null };
}

/** How many units of a token are pledged. */
export function readQuantity(text: string): Read {
  const reading = readDecimal(text, { digits: 8 });
  if (reading.kind === 'empty') return { decimal: null, problem: 'Enter a quantity.' };
  if (reading.kind === 'problem') return { decimal: null, problem: reading.problem };
  const decimal = trimmed(reading.decimal);
  if (compareAmounts(decimal, '0') <= 0)
    return { decimal: null, problem: 'It must be greater than 0. To pledge none, remove the line.' };
  if (compareAmounts(decimal, '1e15') > 0)
    return { decimal: null, problem: 'It must be at most 1,000,000,000,000,000.' };
  return exactNumber(decimal) === null
    ? {
        decimal: null,
        problem: `It has ${significantDigits(decimal)} digits. The maximum is ${MAX_SIGNIFICANT_DIGITS}.`,
      }
    : { decimal, problem: null };
}

/** What is wrong with a text; null where nothing is. `most` is in characters. */
export function textProblem(text: string, most: number): string | null {
  if (text.length > most) return `It has ${text.length} characters. The maximum is ${most}.`;
  return text.includes('\0') || !text.isWellFormed() ? 'It contains a character that can’t be sent.' : null;
}
