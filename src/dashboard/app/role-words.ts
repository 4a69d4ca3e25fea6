import { type Permission, type Role, rolesWith } from '#contract/permissions.ts';
import { ROLE_LABELS } from '#dashboard/api/session/role-labels.ts';

/** A sentence that names a person's roles. */
export function yourRoles(roles: readonly Role[]): string {
  if (roles.length === 0) return 'You have no role.';
  const names = roles.map((role) => ROLE_LABELS[role]).join(', ');
  return `Your role${roles.length > 1 ? 's are' : ' is'} ${names}.`;
}

/** The roles that include a permission, as alternatives. */
export function rolesFor(permission: Permission): string {
  const names = rolesWith(permission).map((role) => ROLE_LABELS[role]);
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
}
