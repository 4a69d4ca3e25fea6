import { currentSettings } from './settings.ts';

/**
 * Decimals as people type and paste them, read as exact decimal strings. No float is made of any of them: a text
 * is read into digits and a point, or refused with what is wrong.
 */

/** How numbers are written: what stands between groups of three digits, and before the fraction. */
export interface Convention {
  group: string;
  point: string;
}

/** A text as it was understood. */
export type DecimalReading =
  | { kind: 'empty' }
  | {
      kind: 'decimal';
      /** Digits, and where there is a fraction a point and more digits; trailing zeros as they were typed. */
      decimal: string;
      /** The one separator in it could have been read otherwise: the convention decided. */
      decided: boolean;
    }
  /** What is wrong, as a sentence. */
  | { kind: 'problem'; problem: string };

export interface DecimalRules {
  convention?: Convention;
  /** The most fraction digits that make sense; a reading that needs more isn't taken for granted. */
  digits?: number;
  /** The currency of the field: its own code and symbol may stand in the text, another's may not. */
  currency?: string | undefined;
}

/** The convention of the chosen language of numbers. */
export function currentConvention(): Convention {
  const { language } = currentSettings();
  if (known?.language !== language) known = { language, convention: conventionOf(language) };
  return known.convention;
}

let known: { language: string; convention: Convention } | undefined;

/** The convention of a language: `en`, `de`; `auto` is the browser's. */
export function conventionOf(language: string): Convention {
  const format = new Intl.NumberFormat(language === 'auto' ? undefined : language, {
    useGrouping: 'always',
    numberingSystem: 'latn',
  });
  const parts = format.formatToParts(1234567.5);
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value;
  return { group: partOf('group') ?? ',', point: partOf('decimal') ?? '.' };
}

const POINTS = /[.．٫]/g;
const COMMAS = /[,，٬⹁،]/g;
const MARKERS = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff]/g;
const SPACES = /\s+/g;
const APOSTROPHES = /['’‘ʼ＇`]/g;

/** Reads a text that was typed or pasted. */
export function readDecimal(text: string, rules: DecimalRules = {}): DecimalReading {
  const { convention = currentConvention(), digits = 2, currency } = rules;
  const bare = latinDigits(text).replace(MARKERS, '').replace(SPACES, ' ').trim();
  if (bare === '') return { kind: 'empty' };
  const money = withoutCurrency(bare, currency);
  if (money === null) return problem(`That names another currency than ${currency}, the loan’s.`);
  let plain = money.trim().replace(/^\+/, '');
  if (/^[-−–﹣－(]/.test(plain) || /[-−]$/.test(plain)) return problem('Write it without a minus.');
  // Urdu in Arabic numerals groups by the one comma and begins the fraction by the other.
  if (plain.includes(',')) plain = plain.replace('،', '.');
  plain = plain.replace(POINTS, '.').replace(COMMAS, ',').replace(APOSTROPHES, '’');
  if (/\p{L}/u.test(plain)) return problem('Use digits only, no letters.');
  if (!/^[\d., ’]*\d[\d., ’]*$/.test(plain)) return problem('Use digits only.');
  return readSeparators(plain, text.trim(), convention, digits);
}

function readSeparators(
  plain: string,
  shown: string,
  convention: Convention,
  digits: number,
): DecimalReading {
  const unclear = problem(
    `“${clipped(shown)}” can’t be read for certain. Write it like ${sample(convention)}.`,
  );
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  if (last < 0) return grouped(plain) ?? unclear;
  const mark = plain.charAt(last);
  const other = mark === '.' ? ',' : '.';
  const before = plain.slice(0, last);
  const after = plain.slice(last + 1);
  const single = !before.includes(mark);
  if (!single) {
    // Twice or more of the same: it groups, and there is no fraction.
    if (before.includes(other)) return unclear;
    return /[ ’]/.test(plain) ? unclear : (grouped(plain) ?? unclear);
  }
  if (/[ ’]/.test(after)) return unclear;
  const asFraction = () => {
    const whole =
      before === '' ? { kind: 'decimal' as const, decimal: '0', decided: false } : grouped(before);
    if (whole?.kind !== 'decimal') return unclear;
    const decimal = after === '' ? whole.decimal : `${whole.decimal}.${after}`;
    return { kind: 'decimal', decimal, decided: false } satisfies DecimalReading;
  };
  if (/[.,’ ]/.test(before)) return asFraction();
  // One separator and three digits behind it: a thousand, or a fraction of three digits?
  const isAmbiguous = after.length === 3 && /^[1-9]\d{0,2}$/.test(before);
  if (!isAmbiguous) return asFraction();
  if (mark === convention.group) return { kind: 'decimal', decimal: before + after, decided: true };
  const fraction = asFraction();
  if (mark !== convention.point || digits < 3 || fraction.kind !== 'decimal') {
    const whole = withGroups(before + after, convention);
    return problem(
      `“${clipped(shown)}” could be ${whole} or a fraction of three digits. Write ${whole}${digits > 0 ? `, or ${before}${convention.point}${after.slice(0, digits)}` : ''}.`,
    );
  }
  return { ...fraction, decided: true };
}

/** A whole number whose digits may stand in groups, of three or, as in India, of two before the last three. */
function grouped(text: string): DecimalReading | null {
  const digits = text.replace(/[., ’]/g, '');
  const marks = new Set(text.replace(/\d/g, ''));
  if (marks.size > 1) return null;
  const parts = text.split(/[., ’]/);
  const isWellGrouped =
    parts.length === 1 ||
    (/^\d{1,3}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => part.length === 3)) ||
    (/^\d{1,2}$/.test(parts[0] ?? '') &&
      parts.at(-1)?.length === 3 &&
      parts.slice(1, -1).every((part) => part.length === 2));
  return isWellGrouped && digits !== '' ? { kind: 'decimal', decimal: digits, decided: false } : null;
}

/** A decimal as it is shown in a field: grouped, in a convention. */
export function withGroups(decimal: string, convention: Convention = currentConvention()): string {
  const [whole = '', fraction] = decimal.split('.');
  const grouping = whole.replace(/\B(?=(\d{3})+$)/g, convention.group);
  return fraction === undefined ? grouping : `${grouping}${convention.point}${fraction}`;
}

/** A decimal without leading zeros and without trailing zeros of its fraction. */
export function trimmed(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const bare = fraction.replace(/0+$/, '');
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

export interface Edit {
  text: string;
  caret: number;
}

/**
 * What a field holds after an edit: grouped anew where only digits or the point were typed, with the caret behind
 * the same digit and nothing right of it lost. A text with separators that somebody else put there stays as it is until it can be read.
 */
export function regroup(before: string, edit: Edit, convention: Convention = currentConvention()): Edit {
  const { group, point } = convention;
  if (!isCanonical(before, convention)) {
    return edit;
  }
  let { text, caret } = edit;
  if (isOneGroupRemoved(before, text, caret, group)) {
    // Backspace behind a separator is meant for the digit before it.
    text = text.slice(0, Math.max(caret - 1, 0)) + text.slice(caret);
    caret = Math.max(caret - 1, 0);
  } else if (count(text, group) > count(before, group)) {
    return edit;
  }
  const bare = latinDigits(text).split(group).join('');
  const plain = bare.replace(point, '.');
  if (!/^\d*\.?\d*$/.test(plain) || plain === '.') return { text, caret };
  const right = latinDigits(text.slice(caret)).split(group).join('').length;
  // Zeros right of the caret wait for the digit that is typed next: 1,000 is made 2,000 by way of 000.
  const [zeros = ''] = /^0+(?=\d)/.exec(plain) ?? [];
  const shown = fieldText(plain.slice(Math.min(zeros.length, plain.length - right)), convention);
  return { text: shown, caret: caretFromRight(shown, right, group) };
}

/** Whether a text is just what the field itself would show for it. */
export function isCanonical(text: string, convention: Convention = currentConvention()): boolean {
  if (text === '') return true;
  const plain = text.split(convention.group).join('').replace(convention.point, '.');
  return /^\d+(?:\.\d*)?$/.test(plain) && fieldText(plain, convention) === text;
}

/** Ungrouped while zeros wait for a first digit: 0,250 would read as a fraction to some. */
function fieldText(plain: string, convention: Convention): string {
  return /^0\d/.test(plain) ? plain.replace('.', convention.point) : withGroups(plain, convention);
}

function isOneGroupRemoved(before: string, text: string, caret: number, group: string): boolean {
  return (
    text.length === before.length - group.length &&
    text.slice(0, caret) + group + text.slice(caret) === before
  );
}

function caretFromRight(text: string, right: number, group: string): number {
  let caret = text.length;
  for (let left = right; left > 0 && caret > 0; caret -= 1) if (text.charAt(caret - 1) !== group) left -= 1;
  return caret;
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Decimal digits of every script as 0 to 9: each script has its ten in a row. */
function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    if (code < 128) return digit;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}

/** The text without its currency's code or symbol at either end; null where it names another currency. */
function withoutCurrency(text: string, currency: string | undefined): string | null {
  const sign = /^[^\d.,+\-−(]+|[^\d.,)\-−]+$/gu;
  let other = false;
  const bare = text.replace(sign, (piece) => {
    const name = piece.replace(/\s/g, '');
    if (name === '' || /^[’'٫٬．，]+$/.test(name)) return name;
    if (!/\p{Sc}/u.test(name) && !/^[A-Z]{3}$/.test(name)) return piece;
    if (currency !== undefined && !symbolsOf(currency).has(name)) other = true;
    return '';
  });
  return other ? null : bare;
}

function symbolsOf(currency: string): Set<string> {
  const symbols = new Set([currency]);
  for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
    for (const language of ['en', currentSettings().language]) {
      try {
        const format = new Intl.NumberFormat(language === 'auto' ? undefined : language, {
          style: 'currency',
          currency,
          currencyDisplay,
        });
        for (const part of format.formatToParts(1)) if (part.type === 'currency') symbols.add(part.value);
      } catch {
        // A code that is none of ISO 4217 has no symbol.
      }
    }
  }
  return symbols;
}

function sample(convention: Convention): string {
  return withGroups('1234.50', convention);
}

function clipped(text: string): string {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}

function problem(text: string): DecimalReading & { kind: 'problem' } {
  return { kind: 'problem', problem: text };
}
