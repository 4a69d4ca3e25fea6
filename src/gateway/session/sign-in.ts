import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { contract, type EndpointName } from '#contract/contract.ts';
import { nameProblem } from '#contract/people.ts';
import { ROLES, type Role } from '#contract/permissions.ts';
import { accessTokenProblem, GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure, isTokenRefused, tokenRefused, unreadable } from '../http/failures.ts';
import { ask, type ForwardOptions } from '../proxy/forward.ts';
import { isJson } from '../proxy/safe-reply.ts';
import type { Session } from './session.ts';
import type { TokenSource } from './token-checks.ts';

/** The label of a session if the service names neither a creditor nor an organisation. */
const NAMELESS = 'Your organisation';

const signInBody = z.object(
  {
    accessToken: z.string('accessToken: must be a text.'),
    demoRole: z.optional(z.enum(ROLES, `demoRole: must be one of ${ROLES.join(', ')}.`)),
    name: z.optional(z.string('name: must be a text.')),
  },
  'The body must be a JSON object.',
);
const envelope = z.object({ status: z.enum(['success', 'error']), message: z.string() });
/** Every organisation has another: what two of them shared would be seen by both. */
const ownId = z.string().check(z.minLength(1));
const creditorReply = z.object({
  data: z.object({ creditor: z.object({ id: ownId, name: z.string() }) }),
});

const membersReply = z.object({ data: z.object({ members: z.array(z.unknown()) }) });
const organisationOf = z.object({ organisation: ownId });

/** A sign-in by access token, as a browser sends it. */
export interface SignInRequest {
  accessToken: string;
  /** The role to sign in with at a demo. */
  demoRole: Role | null;
  /** What the person says that they are called; null if they don't. */
  name: string | null;
}

/** Whose an access token is. */
export type Owner = Pick<Session, 'owner' | 'label' | 'creditor'>;

/** Reads a sign-in's body. Throws a 400 GatewayFailure that says what is wrong. */
export function readSignIn(text: string): SignInRequest {
  const malformed = (message: string) => new GatewayFailure(400, GATEWAY_CODES.malformed, message);
  const value = parse(text);
  if (value === undefined) throw malformed('The body is not valid JSON.');
  const parsed = z.safeParse(signInBody, value);
  if (!parsed.success) throw malformed(parsed.error.issues[0]?.message ?? 'The body cannot be read.');
  const { accessToken, demoRole, name } = parsed.data;
  const problem = accessTokenProblem(accessToken) ?? (name === undefined ? null : nameProblem(name));
  if (problem) throw malformed(problem);
  return { accessToken, demoRole: demoRole ?? null, name: name?.trim() ?? null };
}

/**
 * Checks an access token against the service and returns whose it is. The loan configuration is asked for,
 * because it names the creditor, and some members, because they name the organisation; our service names it even if it has no
 * members. Only an answer that says success signs in; an API client without a configuration may still have members.
 * Throws a GatewayFailure: the token is refused, the service can't be reached, asks for a pause, or answers with
 * nonsense.
 */
export async function identifyOwner(
  accessToken: string,
  options: ForwardOptions & { requestId: string; client: string | undefined },
): Promise<Owner> {
  const configuration = await probe('getLoanConfiguration', accessToken, options);
  const members = await probe('listMembers', accessToken, options);
  const listed = z.safeParse(membersReply, members.value).data?.data.members ?? [];
  // One that can't be read must not change whose the token is.
  const member = listed.map((one) => z.safeParse(organisationOf, one).data).find(Boolean);
  const organisation = member?.organisation ?? members.organisation?.id;
  if (configuration.isSuccess) {
    const known = z.safeParse(creditorReply, configuration.value);
    if (!known.success) throw notUnderstood(configuration.status);
    const { id, name } = known.data.data.creditor;
    return { owner: organisation ?? id, label: name, creditor: { id, name } };
  }
  if (!members.isSuccess) throw members.status === 403 ? tokenRefused() : notUnderstood(members.status);
  const owner = organisation ?? createHash('sha256').update(accessToken).digest('hex');
  return { owner, label: members.organisation?.name ?? NAMELESS, creditor: null };
}

/** A service is asked about a token at least once a minute, so that a revoked one is good for no longer. */
const REMOTE_FRESH_MS = 45_000;

/**
 * Asks a service whether it still accepts the access token of a session, by a request that it answered well at the
 * sign-in.
 */
export function remoteTokens(options: ForwardOptions): TokenSource {
  return {
    freshMs: REMOTE_FRESH_MS,
    async ask({ accessToken, creditor }) {
      try {
        const name = creditor ? 'getLoanConfiguration' : 'listMembers';
        const { status, isSuccess } = await probe(name, accessToken, { ...options, requestId: randomUUID() });
        if (isSuccess) return 'accepted';
        return status === 403 ? 'refused' : 'unknown';
      } catch (error) {
        return isTokenRefused(error) ? 'refused' : 'unknown';
      }
    },
  };
}

async function probe(
  name: EndpointName,
  accessToken: string,
  options: ForwardOptions & { requestId: string; client?: string | undefined },
) {
  const reply = await ask(
    {
      name,
      endpoint: contract[name],
      params: {},
      search: new URLSearchParams(name === 'listMembers' ? { limit: '10' } : {}),
      body: null,
      accessToken,
      requestId: options.requestId,
      client: options.client,
    },
    options,
  );
  if (reply.status === 401) throw tokenRefused();
  if (reply.status === 429) {
    const pause = reply.retryAfter ? { 'retry-after': reply.retryAfter } : {};
    const message = 'The service is getting too many requests. Wait a moment, then try again.';
    throw new GatewayFailure(429, GATEWAY_CODES.tooManyAttempts, message, pause);
  }
  if (!isJson(reply.contentType)) throw unreadable(reply.status, reply.contentType, reply.retryAfter);
  const value = parse(new TextDecoder().decode(reply.body));
  const parsed = z.safeParse(envelope, value);
  if (!parsed.success || reply.status >= 500) throw notUnderstood(reply.status);
  const { organisation } = reply;
  return {
    status: reply.status,
    value,
    organisation,
    isSuccess: reply.status < 300 && parsed.data.status === 'success',
  };
}

function notUnderstood(status: number): GatewayFailure {
  const message = `The service's answer is not of the form that Pledge knows (HTTP ${status}).`;
  return new GatewayFailure(502, GATEWAY_CODES.serviceUnreadable, message);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
