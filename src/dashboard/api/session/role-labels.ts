import type { Role } from '#contract/permissions.ts';

/** What each role is called. */
export const ROLE_LABELS: Record<Role, string> = {
  analyst: 'Analyst',
  creditor: 'Creditor',
  operations: 'Operations',
  approver: 'Approver',
  administrator: 'Administrator',
};
