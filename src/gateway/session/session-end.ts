import type { GatewayContext, GatewayOptions } from '../http/context.ts';
import { GatewayFailure, journalUnavailable, organisationTokenRefused } from '../http/failures.ts';
import type { Organisations } from './organisations.ts';
import type { Session } from './session.ts';

type Parts = Pick<GatewayOptions, 'sessions' | 'tokens' | 'organisations' | 'log'>;

/** Reads here go on to the service, which judges the access token itself; a write may be answered from the journal. */
export const SERVICE = /^\/v1(?:\/|$)/;

/** Requests that need no session. What is below them is a page like any other. */
const NEEDS_NO_SESSION =
  /^\/(?:assets\/|(?:webhooks|healthz|readyz|metrics|docs|openapi(?:-gateway)?\.json)$)/;

/**
 * Before a request is answered: gives its session the access token of its organisation, if that is what it uses. Before
 * the gateway answers from what it has itself, also ends the session if the service no longer accepts its access token.
 * The browser keeps its cookie, which now opens nothing: removing it could remove that of a sign-in in the meantime.
 */
export async function confirmSession(c: GatewayContext, parts: Parts): Promise<void> {
  if (!c.get('session') || NEEDS_NO_SESSION.test(c.req.path)) return;
  await lendToken(c, parts);
  const session = c.get('session');
  if (!session || c.get('withoutToken')) return;
  if (SERVICE.test(c.req.path) && (c.req.method !== 'POST' || session.provided)) return;
  if (await parts.tokens.confirm(session)) return;
  if (session.provided) return void c.set('withoutToken', organisationTokenRefused());
  await parts.sessions.revoke(session);
  c.set('session', null);
  c.set('isRefused', true);
}

/**
 * Gives a request's session the access token of its organisation. If the token is now of another owner or creditor than
 * the session, the session ends: what it may see is no longer what the service would return.
 */
async function lendToken(c: GatewayContext, parts: Parts): Promise<void> {
  const session = c.get('session');
  if (!session?.provided) return;
  try {
    const lent = await withToken(session, parts.organisations);
    if (!lent) await parts.sessions.revoke(session);
    c.set('session', lent);
  } catch (error) {
    if (!(error instanceof GatewayFailure))
      parts.log.error({ err: error }, 'an organisation could not be read');
    c.set('withoutToken', error instanceof GatewayFailure ? error : storeUnavailable());
  }
}

/**
 * A session with the access token that its organisation has now, if that is what it uses; null if the token is now of another
 * owner or creditor. Throws a GatewayFailure if there is none.
 */
export async function withToken(
  session: Session,
  organisations: Pick<Organisations, 'credentialOf'>,
): Promise<Session | null> {
  if (!session.provided) return session;
  const { owner, accessToken } = await organisations.credentialOf(session.provided.organisation);
  const isSame = owner.owner === session.owner && owner.creditor?.id === session.creditor?.id;
  return isSame ? { ...session, accessToken } : null;
}

function storeUnavailable(): GatewayFailure {
  const message = 'Pledge cannot reach its database just now. Nothing was sent. Try again in a moment.';
  return journalUnavailable(message);
}
