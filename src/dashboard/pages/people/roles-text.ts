import type { Person } from '#contract/people.ts';
import { ROLE_LABELS } from '#dashboard/api/session/role-labels.ts';

export function rolesText({ roles }: Pick<Person, 'roles'>): string {
  return roles.map((role) => ROLE_LABELS[role]).join(', ') || 'None';
}
