import type { GatewayContext, GatewayOptions } from '../http/context.ts';
import type { Session } from './session.ts';
import { clearSession } from './session-cookie.ts';

type Parts = Pick<GatewayOptions, 'sessions' | 'tokens'>;

/** Requests that go on to the service, which judges the access token itself, or that need no session. */
const NEEDS_NO_CHECK =
  /^\/(?:v1|assets|webhooks|healthz|readyz|metrics|docs|openapi(?:-gateway)?\.json)(?:\/|$)/;

/**
 * Before the gateway answers a request from what it has itself: ends the request's session if the service no longer
 * accepts its access token.
 */
export async function confirmSession(c: GatewayContext, parts: Parts): Promise<void> {
  const session = c.get('session');
  if (!session || NEEDS_NO_CHECK.test(c.req.path)) return;
  if (await parts.tokens.confirm(session)) return;
  await endSession(c, parts, session);
  c.set('session', null);
  c.set('isRefused', true);
}

/** Ends a session everywhere, and its cookie unless another sign-in has replaced it meanwhile. */
export async function endSession(c: GatewayContext, { sessions }: Parts, session: Session): Promise<void> {
  if (sessions.isOpen(session)) clearSession(c);
  await sessions.revoke(session);
}
