import { SIGN_IN_CODES } from '#contract/session.ts';
import { GatewayFailure } from '../http/failures.ts';
import { RECENT_SIGN_IN_S } from '../oidc/settings.ts';
import type { Session } from './session.ts';

/**
 * Throws a 403 GatewayFailure unless a session's person has proved who they are in the last 15 minutes: at the identity
 * provider, or by the sign-in itself if there is none. `data.signInAt` is where they can do it again; a page adds `to`,
 * the address to come back to.
 */
export function requireRecentSignIn(session: Session, now: number): void {
  const provenAt = session.provided ? (session.provided.authenticatedAt ?? 0) : session.signedInAt;
  if (now - provenAt <= RECENT_SIGN_IN_S * 1_000) return;
  const message =
    'This takes a sign-in of the last 15 minutes. Sign in again, then repeat it. Nothing was sent.';
  const data = session.provided ? { signInAt: '/session/oidc?recent=1' } : {};
  throw new GatewayFailure(403, SIGN_IN_CODES.recentSignInRequired, message, {}, data);
}
