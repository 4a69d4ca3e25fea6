import { clip } from '#dashboard/lib/truncate.ts';
import type { Tone } from '#dashboard/ui/badge.tsx';

const statuses = new Map<string, { word: string; tone: Tone }>([
  ['ACTIVE', { word: 'Active', tone: 'info' }],
  ['REPAID', { word: 'Repaid', tone: 'success' }],
  ['OVERDUE', { word: 'Overdue', tone: 'warning' }],
  ['DEFAULTED', { word: 'Defaulted', tone: 'danger' }],
  ['LIQUIDATED', { word: 'Liquidated', tone: 'danger' }],
  ['CANCELLED', { word: 'Cancelled', tone: 'neutral' }],
]);

/** A status as it is shown: one that nobody knows stands as it came. */
export function lookOfStatus(status: string): { word: string; tone: Tone } {
  return statuses.get(status) ?? { word: clip(status, 100), tone: 'neutral' };
}
