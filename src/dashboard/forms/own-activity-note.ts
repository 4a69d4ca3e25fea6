import { rolesWith } from '#contract/permissions.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { ROLE_LABELS } from '#dashboard/api/session/role-labels.ts';

const NEEDED = rolesWith('see-all-activity')
  .map((role) => ROLE_LABELS[role])
  .join(' or ');

/** Says of what people did that only the reader's own part is shown, where that is so. */
export function useOwnActivityNote(): string {
  return useMay('see-all-activity')
    ? ''
    : `Only what you did yourself is shown. To see everyone’s actions, you need the role ${NEEDED}.`;
}
