import * as z from 'zod/mini';
import { contract, type EndpointName } from '#contract/contract.ts';
import { accessTokenProblem, GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure, tokenRefused, unreadable } from './failures.ts';
import { ask, type ForwardOptions, isJson } from './forward.ts';
import type { Session } from './session.ts';

const signInBody = z.object({ accessToken: z.string() });
const envelope = z.object({ status: z.string(), message: z.string() });
const creditorReply = z.object({
  data: z.object({ creditor: z.object({ id: z.string(), name: z.string() }) }),
});

/** Reads the access token out of a sign-in's body. Throws a 400 GatewayFailure that says what is wrong. */
export function readAccessToken(text: string): string {
  const malformed = (message: string) => new GatewayFailure(400, GATEWAY_CODES.malformed, message);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON.');
  }
  const parsed = z.safeParse(signInBody, value);
  if (!parsed.success) throw malformed('accessToken: must be a text.');
  const problem = accessTokenProblem(parsed.data.accessToken);
  if (problem) throw malformed(problem);
  return parsed.data.accessToken;
}

/**
 * Checks an access token against the service and makes a session of it. The loan configuration is asked for,
 * because it names the creditor; an API client without one is asked of its members. Throws a GatewayFailure:
 * the token is refused, the service can't be reached, or it answers with nonsense.
 */
export async function signIn(
  accessToken: string,
  options: ForwardOptions & { requestId: string; now: number },
): Promise<Session> {
  const session = { accessToken, signedInAt: options.now, lastSeenAt: options.now };
  const configuration = await probe('getLoanConfiguration', accessToken, options);
  const known = z.safeParse(creditorReply, configuration.value);
  if (configuration.status < 300 && known.success) {
    const { id, name } = known.data.data.creditor;
    return { ...session, label: name, creditor: { id, name } };
  }
  const members = await probe('listMembers', accessToken, options);
  if (members.status >= 500) {
    throw new GatewayFailure(
      502,
      GATEWAY_CODES.serviceUnreadable,
      `The service failed (HTTP ${members.status}).`,
    );
  }
  return { ...session, label: 'API client', creditor: null };
}

async function probe(
  name: EndpointName,
  accessToken: string,
  options: ForwardOptions & { requestId: string },
) {
  const reply = await ask(
    {
      name,
      endpoint: contract[name],
      params: {},
      search: new URLSearchParams(name === 'listMembers' ? { limit: '1' } : {}),
      body: null,
      accessToken,
      requestId: options.requestId,
    },
    options,
  );
  if (reply.status === 401) throw tokenRefused();
  if (!isJson(reply.contentType)) throw unreadable(reply.status, reply.contentType, reply.retryAfter);
  const value = parse(new TextDecoder().decode(reply.body));
  if (!z.safeParse(envelope, value).success) {
    const message = `The service's answer is not of the form that Pledge knows (HTTP ${reply.status}).`;
    throw new GatewayFailure(502, GATEWAY_CODES.serviceUnreadable, message);
  }
  return { status: reply.status, value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
