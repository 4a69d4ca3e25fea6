import type { Permission, Role } from '#contract/permissions.ts';

export const ROLE_LABELS: Record<Role, string> = {
  analyst: 'Analyst',
  creditor: 'Creditor',
  operations: 'Operations',
  approver: 'Approver',
  administrator: 'Administrator',
};

export function rolesText(roles: readonly Role[], none = 'no role'): string {
  return roles.map((role) => ROLE_LABELS[role]).join(', ') || none;
}

/** What each permission lets a person do, after “to”. */
export const PERMISSION_LABELS: Record<Permission, string> = {
  read: 'see loans, tokens, customers and members',
  'see-contacts': 'see members’ contact data',
  'create-loan': 'create loans',
  'cancel-orders': 'cancel orders',
  approve: 'approve other people’s requests',
  'see-all-activity': 'see everyone’s activity',
  'see-runs': 'see cancellation runs',
  'manage-people': 'manage people, their roles and the approval rules',
};
