import { clip } from '#dashboard/lib/truncate.ts';

export interface StatusLook {
  word: string;
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger';
}

const LOOKS = new Map<string, StatusLook>([
  ['ACTIVE', { word: 'Active', tone: 'info' }],
  ['REPAID', { word: 'Repaid', tone: 'success' }],
  ['OVERDUE', { word: 'Overdue', tone: 'warning' }],
  ['DEFAULTED', { word: 'Defaulted', tone: 'danger' }],
  ['LIQUIDATED', { word: 'Liquidated', tone: 'danger' }],
  ['CANCELLED', { word: 'Cancelled', tone: 'neutral' }],
]);

/** A loan's status as it is shown: an unknown one as it came (docs/decisions.md, row 7). */
export function lookOfStatus(status: string): StatusLook {
  return LOOKS.get(status) ?? { word: clip(status, 100), tone: 'neutral' };
}
