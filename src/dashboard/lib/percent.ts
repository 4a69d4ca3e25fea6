import { Big } from 'big.js';
import { withGroups } from './convention.ts';
import { formatRate, withPercent } from './figures.ts';

/**
 * A share as a percentage, rounded to the side that doesn't flatter: up. A second digit tells 66.67% from 66.68%; in a
 * column every share has it (`least`).
 */
export function percentText(share: number | string, least: 1 | 2 = 1): string {
  return written(new Big(share).times(100).round(2, Big.roundUp), least);
}

/** A limit on such a share as it is, cut where it has no end: what is above it reads as above it. */
export function limitText(limit: number | string, least: 1 | 2 = 1): string {
  return written(new Big(limit).times(100).round(4, Big.roundDown), least);
}

function written(percent: Big, least: number): string {
  return withPercent(withGroups(percent.toFixed(percent.eq(percent.round(least)) ? least : undefined)));
}

/** A share in percent, which doesn't read as none or as all of it where it is neither; null where it is of nothing. */
export function shareText(part: string, whole: string): string | null {
  if (!(Number(whole) > 0)) return null;
  const share = new Big(part).div(whole);
  const rounded = Number(share.toFixed(3));
  if (rounded === 0 && share.gt(0)) return `<${formatRate(0.001, 1)}`;
  if (rounded === 1 && share.lt(1)) return `>${formatRate(0.999, 1)}`;
  return formatRate(rounded, 1);
}
