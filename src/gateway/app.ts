import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Logger } from 'pino';
import { contract, type Endpoint, type EndpointName, endpointNames } from '#contract/contract.ts';
import { ENTRY_HEADER, type JournalKind } from '#contract/journal.ts';
import { openApiDocument } from '#contract/openapi.ts';
import { type DeskState, GATEWAY_CODES, HOLDER_HEADER } from '#contract/session.ts';
import type { Assets } from './assets.ts';
import type { ParameterNames } from './config.ts';
import type { EventStreams } from './event-stream.ts';
import type { Events } from './events.ts';
import { foreignOrigin, GatewayFailure, misdirected, noSession, otherHolder } from './failures.ts';
import {
  type ForwardCall,
  type ForwardOptions,
  forward,
  hideToken,
  isJson,
  MAX_BODY_BYTES,
} from './forward.ts';
import { isKnownHost, isSameOrigin, publicAddress, secure } from './headers.ts';
import type { Journal } from './journal.ts';
import { readJournalQuery, readSettlement } from './journal-requests.ts';
import { renderPage, themeOf } from './page.ts';
import { isWrite, readNote, recordedBody, recordWrite } from './record.ts';
import { newRequestId, requestIdOf } from './request-id.ts';
import { holderOf, type Session, type Sessions } from './session.ts';
import { readAccessToken, signIn } from './sign-in.ts';
import { clientAddress, type SignInLimit } from './sign-in-limit.ts';
import type { Upstream } from './upstream.ts';
import { takeWebhook, type WebhookSettings } from './webhooks.ts';

export interface GatewayOptions {
  upstream: Upstream;
  sessions: Sessions;
  journal: Journal;
  events: Events;
  streams: EventStreams;
  signIns: SignInLimit;
  webhooks: WebhookSettings;
  /** The organisation of webhooks that name none and tell of an order that never went through this desk. */
  webhookOwner?: string | undefined;
  /** The built dashboard; absent where something else serves it, as in development. */
  assets: Assets | null;
  log: Logger;
  clock: () => number;
  /** What stands behind the gateway, for the badge and the demo's sign-ins. */
  describeService: () => Promise<Pick<DeskState, 'environment' | 'demoSignIns'>>;
  /** Which of a member's two ids the service takes in the path of a cancellation. */
  memberIdInPath: DeskState['memberIdInPath'];
  /** Whether the service answers. */
  isServiceReady: () => Promise<boolean>;
  timeoutMs: number;
  parameterNames: ParameterNames;
  publicOrigin: string | undefined;
  trustProxy: boolean;
  /** The host names under which the gateway answers; any where absent. */
  knownHosts?: readonly string[] | undefined;
}

interface Environment {
  Bindings: { remote: string | undefined };
  Variables: { requestId: string; https: boolean; session: Session | null };
}

type GatewayContext = Context<Environment>;

/** From a browser's request, and the address that its connection comes from, to the answer. Never throws. */
export type Gateway = (request: Request, remote?: string) => Promise<Response>;

/** The gateway: one function. */
export function createGateway(options: GatewayOptions): Gateway {
  const app = new Hono<Environment>();
  const forwarding: ForwardOptions = options;

  app.use(async (c, next) => {
    const started = performance.now();
    const address = publicAddress(c.req.raw, options);
    c.set('requestId', requestIdOf(c.req.raw) ?? newRequestId());
    c.set('https', address.https);
    c.set('session', readSession(c));
    if (c.req.path === '/webhooks') await next();
    else if (!isKnownHost(address, options.knownHosts)) c.res = misdirected(address.origin).response();
    else if (c.req.method !== 'GET' && c.req.method !== 'HEAD' && !isSameOrigin(c.req.raw, address)) {
      c.res = foreignOrigin().response();
    } else {
      await next();
    }
    finish(c, started);
  });
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        const message = `The body is larger than the ${MAX_BODY_BYTES} bytes that are taken.`;
        throw new GatewayFailure(413, GATEWAY_CODES.tooLarge, message, { connection: 'close' });
      },
    }),
  );

  app.get('/healthz', (c) => c.json({ status: 'success', message: 'Alive.' }));
  app.get('/readyz', async (c) => {
    if (await options.isServiceReady()) return c.json({ status: 'success', message: 'Ready.' });
    return c.json({ status: 'error', message: 'The service does not answer.' }, 503);
  });
  const document = JSON.stringify(openApiDocument());
  app.get('/openapi.json', (c) => c.body(document, 200, { 'content-type': 'application/json' }));

  app.get('/session', async (c) => await answerState(c, c.get('session')));
  app.post('/session', async (c) => {
    requireJson(c);
    const accessToken = readAccessToken(await c.req.text());
    const requestId = c.get('requestId');
    const address = clientAddress(c.req.raw, c.env.remote, options.trustProxy);
    const session = await options.signIns.guard(address, () =>
      signIn(accessToken, { ...forwarding, requestId, now: options.clock() }),
    );
    writeSession(c, session);
    return await answerState(c, session);
  });
  app.delete('/session', async (c) => {
    const session = c.get('session');
    if (session) await options.sessions.revoke(session);
    clearSession(c);
    return await answerState(c, null);
  });

  app.get('/journal', async (c) => {
    const { owner } = signedIn(c);
    const { filter, before, limit } = readJournalQuery(new URL(c.req.url).searchParams);
    const data = await options.journal.page(owner, filter, before, limit);
    return c.json({ status: 'success', message: 'Journal.', data });
  });
  app.get('/events', (c) => {
    const session = signedIn(c);
    const lastId = c.req.header('last-event-id') ?? c.req.query('last') ?? '';
    return options.streams.open(session.owner, /^[0-9a-f]{28}$/.test(lastId) ? lastId : null, () =>
      options.sessions.isOpen(session),
    );
  });
  app.get('/events/log', async (c) => {
    const { owner } = signedIn(c);
    const { filter, before, limit } = readJournalQuery(new URL(c.req.url).searchParams);
    const data = await options.events.page(owner, filter, before, limit);
    return c.json({ status: 'success', message: 'Events.', data });
  });
  app.post('/webhooks', async (c) => {
    const webhook = takeWebhook(c.req.raw.headers, await c.req.text(), options.webhooks);
    const orderId = webhook.order?._id;
    const owner =
      webhook.organisation ??
      (typeof orderId === 'string' ? await options.events.ownerOfOrder(orderId) : null) ??
      options.webhookOwner;
    // Whose it is nobody can say: taken, so that it isn't sent for ever, and shown to nobody.
    const isNew = await options.events.take(webhook, owner ?? '');
    return c.json({ status: 'success', message: isNew ? 'Taken.' : 'Taken before.' });
  });
  app.post('/journal/:id/settle', async (c) => {
    const { owner } = signedIn(c);
    const settlement = readSettlement(await c.req.text());
    if (!(await options.journal.resolve(owner, c.req.param('id'), settlement))) return notFound(c);
    return c.json({ status: 'success', message: 'Settled.', data: null });
  });

  for (const name of endpointNames) forwardEndpoint(name);

  app.get('*', async (c) => {
    if (
      /^\/(?:v1|session|journal|events|webhooks|assets)(?:\/|$)/.test(c.req.path) &&
      !options.assets?.file(c.req.path, c.req.raw)
    ) {
      return notFound(c);
    }
    return options.assets?.file(c.req.path, c.req.raw) ?? (await servePage(c, options.assets));
  });
  app.notFound((c) => notFound(c));
  app.onError((error, c) => {
    if (error instanceof GatewayFailure) {
      // What a sign-in is refused with is another token than that of the session, which goes on.
      const isOfSession = error.code === GATEWAY_CODES.tokenRefused && c.req.path !== '/session';
      if (isOfSession && c.get('session')) clearSession(c);
      return withCookies(c, error.response());
    }
    const failure = hideToken(String(error.stack), c.get('session')?.accessToken ?? 'Bearer');
    options.log.error({ failure, requestId: c.get('requestId') }, 'a request failed');
    return c.json({ status: 'error', message: 'The gateway failed.' }, 500);
  });
  return async (request, remote) => await app.fetch(request, { remote });

  function forwardEndpoint(name: EndpointName): void {
    const endpoint: Endpoint = contract[name];
    app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const session = signedIn(c);
      const holder = c.req.header(HOLDER_HEADER);
      if (holder !== undefined && holder !== holderOf(session)) throw otherHolder();
      const call: ForwardCall = {
        name,
        endpoint,
        params: c.req.param() as Record<string, string>,
        search: new URL(c.req.url).searchParams,
        body: endpoint.body ? await readBody(c) : null,
        accessToken: session.accessToken,
        requestId: c.get('requestId'),
      };
      const response = isWrite(name)
        ? await forwardWrite(c, call, name, session)
        : await forward(call, forwarding);
      const renewed = options.sessions.renewed(session);
      if (!renewed) return response;
      writeSession(c, renewed);
      return withCookies(c, response);
    });
  }

  async function forwardWrite(c: GatewayContext, call: ForwardCall, kind: JournalKind, session: Session) {
    const { requestId, params, body } = call;
    const { response, entry } = await recordWrite(
      options.journal,
      {
        owner: session.owner,
        kind,
        who: session.label,
        target: params,
        note: readNote(c.req.raw.headers),
        body: recordedBody(body),
        requestId,
      },
      async () => await forward(call, forwarding),
      (error) => options.log.error({ err: error, requestId }, 'the journal could not be written'),
    );
    response.headers.set(ENTRY_HEADER, entry);
    return response;
  }

  async function deskState(session: Session | null): Promise<DeskState> {
    return {
      ...(await options.describeService()),
      memberIdInPath: options.memberIdInPath,
      session: session && {
        label: session.label,
        creditor: session.creditor,
        customerSalt: options.sessions.customerSalt(session.owner),
        holder: holderOf(session),
        expiresAt: new Date(options.sessions.endsAt(session)).toISOString(),
      },
    };
  }

  async function answerState(c: GatewayContext, session: Session | null): Promise<Response> {
    return c.json({ status: 'success', message: 'Session.', data: await deskState(session) });
  }

  async function servePage(c: GatewayContext, assets: Assets | null): Promise<Response> {
    if (!assets) return notFound(c);
    const page = renderPage(assets.page, await deskState(c.get('session')), themeOf(getCookie(c)));
    return c.html(page);
  }

  function cookieName(c: GatewayContext): string {
    return c.get('https') ? '__Host-pledge-session' : 'pledge-session';
  }

  function readSession(c: GatewayContext): Session | null {
    const sealed = getCookie(c, cookieName(c));
    return sealed ? options.sessions.open(sealed) : null;
  }

  function writeSession(c: GatewayContext, session: Session): void {
    setCookie(c, cookieName(c), options.sessions.seal(session), {
      httpOnly: true,
      sameSite: 'Strict',
      secure: c.get('https'),
      path: '/',
    });
  }

  function clearSession(c: GatewayContext): void {
    deleteCookie(c, cookieName(c), { secure: c.get('https'), path: '/' });
  }

  function finish(c: GatewayContext, started: number): void {
    const { path, method } = c.req;
    const requestId = c.get('requestId');
    secure(c.res.headers, c.get('https'));
    c.res.headers.set('x-request-id', requestId);
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
    if (path === '/healthz' || path === '/readyz' || path.startsWith('/assets/')) return;
    const ms = Math.round((performance.now() - started) * 10) / 10;
    options.log.info({ requestId, method, path, status: c.res.status, ms }, 'request');
  }
}

function signedIn(c: GatewayContext): Session {
  const session = c.get('session');
  if (!session) throw noSession();
  return session;
}

function requireJson(c: GatewayContext): void {
  if (isJson(c.req.header('content-type') ?? '')) return;
  const message = 'The body must be JSON, with the header Content-Type: application/json.';
  throw new GatewayFailure(415, GATEWAY_CODES.malformed, message);
}

async function readBody(c: GatewayContext): Promise<Uint8Array> {
  requireJson(c);
  return new Uint8Array(await c.req.arrayBuffer());
}

function notFound(c: GatewayContext): Response {
  const message = `There is nothing at ${c.req.method} ${c.req.path}.`;
  return new GatewayFailure(404, GATEWAY_CODES.notFound, message).response();
}

/** Hono keeps cookies apart from an answer that wasn't made by it. */
function withCookies(c: GatewayContext, response: Response): Response {
  return c.newResponse(
    response.body as ReadableStream,
    response.status as 200,
    Object.fromEntries(response.headers),
  );
}
