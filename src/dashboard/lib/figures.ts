import { minorDigits } from '#contract/money.ts';

/** A figure cut at its decimal point, so that a column of them can stand under one another by it. */
export interface Figure {
  whole: string;
  /** With its point; empty where there is none. */
  fraction: string;
}

/** An amount grouped, with a real minus, the currency's minor digits, and any digit beyond those that it has. */
export function formatAmount(amount: number, currency: string | undefined): Figure {
  const parts = amountFormat(currency === undefined ? 2 : minorDigits(currency)).formatToParts(amount);
  const point = parts.findIndex((part) => part.type === 'decimal');
  const text = (from: number, to: number) =>
    parts
      .slice(from, to)
      .map((part) => (part.type === 'minusSign' ? '−' : part.value))
      .join('');
  return point < 0
    ? { whole: text(0, parts.length), fraction: '' }
    : { whole: text(0, point), fraction: text(point, parts.length) };
}

const amountFormats: Intl.NumberFormat[] = [];

/** One formatter for each number of digits: making one costs more than a whole page of amounts. */
function amountFormat(digits: number): Intl.NumberFormat {
  amountFormats[digits] ??= new Intl.NumberFormat('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: 20,
  });
  return amountFormats[digits];
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 6 });

/** A rate given as a decimal, in percent: 0.05 is `5%`. */
export function formatRate(rate: number): string {
  return percent.format(rate).replace('-', '−');
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 6 });

export function formatCount(count: number): string {
  return whole.format(count);
}

/** A count with its noun: `1 month`, `3 months`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
