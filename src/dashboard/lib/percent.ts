import { Big } from 'big.js';
import { withGroups } from './convention.ts';
import { withPercent } from './figures.ts';

/**
 * A share as a percentage, rounded to the side that doesn't flatter: up. A second digit tells 66.67% from 66.68%; in a
 * column every share has it (`least`).
 */
export function percentText(share: number | string, least: 1 | 2 = 1): string {
  const percent = new Big(share).times(100).round(2, Big.roundUp);
  return withPercent(withGroups(percent.toFixed(percent.eq(percent.round(1)) ? least : 2)));
}
