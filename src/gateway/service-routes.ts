import type { Hono } from 'hono';
import { contract, type Endpoint, type EndpointName, endpointNames } from '#contract/contract.ts';
import { ENTRY_HEADER, type JournalKind } from '#contract/journal.ts';
import { HOLDER_HEADER } from '#contract/session.ts';
import {
  type Environment,
  type GatewayContext,
  type GatewayOptions,
  requireJson,
  signedIn,
} from './context.ts';
import { otherHolder } from './failures.ts';
import { type ForwardCall, forward } from './forward.ts';
import { isWrite, readNote, recordedBody, recordWrite } from './record.ts';
import { holderOf, type Session } from './session.ts';
import { renewSession, withCookies } from './session-cookie.ts';

/** Puts the service's ten endpoints on the gateway: reads go on as they are, writes by way of the journal. */
export function serviceRoutes(app: Hono<Environment>, options: GatewayOptions): void {
  for (const name of endpointNames) {
    const endpoint: Endpoint = contract[name];
    app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const session = signedIn(c);
      const holder = c.req.header(HOLDER_HEADER);
      if (holder !== undefined && holder !== holderOf(session)) throw otherHolder();
      const call = await readCall(c, name, session);
      const response = isWrite(name)
        ? await forwardWrite(c, call, name, session, options)
        : await forward(call, options);
      return renewSession(c, options.sessions, session) === session ? response : withCookies(c, response);
    });
  }
}

async function readCall(c: GatewayContext, name: EndpointName, session: Session): Promise<ForwardCall> {
  const endpoint: Endpoint = contract[name];
  if (endpoint.body) requireJson(c);
  return {
    name,
    endpoint,
    params: c.req.param() as Record<string, string>,
    search: new URL(c.req.url).searchParams,
    body: endpoint.body ? new Uint8Array(await c.req.arrayBuffer()) : null,
    accessToken: session.accessToken,
    requestId: c.get('requestId'),
  };
}

async function forwardWrite(
  c: GatewayContext,
  call: ForwardCall,
  kind: JournalKind,
  session: Session,
  options: GatewayOptions,
): Promise<Response> {
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
    async () => await forward(call, options),
    (error) => options.log.error({ err: error, requestId }, 'the journal could not be written'),
  );
  response.headers.set(ENTRY_HEADER, entry);
  return response;
}
