import type { Permission } from '#contract/permissions.ts';
import { GATEWAY_CODES, type GatewayCode, SIGN_IN_CODES } from '#contract/session.ts';

/** A failure that the gateway answers itself, in the error envelope with its code. */
export class GatewayFailure extends Error {
  readonly status: number;
  readonly code: GatewayCode;
  readonly headers: Record<string, string>;
  readonly data: Record<string, unknown> | undefined;
  constructor(
    status: number,
    code: GatewayCode,
    message: string,
    headers: Record<string, string> = {},
    data?: Record<string, unknown>,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.data = data;
  }

  response(): Response {
    const { message, code, data } = this;
    const body = { status: 'error', message, code, ...(data && { data }) };
    return Response.json(body, { status: this.status, headers: this.headers });
  }
}

export function noSession(): GatewayFailure {
  return new GatewayFailure(
    401,
    GATEWAY_CODES.sessionRequired,
    'No one is signed in, or the session has ended.',
  );
}

/** A page of one person calls with the cookie of another, who has since signed in in another tab. */
export function otherHolder(): GatewayFailure {
  const message = 'Another person has signed in in this browser. Nothing was sent.';
  return new GatewayFailure(401, GATEWAY_CODES.sessionChanged, message);
}

/** How soon a refused request may be made again. */
export const SOON = { 'retry-after': '5' };

/** Nothing can be recorded just now, so nothing was done: `message` says what. */
export function journalUnavailable(message: string): GatewayFailure {
  return new GatewayFailure(503, GATEWAY_CODES.journalUnavailable, message, SOON);
}

/** The service's answer when it doesn't know the access token any more, or never did. */
export function tokenRefused(): GatewayFailure {
  return new GatewayFailure(401, GATEWAY_CODES.tokenRefused, 'That access token isn’t valid.');
}

export function isTokenRefused(error: unknown): boolean {
  return error instanceof GatewayFailure && error.code === GATEWAY_CODES.tokenRefused;
}

/** The service no longer accepts the access token that an organisation's sessions share. Signing in again is no help. */
export function organisationTokenRefused(): GatewayFailure {
  const message =
    'The service does not accept the access token of your organisation. You stay signed in. Ask the person who runs Pledge to store a new one.';
  return new GatewayFailure(503, SIGN_IN_CODES.organisationToken, message, { 'retry-after': '60' });
}

export function foreignOrigin(): GatewayFailure {
  const message = 'This request does not come from a page of Pledge, so it is refused.';
  return new GatewayFailure(403, GATEWAY_CODES.foreignOrigin, message);
}

/** A page of another name that was made to lead to this machine (DNS rebinding), or a proxy that isn't configured. */
export function misdirected(origin: string): GatewayFailure {
  const message = `Pledge doesn't answer as ${origin}. Set PUBLIC_ORIGIN to the address that browsers use.`;
  // Not 421: a browser answers that by sending the request again.
  return new GatewayFailure(400, GATEWAY_CODES.foreignOrigin, message);
}

/** An address with a NUL in it, which no database text can hold. */
export function unreadableAddress(): GatewayFailure {
  const message = 'The address contains a NUL character (%00). No id and no filter has one.';
  return new GatewayFailure(400, GATEWAY_CODES.malformed, message);
}

/** The connection was closed before the whole request had come. No one reads this response; the log and metrics count it. */
export function brokenOff(): GatewayFailure {
  return new GatewayFailure(400, GATEWAY_CODES.malformed, 'The request was broken off.');
}

/** An address that is there, but not for this method. */
export function wrongMethod(
  { method, path }: { method: string; path: string },
  allowed: string[],
): GatewayFailure {
  const allow = allowed.join(', ');
  const message = `${method} is not allowed at ${path}, only ${allow}.`;
  return new GatewayFailure(405, GATEWAY_CODES.wrongMethod, message, { allow });
}

/** The service's answer is no JSON: an error page of something in between, most likely. */
export function unreadable(status: number, contentType: string, retryAfter: string | null): GatewayFailure {
  const type = contentType.split(';')[0]?.trim() || 'no type';
  return new GatewayFailure(
    status >= 400 && status !== 401 ? status : 502,
    GATEWAY_CODES.serviceUnreadable,
    `The service answered with something other than JSON (HTTP ${status}, ${type}).`,
    retryAfter ? { 'retry-after': retryAfter } : {},
  );
}

/** Someone else has changed what a person changes: they look at it again first. */
export function changedMeanwhile(what: string): GatewayFailure {
  const message = `Someone has changed ${what} in the meantime. Nothing was changed.`;
  return new GatewayFailure(409, GATEWAY_CODES.changedMeanwhile, message);
}

/** A person's roles lack what a request needs. */
export function permissionRequired(permission: Permission): GatewayFailure {
  const message = `Your roles do not include the permission ${permission}. Nothing was sent. An administrator of your organisation can grant it.`;
  return new GatewayFailure(403, GATEWAY_CODES.permissionRequired, message, {}, { permission });
}
