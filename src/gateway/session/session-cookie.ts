import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { GatewayContext, GatewayOptions } from '../http/context.ts';
import type { Session, Sessions } from './session.ts';

/** Under https the name binds the cookie to this very host and to https. */
function cookieName(c: GatewayContext): string {
  return c.get('https') ? '__Host-pledge-session' : 'pledge-session';
}

/** The session that a request's cookie holds; null where it holds none that is open. */
export function readSession(c: GatewayContext, sessions: Sessions): Session | null {
  const sealed = getCookie(c, cookieName(c));
  return sealed ? sessions.open(sealed) : null;
}

export function writeSession(c: GatewayContext, sessions: Sessions, session: Session): void {
  setCookie(c, cookieName(c), sessions.seal(session), {
    httpOnly: true,
    sameSite: 'Strict',
    secure: c.get('https'),
    path: '/',
  });
}

/**
 * Renews the cookie of a session that is in use, if it is time to, the service has just accepted its access token, and
 * nothing has ended the session meanwhile. Returns the session as the cookie then holds it.
 */
export function renewSession(
  c: GatewayContext,
  { sessions, tokens, people, log }: Pick<GatewayOptions, 'sessions' | 'tokens' | 'people' | 'log'>,
  session: Session | null,
): Session | null {
  if (!session || !tokens.isAccepted(session.accessToken) || !sessions.isOpen(session)) return session;
  const renewed = sessions.renewed(session);
  if (renewed) {
    writeSession(c, sessions, renewed);
    people.seen(renewed).catch((error: unknown) => log.error({ err: error }, 'a session could not be noted'));
  }
  return renewed ?? session;
}

export function clearSession(c: GatewayContext): void {
  deleteCookie(c, cookieName(c), { secure: c.get('https'), path: '/' });
}

/** An answer with the cookies that were set: Hono keeps them apart from one that wasn't made by it. */
export function withCookies(c: GatewayContext, response: Response): Response {
  return c.newResponse(
    response.body as ReadableStream,
    response.status as 200,
    Object.fromEntries(response.headers),
  );
}
