import type { Label } from '#dashboard/lib/label.ts';
import { clip } from '#dashboard/lib/truncate.ts';

const LOOKS = new Map<string, Label>([
  ['ACTIVE', { label: 'Active', tone: 'info' }],
  ['REPAID', { label: 'Repaid', tone: 'success' }],
  ['OVERDUE', { label: 'Overdue', tone: 'warning' }],
  ['DEFAULTED', { label: 'Defaulted', tone: 'danger' }],
  ['LIQUIDATED', { label: 'Liquidated', tone: 'danger' }],
  ['CANCELLED', { label: 'Cancelled', tone: 'neutral' }],
]);

/** A loan's status as it is shown: an unknown one as it came (docs/decisions.md, row 7). */
export function lookOfStatus(status: string): Label {
  return LOOKS.get(status) ?? { label: clip(status, 100), tone: 'neutral' };
}
