import { Big } from 'big.js';
import { withGroups } from './convention.ts';

/** A share as a percentage with one digit, rounded to the side that doesn't flatter: up. */
export function percentText(share: number | string): string {
  return `${withGroups(new Big(share).times(100).round(1, Big.roundUp).toFixed(1))}%`;
}
