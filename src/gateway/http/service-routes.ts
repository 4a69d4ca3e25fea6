import type { Hono } from 'hono';
import { contract, type Endpoint, type EndpointName, endpointNames } from '#contract/contract.ts';
import { ENTRY_HEADER, type JournalKind } from '#contract/operations.ts';
import { loanIdentity } from '#contract/same-loan.ts';
import { auditPersonOf } from '../audit/audit-person.ts';
import {
  isWrite,
  readIds,
  readKeyHeader,
  readNote,
  readSameAs,
  readWriteBody,
} from '../operations/requests.ts';
import { type ForwardCall, forward } from '../proxy/forward.ts';
import type { Session } from '../session/session.ts';
import {
  type Environment,
  type GatewayContext,
  type GatewayOptions,
  requireJson,
  signedInHolder,
} from './context.ts';

/** Puts the service's ten endpoints on the gateway: reads go on as they are, writes by way of the journal. */
export function serviceRoutes(app: Hono<Environment>, options: GatewayOptions): void {
  for (const name of endpointNames) {
    const endpoint: Endpoint = contract[name];
    app.on(endpoint.method, endpoint.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const session = signedInHolder(c);
      const call = await readCall(c, name, session);
      return isWrite(name)
        ? await forwardWrite(c, call, name, session, options)
        : await forward(call, options);
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
  const { requestId, params, body, accessToken } = call;
  const { headers } = c.req.raw;
  const key = readKeyHeader(headers);
  const { value, recorded } = readWriteBody(body);
  // As it was read: of two fields with one name, another reader may take the one that was neither judged nor recorded.
  const sent = value === undefined ? body : new TextEncoder().encode(JSON.stringify(value));
  const { response, entry } = await options.operations.carryOut(
    {
      owner: session.owner,
      key,
      kind,
      actor: auditPersonOf(session),
      target: readIds(params),
      note: readNote(headers),
      body: recorded,
      content: JSON.stringify([kind, params, value ?? null]),
      identity: kind === 'createLoan' ? loanIdentity(value) : null,
      sameAs: readSameAs(headers),
      accessToken,
      creditor: session.creditor?.id ?? null,
      requestId,
    },
    sent,
  );
  response.headers.set(ENTRY_HEADER, entry);
  return response;
}
