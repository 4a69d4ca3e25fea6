import { matchedRoutes } from 'hono/route';
import { isPermitted, type Permission } from '#contract/permissions.ts';
import { requiredPermission } from '#contract/required-permissions.ts';
import type { Session } from '../session/session.ts';
import type { GatewayContext } from './context.ts';
import { permissionRequired } from './failures.ts';

/** The permission that a request's address requires and its person lacks; null if there is none, or no session. */
export function lackOf(c: GatewayContext): Permission | null {
  const session = c.get('session');
  if (!session) return null;
  for (const { method, path } of matchedRoutes(c)) {
    const permission = requiredPermission(method, path.replace(/:(\w+)/g, '{$1}'));
    if (permission && !isPermitted(session.roles, permission)) return permission;
  }
  return null;
}

/** Throws a 403 GatewayFailure unless a session's person has a permission. */
export function requirePermission({ roles }: Pick<Session, 'roles'>, permission: Permission): void {
  if (!isPermitted(roles, permission)) throw permissionRequired(permission);
}
