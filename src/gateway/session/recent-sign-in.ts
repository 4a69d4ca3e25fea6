import { SIGN_IN_CODES } from '#contract/session.ts';
import { GatewayFailure } from '../http/failures.ts';
import { RECENT_SIGN_IN_S } from '../oidc/settings.ts';
import type { Session } from './session.ts';

/**
 * Throws a 403 GatewayFailure unless a session's person has proved who they are to the identity provider in the last 15
 * minutes. `data.signInAt` is where they can do it again; a page adds `to`, the address to come back to. Without a
 * provider nothing is asked: an access token says nothing about who uses it, however recently it was typed.
 */
export function requireRecentSignIn(session: Session, now: number): void {
  const { provided } = session;
  if (!provided || now - (provided.authenticatedAt ?? 0) <= RECENT_SIGN_IN_S * 1_000) return;
  const message =
    'This takes a sign-in of the last 15 minutes. Sign in again, then repeat it. Nothing was sent.';
  const data = { signInAt: '/session/oidc?recent=1' };
  throw new GatewayFailure(403, SIGN_IN_CODES.recentSignInRequired, message, {}, data);
}
