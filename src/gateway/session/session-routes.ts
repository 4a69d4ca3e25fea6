import type { Hono } from 'hono';
import { type DeskState, GATEWAY_CODES, SIGN_IN_CODES } from '#contract/session.ts';
import type { ChosenSettings } from '#contract/settings.ts';
import { clientAddress } from '#server/client-address.ts';
import { note } from '../audit/note.ts';
import { type Environment, type GatewayContext, type GatewayOptions, requireJson } from '../http/context.ts';
import { GatewayFailure } from '../http/failures.ts';
import { publicAddress } from '../http/headers.ts';
import { demoPeople } from '../people/demo-people.ts';
import { MAX_BROWSER_LENGTH } from '../people/people.ts';
import { tokenIdentity } from '../people/token-sign-in.ts';
import { holderOf, type Session } from './session.ts';
import { clearSession, writeSession } from './session-cookie.ts';
import { identifyOwner, readSignIn } from './sign-in.ts';

/** A sign-in that was refused. */
interface Refused {
  requestId: string;
  browser: string | null;
  address: string | null;
}

/** Adds signing in and out to the gateway. */
export function sessionRoutes(app: Hono<Environment>, options: GatewayOptions): void {
  app.get('/session', async (c) => await answerState(c, c.get('session')));
  app.post('/session', async (c) => {
    requireJson(c);
    if (!options.tokenSignIn) throw tokenSignInOff();
    const request = readSignIn(await c.req.text());
    const { accessToken } = request;
    const requestId = c.get('requestId');
    const address = clientAddress(c.req.raw, c.env.remote, options.trustProxy);
    const { demoSignIns } = await options.describeService();
    const origin = { browser: c.req.header('user-agent') ?? null, address: address ?? null };
    const session = await options.signIns.guard(address, async () => {
      const owner = await identifyOwner(accessToken, { ...options, requestId, client: address }).catch(
        async (error: unknown) => {
          await noteRefusedToken(error, { requestId, ...origin });
          throw error;
        },
      );
      const who = tokenIdentity(request, owner.label, demoSignIns);
      return await options.people.signIn({ owner, accessToken, origin, requestId, ...who });
    });
    const replaced = c.get('session');
    if (replaced) await options.sessions.revoke(replaced);
    writeSession(c, options.sessions, session);
    await options.operations.signedIn(session);
    return await answerState(c, session);
  });
  app.delete('/session', async (c) => {
    const session = c.get('session');
    // Asked for it twice, or ended by someone else meanwhile, it is on record already.
    if (session && (await options.sessions.revoke(session))) {
      await note(c, options, session, { action: 'sign-out', target: { session: session.id } });
    }
    clearSession(c);
    // The provider may take its time; the session is over by then.
    return await answerState(c, null, await endSessionAddress(c, session));
  });

  /** Records, for no organisation because none is known, that the service refused an access token. */
  async function noteRefusedToken(error: unknown, { requestId, ...origin }: Refused): Promise<void> {
    if (!(error instanceof GatewayFailure) || error.code !== GATEWAY_CODES.tokenRefused) return;
    const item = { action: 'sign-in-refused', who: null, requestId, result: 'token-refused' } as const;
    const browser = origin.browser?.slice(0, MAX_BROWSER_LENGTH) ?? null;
    await options.audit
      .append([{ owner: '', ...item, details: { ...origin, browser } }])
      .catch((err: unknown) =>
        options.log.error({ err, requestId }, 'a refused sign-in could not be recorded'),
      );
  }

  /** The identity provider's sign-out address; null if the person did not sign in there. */
  async function endSessionAddress(c: GatewayContext, session: Session | null): Promise<string | null> {
    const { oidc, people } = options;
    if (!session?.provided || !oidc) return null;
    const sealed = await people.idTokenOf(session.id).catch(() => null);
    const home = new URL('/', publicAddress(c.req.raw, options).origin);
    return await oidc.endSessionAddress(sealed && oidc.seal.open(sealed), home);
  }

  async function answerState(
    c: GatewayContext,
    session: Session | null,
    endSessionAt: string | null = null,
  ): Promise<Response> {
    const data = { ...(await describeDesk(options, session)), ...(endSessionAt && { endSessionAt }) };
    return c.json({ status: 'success', message: 'Session.', data });
  }
}

/** What a browser needs to know about Pledge and its session. */
export async function describeDesk(options: GatewayOptions, session: Session | null): Promise<DeskState> {
  const settings = session && (await settingsOf(options, session));
  const { environment, demoSignIns } = await options.describeService();
  return {
    environment,
    signIn: { organisation: options.oidc !== undefined, token: options.tokenSignIn },
    demoSignIns: (options.tokenSignIn ? demoSignIns : []).map((demo, nth) => ({
      ...demo,
      people: demoPeople(nth),
    })),
    memberIdInPath: options.memberIdInPath,
    session: session && {
      label: session.label,
      creditor: session.creditor,
      person: { id: session.person.id, name: session.person.name, verified: session.person.verified },
      roles: session.roles,
      customerSalt: await options.customerSalt(session.owner),
      holder: holderOf(session),
      expiresAt: new Date(options.sessions.endsAt(session)).toISOString(),
      ...(settings && { settings }),
    },
  };
}

/** A person's settings; null if they can't be read: Pledge then looks as it does by default. */
async function settingsOf(
  { preferences, log }: GatewayOptions,
  session: Session,
): Promise<ChosenSettings | null> {
  return await preferences.settingsOf(session).catch((error: unknown) => {
    log.error({ err: error }, 'settings could not be read');
    return null;
  });
}

function tokenSignInOff(): GatewayFailure {
  const message = 'Pledge takes no access tokens here. Sign in with your organisation.';
  return new GatewayFailure(403, SIGN_IN_CODES.tokenSignInOff, message);
}
