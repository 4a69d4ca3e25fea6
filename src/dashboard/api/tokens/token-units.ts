import { Big } from 'big.js';
import { countOf, formatCount, withPercent } from '#dashboard/lib/figures.ts';
import type { TokenField, TokenRow, TokenUnit } from './token-fields.ts';

/** A figure with its unit: `25% p.a.`, `6 months`. */
export function withUnit(value: number, unit: TokenUnit | undefined): string {
  const isCounted = unit === 'months' || unit === 'units';
  const text = isCounted ? countOf(value, unit.slice(0, -1)) : formatCount(value);
  return unit?.startsWith('%') ? withPercent(text) + unit.slice(1) : text;
}

/** The header of a field's column, which says once if the unit isn't stated. */
export function headerOf({ label, unit }: TokenField): string {
  return unit === 'unstated' ? `${label} (unit not stated)` : label;
}

/** The heading of a field in an exported file: its name in words, and its unit. */
export function fileHeadingOf(field: TokenField): string {
  if (field.kind === 'share') return `${field.label} (%)`;
  return field.unit && field.unit !== 'unstated' ? `${field.label} (${field.unit})` : headerOf(field);
}

/** A field's value in an exported file: unformatted, a share in percent. */
export function fileValueOf({ kind, read }: TokenField, token: TokenRow) {
  const value = read(token);
  return kind === 'share' && typeof value === 'number' ? inPercent(value) : value;
}

/** A share as a number of percent: 0.05 is `5`. It has no more digits than a spreadsheet takes for a number. */
export function inPercent(share: number | null): string | null {
  return share === null ? null : new Big(share).times(100).prec(15).toFixed();
}
