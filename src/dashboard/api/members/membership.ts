import type { Label } from '#dashboard/lib/label.ts';

const TONES = new Map<string, Label['tone']>([
  ['active', 'success'],
  ['pending', 'warning'],
  ['suspended', 'danger'],
]);

/** Whether the status of a membership is the one of members in good standing. */
export function isActiveMember(status: string): boolean {
  return status.toLowerCase() === 'active';
}

/** The tone of a membership's status; one that isn't known warns. */
export function membershipTone(status: string): Label['tone'] {
  return TONES.get(status.toLowerCase()) ?? 'warning';
}
