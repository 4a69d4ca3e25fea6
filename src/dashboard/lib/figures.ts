import type { Big } from 'big.js';
import { minorDigits } from '#contract/money.ts';
import { currentLocale, keptFormats } from './settings.ts';

/**
 * An amount grouped, with at least the currency's minor digits. A decimal text keeps every digit. It is cut at its decimal
 * point, so that a column can align by it: `fraction` begins with the point, or is empty.
 */
export function formatAmount(amount: number | string, currency: string | undefined) {
  const digits = currency === undefined ? 2 : minorDigits(currency);
  const options = { minimumFractionDigits: digits, maximumFractionDigits: 20 };
  // Intl formats a decimal text exactly; its types know of numbers alone.
  const parts = formatOf(`amount ${digits}`, options).formatToParts(amount as number);
  const point = parts.findIndex((part) => part.type === 'decimal');
  const end = point < 0 ? parts.length : point;
  return { whole: textOf(parts.slice(0, end)), fraction: textOf(parts.slice(end)) };
}

/** An amount as one text: `1,234.50`. */
export function amountText(amount: number | string, currency: string | undefined): string {
  const { whole, fraction } = formatAmount(amount, currency);
  return whole + fraction;
}

/** A decimal text grouped, rounded to so many fraction digits at most: it is never squeezed through a float. */
export function formatDecimal(text: string, least: number, most: number): string {
  const format = formatOf(`decimal ${least} ${most}`, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    signDisplay: 'negative',
  });
  return textOf(format.formatToParts(text as Intl.StringNumericLiteral));
}

/** A decimal text in the form of `formatDecimal`. A small one keeps three digits, so that only nought reads as 0. */
export function formatFine(text: string, least: number, most: number): string {
  const size = Math.floor(Math.log10(Math.abs(Number(text))));
  return formatDecimal(text, least, Number.isFinite(size) ? Math.max(most, Math.min(2 - size, 20)) : most);
}

/** A rate given as a decimal, in percent: 0.05 is `5%`; with at least so many digits, for a column of rates. */
export function formatRate(rate: number, digits = 0): string {
  const options = { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: 6 } as const;
  return textOf(formatOf(`percent ${digits}`, options).formatToParts(rate));
}

/**
 * A rate in percent, rounded to at least `digits` and at most two fraction digits. A rate that would round to 0 is shown as
 * `<0.01%` instead, or as `>−0.01%` if it is negative.
 */
export function roundedRate(rate: Big, digits = 0): string {
  const rounded = Number(rate.toFixed(4));
  if (rounded !== 0 || rate.eq(0)) return formatRate(rounded, digits);
  return rate.gt(0) ? `<${formatRate(0.0001, digits)}` : `>${formatRate(-0.0001, digits)}`;
}

/** A figure that is in percent, with its sign as the language has it: `25%`, `25 %`. */
export function withPercent(figure: string): string {
  return formatRate(0).replace('0', figure);
}

export function formatCount(count: number): string {
  if (Math.abs(count) < 1e-6 && count !== 0) return formatFine(String(count), 0, 8);
  // Quantities of tokens have up to eight.
  const format = formatOf('count', { maximumFractionDigits: 8 });
  const text = format.format(count);
  // Most are plain digits, and taking a number apart is most of the work.
  return /^\d+$/.test(text) ? text : textOf(format.formatToParts(count));
}

/** A figure in a few characters, for a label next to the whole figure: `1.2M`. */
export function formatCompact(value: number): string {
  const options = { notation: 'compact', maximumSignificantDigits: 3, useGrouping: 'min2' } as const;
  return formatOf('compact', options).format(value).replace('-', '−');
}

/** A count with its noun: `1 month`, `3 months`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** How much of a list is loaded: `30 of 137 loans`, `30 of at most 137 loans`, `137 loans`. */
export function seenOf(
  { loaded, total, isMost }: { loaded: number; total: number | undefined; isMost?: boolean },
  noun: string,
): string {
  if (loaded === total) return countOf(total, noun);
  return total === undefined
    ? `${formatCount(loaded)} of an unknown number of ${noun}s`
    : `${formatCount(loaded)} of ${isMost ? 'at most ' : ''}${countOf(total, noun)}`;
}

const kept = keptFormats<Intl.NumberFormat>();

function formatOf(kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  // Some languages leave four digits together, which would break the alignment, or have digits of their own.
  const steady = { useGrouping: 'always', numberingSystem: 'latn' } as const;
  return kept(kind, () => new Intl.NumberFormat(currentLocale(), { ...steady, ...options }));
}

/** Has a real minus, and a visible space between thousands if the language's own is too thin. */
function textOf(parts: Intl.NumberFormatPart[]): string {
  return parts
    .map(({ type, value }) =>
      type === 'minusSign' ? '−' : type === 'group' ? value.replace('\u202f', '\u00a0') : value,
    )
    .join('');
}
