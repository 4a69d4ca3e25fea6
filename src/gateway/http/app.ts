import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie } from 'hono/cookie';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { matchedRoutes } from 'hono/route';
import { gatewayDocument } from '#contract/openapi/gateway.ts';
import { serviceDocument } from '#contract/openapi/service.ts';
import type { Permission } from '#contract/permissions.ts';
import { READER_COOKIE, RENDERED_ELEMENT, type ServerPages } from '#contract/rendered-page.ts';
import { GATEWAY_CODES, USE_HEADER } from '#contract/session.ts';
import { isDatabaseAway } from '#server/db/faults.ts';
import { note } from '../audit/note.ts';
import { BACK_CHANNEL, oidcRoutes } from '../oidc/routes.ts';
import { aroundRoot, fillPage, jsonElement, preloading, themeOf } from '../pages/page.ts';
import { pageInParts } from '../pages/page-stream.ts';
import { MAX_BODY_BYTES } from '../proxy/forward.ts';
import { hideToken } from '../proxy/hide-token.ts';
import { readSession, renewSession, withCookies } from '../session/session-cookie.ts';
import { confirmSession, SERVICE } from '../session/session-end.ts';
import { describeDesk, sessionRoutes } from '../session/session-routes.ts';
import { compress } from './compress.ts';
import {
  type Environment,
  type Gateway,
  type GatewayContext,
  type GatewayOptions,
  notFound,
} from './context.ts';
import { deskRoutes } from './desk-routes.ts';
import {
  brokenOff,
  foreignOrigin,
  GatewayFailure,
  misdirected,
  organisationTokenRefused,
  permissionRequired,
  SOON,
  unreadableAddress,
  wrongMethod,
} from './failures.ts';
import { isKnownHost, isSameOrigin, publicAddress, secure } from './headers.ts';
import { lackOf } from './permission.ts';
import { newRequestId, requestIdOf } from './request-id.ts';
import { serviceRoutes } from './service-routes.ts';

/** Addresses under which there is no page. */
const NO_PAGE = /^\/(?:v1|session|desk|journal|runs|events|webhooks|metrics|assets)(?:\/|$)/;

/** The gateway: one function. */
export function createGateway(options: GatewayOptions): Gateway {
  const app = new Hono<Environment>();

  app.use(async (c, next) => {
    const started = performance.now();
    const address = publicAddress(c.req.raw, options);
    c.set('requestId', (options.trustProxy && requestIdOf(c.req.raw)) || newRequestId());
    c.set('https', address.https);
    c.set('styles', '');
    c.set('isRefused', false);
    c.set('withoutToken', null);
    c.set('session', readSession(c, options.sessions));
    if (c.req.path === '/webhooks') await next();
    else if (!isKnownHost(address, options.knownHosts)) c.res = misdirected(address.origin).response();
    else if (!isRead(c) && c.req.path !== BACK_CHANNEL && isTaken(c) && !isSameOrigin(c.req.raw, address)) {
      c.res = foreignOrigin().response();
    } else if (NO_PAGE.test(c.req.path) && c.req.url.includes('%00')) {
      c.res = unreadableAddress().response();
    } else {
      await confirmSession(c, options);
      const lack = lackOf(c);
      if (lack) c.res = await refuse(c, lack);
      else {
        await next();
        if (isUse(c)) renewSession(c, options, c.get('session'));
      }
    }
    // Hono answers it as a GET and drops the body: what writes that body must know that no one reads it.
    if (c.req.method === 'HEAD') await c.res.body?.cancel();
    finish(c, started);
  });
  app.use(
    methodNotAllowed({ app, onMethodNotAllowed: (c, methods) => wrongMethod(c.req, methods).response() }),
  );
  const limitBody = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      const message = `The body is larger than the ${MAX_BODY_BYTES} bytes that are accepted.`;
      throw new GatewayFailure(413, GATEWAY_CODES.tooLarge, message, { connection: 'close' });
    },
  });
  // The bodies of runs and follow-ups may be larger and have limits of their own; no other body is read.
  const isLimited = ({ method, path }: GatewayContext['req']) =>
    method === 'POST' || (path.startsWith('/desk/') && !path.startsWith('/desk/follow-ups/'));
  app.use(async (c, next) => (isLimited(c.req) ? await limitBody(c, next) : await next()));

  app.get('/healthz', (c) => c.json({ status: 'success', message: 'Alive.' }));
  app.get('/readyz', async (c) => {
    const isReady = options.operations.maySend() && (await options.isReady());
    if (isReady) return c.json({ status: 'success', message: 'Ready.' });
    const message = 'The service or the database does not answer, or the clock of this machine is wrong.';
    return c.json({ status: 'error', message }, 503);
  });
  const { metrics } = options;
  if (metrics) app.get('/metrics', async (c) => await metrics.answer(c.req.raw));
  for (const [path, document] of [
    ['/openapi.json', serviceDocument()],
    ['/openapi-gateway.json', gatewayDocument()],
  ] as const) {
    const body = JSON.stringify(document);
    app.get(path, (c) => c.body(body, 200, { 'content-type': 'application/json' }));
  }

  sessionRoutes(app, options);
  oidcRoutes(app, options);
  deskRoutes(app, options);
  serviceRoutes(app, options);
  // Files and pages are at every other address, so no route names theirs.
  app.notFound(async (c) => {
    const file = isRead(c) && options.assets?.file(c.req.path, c.req.raw);
    if (file) return file;
    if (NO_PAGE.test(c.req.path)) return notFound(c);
    return isRead(c) ? await servePage(c) : wrongMethod(c.req, ['GET', 'HEAD']).response();
  });
  app.onError(async (error, c) => {
    if (error instanceof GatewayFailure) {
      await noteLack(c, error.code === GATEWAY_CODES.permissionRequired ? error.data?.permission : null);
      // What a sign-in is refused with is another token than that of the session, which goes on.
      const isOfSession = error.code === GATEWAY_CODES.tokenRefused && c.req.path !== '/session';
      const session = c.get('session');
      if (isOfSession && session?.provided) return organisationTokenRefused().response();
      if (isOfSession && session) await options.sessions.revoke(session);
      return error.response();
    }
    const failure = hideToken(String(error.stack), c.get('session')?.accessToken ?? 'Bearer');
    const requestId = c.get('requestId');
    if (c.req.raw.signal.aborted) {
      options.log.info({ failure, requestId }, 'the caller gave up');
      return brokenOff().response();
    }
    options.log.error({ failure, requestId }, 'a request failed');
    // What came of a write isn't known.
    if (isRead(c) && isDatabaseAway(error)) {
      const message = 'The database does not answer. Try again in a moment.';
      return c.json({ status: 'error', message }, 503, SOON);
    }
    return c.json({ status: 'error', message: 'The gateway failed.' }, 500);
  });
  return async (request, remote) => await compress(request, await app.fetch(request, { remote }));

  /** The refusal of a request that the person's roles don't permit. The attempt is on record. */
  async function refuse(c: GatewayContext, permission: Permission): Promise<Response> {
    await noteLack(c, permission);
    return permissionRequired(permission).response();
  }

  /** Records that a request lacked a permission, whether its address takes it or what it asks for there. */
  async function noteLack(c: GatewayContext, permission: unknown): Promise<void> {
    const session = c.get('session');
    if (!session || !permission) return;
    const { method, path } = c.req;
    const details = { permission, method, path };
    await note(c, options, session, { action: 'permission-refused', result: 'refused', details });
  }

  async function servePage(c: GatewayContext): Promise<Response> {
    if (!options.assets) return notFound(c);
    const cookies = getCookie(c);
    const seen = c.get('session');
    const { page, styled, codeOf } = options.assets;
    const { pages } = options;
    const { pathname, search } = new URL(c.req.url);
    const code = seen ? pages?.codeAt(pathname) : 'sign-in-page';
    if (!pages || c.req.method !== 'GET') {
      const template = preloading(page, codeOf(code ?? null));
      const desk = await describeDesk(options, seen);
      return c.html(fillPage(template, desk, themeOf(desk, cookies)));
    }
    // What the page brings along it doesn't ask for, which would have renewed the session.
    const desk = await describeDesk(options, renewSession(c, options, seen));
    const theme = themeOf(desk, cookies);
    c.set('styles', styled.allows);
    const template = preloading(styled.page, codeOf(code ?? null));
    const { before, after } = aroundRoot(fillPage(template, desk, theme));
    const rendered = pages
      .render({
        address: pathname + search,
        reader: cookies[READER_COOKIE] ?? '',
        desk,
        theme,
        at: options.clock(),
        ask: async (path) =>
          await app.fetch(new Request(new URL(path, c.req.url), { headers: c.req.raw.headers }), c.env),
      })
      .catch((error: unknown) => {
        const failure = hideToken(String(error), seen?.accessToken ?? 'Bearer');
        options.log.warn({ failure, requestId: c.get('requestId') }, 'a page could not be rendered');
        return null;
      });
    return withCookies(
      c,
      pageInParts(
        before,
        rendered.then(placeRendered).then((root) => root + after),
      ),
    );
  }

  function finish(c: GatewayContext, started: number): void {
    const { path, method } = c.req;
    const requestId = c.get('requestId');
    secure(c.res.headers, { https: c.get('https'), styles: c.get('styles') });
    c.res.headers.set('x-request-id', requestId);
    if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
    if (/^\/(?:healthz|readyz|metrics$|assets\/)/.test(path)) return;
    const ms = Math.round((performance.now() - started) * 10) / 10;
    options.log.info({ requestId, method, path, status: c.res.status, ms }, 'request');
  }
}

/** The place of the dashboard in a page; what was rendered answers to nothing until the page's code is there. */
function placeRendered(rendered: Awaited<ReturnType<ServerPages['render']>>): string {
  const root = rendered ? `<div id="root" inert>${rendered.markup}</div>` : '<div id="root"></div>';
  // A browser waits for this element before it paints, so it is always there.
  return root + jsonElement(RENDERED_ELEMENT, rendered?.from ?? null);
}

/**
 * Whether a request shows that someone is at work: it changed something, asked the service, or says so. What the gateway
 * has itself, pages also read by themselves from time to time.
 */
function isUse(c: GatewayContext): boolean {
  return SERVICE.test(c.req.path) || c.req.header(USE_HEADER) !== undefined || (!isRead(c) && c.res.ok);
}

function isRead(c: GatewayContext): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD';
}

/** Whether a route takes this method at this address. */
function isTaken(c: GatewayContext): boolean {
  return matchedRoutes(c).some(({ method }) => method !== 'ALL');
}
