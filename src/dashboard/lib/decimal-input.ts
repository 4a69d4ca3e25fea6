import { type Convention, currentConvention, withGroups } from './convention.ts';
import { currentLocale } from './settings.ts';
import { clip } from './truncate.ts';

/** Decimals as people type and paste them, as exact decimal strings: never by a float. */

export type DecimalReading =
  | { kind: 'empty' }
  | {
      kind: 'decimal';
      /** Digits, and where there is a fraction a point and more digits; trailing zeros as they were typed. */
      decimal: string;
      /** The one separator in it could have been read otherwise: the convention decided. */
      decided: boolean;
    }
  | { kind: 'problem'; problem: string };

interface DecimalRules {
  convention?: Convention;
  /** The most fraction digits that make sense; a reading that needs more isn't taken for granted. */
  digits?: number;
  /**
   * The currency of the field: the text may contain its code and symbol, but no other's. Empty if it isn't chosen yet:
   * until then, a text with any can't be judged. Undefined if the field holds no amount of a currency.
   */
  currency?: string | undefined;
}

const POINTS = /[.．٫]/g;
const COMMAS = /[,，٬⹁،]/g;
const MARKERS = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff]/g;
const SPACES = /\s+/g;
const APOSTROPHES = /['’‘ʼ＇`]/g;

export function readDecimal(text: string, rules: DecimalRules = {}): DecimalReading {
  const { convention = currentConvention(), digits = 2, currency } = rules;
  const bare = latinDigits(text).replace(MARKERS, '').replace(SPACES, ' ').trim();
  if (bare === '') return { kind: 'empty' };
  const money = withoutCurrency(bare, currency);
  if (money === null) return problem(currencyProblem(currency));
  let plain = money.trim().replace(/^\+/, '');
  if (/^[-−–﹣－(]/.test(plain) || /[-−]$/.test(plain)) return problem('Write it without a minus.');
  // Urdu in Arabic numerals groups by the one comma and begins the fraction by the other.
  if (plain.includes(',')) plain = plain.replace('،', '.');
  plain = plain.replace(POINTS, '.').replace(COMMAS, ',').replace(APOSTROPHES, '’');
  if (/\p{L}/u.test(plain)) return problem('Use digits only, no letters.');
  if (!/^[\d., ’]*$/.test(plain) || !/\d/.test(plain)) return problem('Use digits only.');
  return readSeparators(plain, text.trim(), convention, digits);
}

function readSeparators(
  plain: string,
  shown: string,
  convention: Convention,
  digits: number,
): DecimalReading {
  const unclear = problem(
    `“${clip(shown, 24)}” can’t be read for certain. Write it like ${withGroups('1234.50', convention)}.`,
  );
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const mark = plain.charAt(last);
  const before = plain.slice(0, Math.max(last, 0));
  const after = plain.slice(last + 1);
  if (last < 0 || before.includes(mark)) {
    // Twice or more of the same: it groups, and there is no fraction.
    const whole = grouped(plain);
    return whole === null ? unclear : asDecimal(whole);
  }
  const whole = before === '' ? '0' : grouped(before);
  if (whole === null || /[ ’]/.test(after)) return unclear;
  const fraction = after === '' ? whole : `${whole}.${after}`;
  // One separator and three digits behind it: a thousand, or a fraction of three digits?
  const isAmbiguous = after.length === 3 && /^[1-9]\d{0,2}$/.test(before);
  if (!isAmbiguous) return asDecimal(fraction);
  if (mark === convention.group) return asDecimal(before + after, true);
  if (mark === convention.point && digits >= 3) return asDecimal(fraction, true);
  const thousand = withGroups(before + after, convention);
  const other = digits > 0 ? `, or ${before}${convention.point}${after.slice(0, digits)}` : '';
  return problem(
    `“${clip(shown, 24)}” could be ${thousand} or a fraction of three digits. Write ${thousand}${other}.`,
  );
}

function asDecimal(decimal: string, decided = false): DecimalReading {
  return { kind: 'decimal', decimal, decided };
}

/** One run of digits, or groups by one mark: of three digits or, as in India, of two before the last three. */
const GROUPED = /^(?:\d+|\d{1,3}([., ’])\d{3}(?:\1\d{3})*|\d{1,2}([., ’])(?:\d{2}\2)*\d{3})$/;

/** The digits of a whole number; null if they are grouped in no way that is known. */
function grouped(text: string): string | null {
  return GROUPED.test(text) ? text.replace(/\D/g, '') : null;
}

/** The text without its currency's code or symbol at either end; null where it names one that it must not. */
function withoutCurrency(text: string, currency: string | undefined): string | null {
  const sign = /^[^\d.,+\-−(]+|(?<![^\d.,)\-−])[^\d.,)\-−]+$/gu;
  let other = false;
  const bare = text.replace(sign, (piece) => {
    const name = piece.replace(/\s/g, '');
    if (name === '' || /^[’'٫٬．，]+$/.test(name)) return name;
    if (!/\p{Sc}/u.test(name) && !/^[A-Z]{3}$/.test(name)) return piece;
    if (!currency || !symbolsOf(currency).has(name)) other = true;
    return '';
  });
  return other ? null : bare;
}

function currencyProblem(currency: string | undefined): string {
  if (currency === undefined) return 'Write it without a currency.';
  return currency === ''
    ? 'Choose a currency first, or write it without one.'
    : `That names another currency than ${currency}, the loan’s.`;
}

function symbolsOf(currency: string): Set<string> {
  const symbols = new Set([currency]);
  for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
    for (const language of ['en', currentLocale()]) {
      try {
        const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
        for (const { type, value } of format.formatToParts(1)) {
          if (type !== 'currency') continue;
          const [sign] = /\p{Sc}/u.exec(value) ?? [];
          // By itself, and behind the country: $ and US$, ₵ and GH₵.
          for (const name of [value, ...(sign ? [sign, currency.slice(0, 2) + sign] : [])]) symbols.add(name);
        }
      } catch {
        // A code that is none of ISO 4217 has no symbol.
      }
    }
  }
  return symbols;
}

function problem(text: string): DecimalReading & { kind: 'problem' } {
  return { kind: 'problem', problem: text };
}

/** Decimal digits of every script as 0 to 9: each script has its ten in a row. */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    if (code < 128) return digit;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}
