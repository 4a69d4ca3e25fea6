import { isPermitted, type Permission } from '#contract/permissions.ts';
import { useDesk } from './session.ts';

/** Whether the person who is signed in has a permission. The gateway decides; this says what to offer. */
export function useMay(permission: Permission): boolean {
  const { session } = useDesk();
  return session !== null && isPermitted(session.roles, permission);
}
