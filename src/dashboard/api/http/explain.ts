import { GATEWAY_CODES } from '#contract/session.ts';
import type { ApiError, ApiErrorKind } from './api-error.ts';

const reasons: Record<ApiErrorKind, string> = {
  network: 'Pledge can’t be reached. Check your connection, then try again.',
  timeout: 'The service did not answer in time. Try again.',
  session: 'Your session has ended. Sign in to continue.',
  forbidden: 'Your access token does not allow this. Ask the person who issued it.',
  'not-found': 'Not found.',
  refused: 'The service refused this.',
  invalid: 'The service did not accept the request.',
  'rate-limited': 'The service is getting too many requests.',
  server: 'The service reported an error. Nothing was changed. Try again.',
  unreadable: 'Unexpected response from the service. Nothing was changed. Try again.',
};

const reasonsByCode: Partial<Record<string, string>> = {
  [GATEWAY_CODES.serviceUnreachable]: 'The service can’t be reached. Nothing was changed. Try again.',
  [GATEWAY_CODES.serviceTimeout]: reasons.timeout,
  [GATEWAY_CODES.serviceInterrupted]:
    'The connection to the service was interrupted. Nothing was changed. Try again.',
  [GATEWAY_CODES.serviceUnreadable]: reasons.unreadable,
  [GATEWAY_CODES.permissionRequired]:
    'Your role does not include this. An administrator of your organisation can grant it.',
};

/** Kinds whose message from the service is more specific than ours. */
const spokenFor: ReadonlySet<ApiErrorKind> = new Set(['forbidden', 'refused', 'invalid']);

export function explainRead(error: ApiError): string {
  const known = reasonsByCode[error.code ?? ''];
  if (known) return known;
  const reason = reasons[error.kind];
  if (error.kind === 'rate-limited') return `${reason} ${waitSentence(error.retryAfter)}`;
  // A service that says when to come back is paused, not broken.
  if (error.kind === 'server' && error.retryAfter !== undefined && error.code === undefined)
    return `The service is not available at the moment. Nothing was changed. ${waitSentence(error.retryAfter)}`;
  return spokenFor.has(error.kind) ? `${reason} Its message: “${error.message}”` : reason;
}

export function explainSignIn(error: ApiError): { title: string; meaning: string } {
  const kept = 'Your token was not checked.';
  const again = `${kept} Try again in a moment.`;
  const unreadable = {
    title: 'Unexpected response from the service',
    meaning: `Check that Pledge is set up with the service’s address. ${kept}`,
  };
  switch (error.code === GATEWAY_CODES.tokenRefused ? 'session' : error.kind) {
    case 'session':
      return {
        title: 'That access token isn’t valid',
        meaning: 'It may be incomplete or revoked. Check it, or ask for a new one.',
      };
    case 'rate-limited':
      return { title: 'Too many attempts', meaning: `${waitSentence(error.retryAfter)} ${kept}` };
    case 'timeout':
      return { title: 'The service did not answer in time', meaning: again };
    case 'network':
      return { title: 'Pledge can’t be reached', meaning: `${kept} Check your connection.` };
    case 'unreadable':
      return unreadable;
    case 'server':
      if (error.code === GATEWAY_CODES.serviceUnreadable) return unreadable;
      if (error.code === GATEWAY_CODES.serviceInterrupted)
        return { title: 'The connection to the service was interrupted', meaning: again };
      return error.code === GATEWAY_CODES.serviceUnreachable
        ? { title: 'The service can’t be reached', meaning: again }
        : { title: 'The sign-in failed on the server', meaning: again };
    default:
      if (error.code === GATEWAY_CODES.personDisabled)
        return { title: 'Your sign-in is disabled', meaning: error.message };
      return { title: 'The sign-in was refused', meaning: `${error.message} ${kept}` };
  }
}

function waitSentence(seconds: number | undefined): string {
  if (!seconds) return 'Wait a moment, then try again.';
  return seconds < 90 ? `Try again in ${seconds} s.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}
