import type { Hono } from 'hono';
import { GATEWAY_CODES, type GatewayCode, SIGN_IN_CODES } from '#contract/session.ts';
import { clientAddress } from '#server/client-address.ts';
import type { Environment, GatewayContext, GatewayOptions } from '../http/context.ts';
import { GatewayFailure } from '../http/failures.ts';
import { publicAddress } from '../http/headers.ts';
import { MAX_BROWSER_LENGTH } from '../people/people.ts';
import { writeSession } from '../session/session-cookie.ts';
import type { Attempt } from './attempt-cookie.ts';
import { claimTexts, identityOf, organisationsOf, rolesOf, subjectOf } from './claims.ts';
import type { Oidc, Vouched } from './oidc.ts';
import { ownPath } from './own-path.ts';
import { plainPage } from './pages.ts';
import { type RefusalKind, SignInRefusal } from './refusals.ts';

/** Where sign-ins begin. */
const BEGIN = '/session/oidc';

/** The address that the identity provider redirects browsers to. */
const RETURN = `${BEGIN}/return`;

/** The address for the provider's sign-out reports: the only requests that come from another origin. */
export const BACK_CHANNEL = `${BEGIN}/logout`;

/** Adds signing in with an identity provider to the gateway, if there is one. */
export function oidcRoutes(app: Hono<Environment>, options: GatewayOptions): void {
  const { oidc } = options;
  if (!oidc) return;
  app.get(BEGIN, async (c) => {
    const { to, organisation = null, recent } = c.req.query();
    const wish = { to: ownPath(to), organisation, isRecent: recent !== undefined };
    // Another site must not be able to sign anyone in by a link alone: the provider may let them through unasked.
    if (!['same-origin', 'none', undefined].includes(c.req.header('sec-fetch-site')))
      return await askPage(c, wish);
    try {
      const session = c.get('session');
      const replaces = session && { id: session.id, signedInAt: session.signedInAt };
      const { attempt, address } = await oidc.begin(returnAddress(c), { ...wish, replaces });
      oidc.attempts.write(c, c.get('https'), attempt);
      return c.redirect(address.href);
    } catch (error) {
      return await refusedPage(c, refusalIn(error), wish);
    }
  });
  app.get(RETURN, async (c) => {
    const attempt = oidc.attempts.take(c, c.get('https'));
    const seen: Seen = {};
    try {
      return await options.signIns.guard(addressOf(c), async () => await arrive(c, oidc, attempt, seen));
    } catch (error) {
      const refusal = refusalIn(error);
      await record(c, refusal, seen);
      return await refusedPage(c, refusal, { to: attempt?.to ?? '/', organisation: null });
    }
  });
  app.post(BACK_CHANNEL, async (c) => {
    const token = new URLSearchParams(await c.req.text()).get('logout_token') ?? '';
    try {
      const ended = await oidc.readLogoutToken(token);
      const subject = ended.claims && subjectOf(ended.claims);
      const isLater = (idToken: string) => oidc.isLater(idToken, ended);
      await options.people.endProvided({ ...ended, subject, isLater }, c.get('requestId'));
      return c.body(null, 200);
    } catch (error) {
      const { kind, details } = refusalIn(error);
      options.log.warn({ kind, details, requestId: c.get('requestId') }, 'a sign-out was refused');
      return c.json({ error: 'invalid_request', error_description: kind }, 400);
    }
  });

  /** What a sign-in came to know before it was refused. */
  interface Seen {
    vouched?: Vouched;
    organisation?: string;
  }

  /** Signs in the person who returns from the provider. Throws a SignInRefusal, or a GatewayFailure of the service. */
  async function arrive(
    c: GatewayContext,
    { finish, settings, seal }: Oidc,
    attempt: Attempt | null,
    seen: Seen,
  ) {
    if (!attempt) throw new SignInRefusal('no-attempt');
    const returned = new URL(returnAddress(c).href + new URL(c.req.url).search);
    const vouched = await finish(returned, attempt);
    seen.vouched = vouched;
    const { claims, authenticatedAt, providerSession } = vouched;
    const organisations = organisationsOf(claims, settings);
    const [first] = organisations;
    if (first === undefined) throw new SignInRefusal('no-organisation');
    if (organisations.length > 1 && attempt.organisation === null)
      return await choicePage(c, organisations, attempt);
    const organisation = attempt.organisation ?? first;
    if (!organisations.includes(organisation)) throw new SignInRefusal('other-organisation');
    seen.organisation = organisation;
    const { owner, accessToken } = await options.organisations.credentialOf(organisation);
    const session = await options.people.signIn({
      owner,
      accessToken,
      identity: identityOf(claims),
      roles: rolesOf(claims, settings),
      origin: { browser: c.req.header('user-agent') ?? null, address: addressOf(c) ?? null },
      requestId: c.get('requestId'),
      vouched: { organisation, authenticatedAt, providerSession, idToken: seal.seal(vouched.idToken) },
    });
    const issued = { providerSession, issuedAt: Number(claims.iat) };
    if (await options.people.endIfOverAtProvider(session, issued, c.get('requestId')))
      throw new SignInRefusal('code-refused');
    for (const replaced of [c.get('session'), attempt.replaces]) {
      if (replaced) await options.sessions.revoke(replaced);
    }
    writeSession(c, options.sessions, session);
    await options.operations.signedIn(session);
    if (session.roles.length === 0)
      return await noRolePage(c, claimTexts(claims, settings.rolesClaim), attempt.to);
    return await plainPage(c, {
      title: 'You are signed in',
      text: `${session.person.name}, ${session.label}`,
      links: [{ label: 'Continue to Pledge', href: attempt.to, main: true }],
      // By the page itself: a browser that is redirected from another site doesn't send the session's cookie along.
      goesTo: attempt.to,
    });
  }

  /** Records a refused sign-in: for its organisation, or for none if that isn't known. */
  async function record(c: GatewayContext, refusal: SignInRefusal, { vouched, organisation }: Seen) {
    const { kind, details } = refusal;
    // An outage refuses no one, `people` has recorded a disabled person, and the limit is there to keep the log short.
    if (['provider-away', 'service-away', 'too-many', 'disabled'].includes(kind)) return;
    const { settings } = oidc as Oidc;
    const known = organisation ?? ('name' in settings.organisation ? settings.organisation.name : null);
    try {
      const owner = known === null ? null : await options.organisations.ownerOf(known);
      const { subject, name } = vouched ? identityOf(vouched.claims) : { subject: null, name: '' };
      const who = subject === null ? null : { person: null, name, subject, verified: true, session: null };
      const origin = {
        browser: c.req.header('user-agent')?.slice(0, MAX_BROWSER_LENGTH) ?? null,
        address: addressOf(c) ?? null,
      };
      const item = {
        action: 'sign-in-refused',
        who,
        requestId: c.get('requestId'),
        result: kind,
        details: { ...details, ...origin },
      } as const;
      await options.audit.append([{ owner: owner ?? '', ...item }]);
    } catch (error) {
      options.log.error(
        { err: error, requestId: c.get('requestId') },
        'a refused sign-in could not be recorded',
      );
    }
  }

  async function refusedPage(
    c: GatewayContext,
    refusal: SignInRefusal,
    wish: Pick<Attempt, 'to' | 'organisation'>,
  ) {
    const { kind, details, status, title, message } = refusal;
    const requestId = c.get('requestId');
    options.log.warn({ kind, details, requestId }, 'a sign-in was refused');
    return await plainPage(c, {
      title,
      text: message,
      status: status === 503 ? 503 : 403,
      links: [
        { label: 'Try again', href: beginAddress(wish.to, wish.organisation), main: true },
        { label: 'Back to the sign-in page', href: '/' },
      ],
      note: `Request ${requestId}`,
    });
  }

  function returnAddress(c: GatewayContext): URL {
    return new URL(RETURN, publicAddress(c.req.raw, options).origin);
  }

  function addressOf(c: GatewayContext): string | undefined {
    return clientAddress(c.req.raw, c.env.remote, options.trustProxy);
  }
}

/** The kinds of refusals by the gateway's failures. */
const KINDS: Partial<Record<GatewayCode, RefusalKind>> = {
  [SIGN_IN_CODES.organisationToken]: 'no-token',
  [GATEWAY_CODES.personDisabled]: 'disabled',
  [GATEWAY_CODES.tooManyAttempts]: 'too-many',
};

/** What a sign-in failed with, as a refusal. Anything that isn't a GatewayFailure is thrown on. */
function refusalIn(error: unknown): SignInRefusal {
  if (error instanceof SignInRefusal) return error;
  if (!(error instanceof GatewayFailure)) throw error;
  return new SignInRefusal(KINDS[error.code] ?? 'service-away', { code: error.code });
}

async function askPage(c: GatewayContext, { to, organisation }: Pick<Attempt, 'to' | 'organisation'>) {
  return await plainPage(c, {
    title: 'Sign in to Pledge?',
    text: 'A link on another site led here.',
    links: [{ label: 'Sign in with your organisation', href: beginAddress(to, organisation), main: true }],
  });
}

async function choicePage(
  c: GatewayContext,
  organisations: readonly string[],
  { to }: Attempt,
): Promise<Response> {
  return await plainPage(c, {
    title: 'Choose an organisation',
    text: 'You belong to more than one organisation. Sign out and in again to switch.',
    links: organisations.map((name) => ({ label: name, href: beginAddress(to, name) })),
  });
}

async function noRolePage(c: GatewayContext, named: readonly string[], to: string): Promise<Response> {
  const said =
    named.length === 0
      ? 'names none for you'
      : `names ${named.join(', ').slice(0, 200)}, which Pledge does not know`;
  return await plainPage(c, {
    title: 'You have no role in Pledge yet',
    text: `You are signed in, but may not do anything. The sign-in service of your organisation ${said}. Ask an administrator of your organisation to give you a role under People, or the person who manages sign-in.`,
    links: [{ label: 'Continue to Pledge', href: to, main: true }],
  });
}

function beginAddress(to: string, organisation: string | null): string {
  return `${BEGIN}?${new URLSearchParams({ to, ...(organisation !== null && { organisation }) })}`;
}
