import { GATEWAY_CODES } from '#contract/session.ts';
import type { ApiError, ApiErrorKind } from './api-error.ts';

/** Why something could not be read, and what that means, in sentences for the person in front of it. */
const reasons: Record<ApiErrorKind, string> = {
  network: 'This desk’s server can’t be reached. Check your connection, then try again.',
  timeout: 'The service did not answer in time. It may be slow just now; try again.',
  session: 'Your session has ended. Sign in to carry on.',
  forbidden: 'Your access token does not allow this. Ask whoever issued it.',
  'not-found': 'The service knows nothing under this address.',
  refused: 'The service refused this.',
  invalid: 'The service could not accept the request as it was asked.',
  'rate-limited': 'The service is getting too many requests.',
  server: 'The service has a fault of its own. Nothing was changed; try again.',
  unreadable: 'The service answered, but not in a way this desk can read. Nothing was changed; try again.',
};

const reasonsByCode: Partial<Record<string, string>> = {
  [GATEWAY_CODES.serviceUnreachable]:
    'The service can’t be reached just now. Nothing was changed; try again.',
  [GATEWAY_CODES.serviceTimeout]: reasons.timeout,
  [GATEWAY_CODES.serviceInterrupted]:
    'The connection to the service broke off before its answer was complete. Nothing was changed; try again.',
  [GATEWAY_CODES.serviceUnreadable]: reasons.unreadable,
  [GATEWAY_CODES.permissionRequired]:
    'Your role does not include this. An administrator of your organisation can grant it.',
};

/** Kinds whose message from the service says more than ours could. */
const spokenFor: ReadonlySet<ApiErrorKind> = new Set(['forbidden', 'refused', 'invalid']);

/** What a failed read means and what to do about it. */
export function explainRead(error: ApiError): string {
  const known = reasonsByCode[error.code ?? ''];
  if (known) return known;
  const reason = reasons[error.kind];
  if (error.kind === 'rate-limited') return `${reason} ${waitSentence(error.retryAfter)}`;
  // A service that says when to come back is closed for a while, not broken.
  if (error.kind === 'server' && error.retryAfter !== undefined && error.code === undefined)
    return `The service is not available just now. Nothing was changed. ${waitSentence(error.retryAfter)}`;
  return spokenFor.has(error.kind) ? `${reason} It says: “${error.message}”` : reason;
}

/** Why a sign-in failed: the token, the service, or the way between. */
export function explainSignIn(error: ApiError): { title: string; meaning: string } {
  const kept = 'Nothing was saved, and your token was not judged.';
  const again = `${kept} Try again in a moment.`;
  const unreadable = {
    title: 'The service gave an answer that makes no sense',
    meaning: `Is the address behind this desk really the service’s? ${kept}`,
  };
  switch (error.code === GATEWAY_CODES.tokenRefused ? 'session' : error.kind) {
    case 'session':
      return {
        title: 'The service does not accept this access token',
        meaning: 'It may be mistyped, cut short or revoked. Paste it again, or issue a new one.',
      };
    case 'rate-limited':
      return { title: 'Too many attempts', meaning: `${waitSentence(error.retryAfter)} ${kept}` };
    case 'timeout':
      return { title: 'The service did not answer in time', meaning: again };
    case 'network':
      return { title: 'This desk’s server can’t be reached', meaning: `${kept} Check your connection.` };
    case 'unreadable':
      return unreadable;
    case 'server':
      if (error.code === GATEWAY_CODES.serviceUnreadable) return unreadable;
      if (error.code === GATEWAY_CODES.serviceInterrupted)
        return { title: 'The connection to the service broke off', meaning: again };
      return error.code === GATEWAY_CODES.serviceUnreachable
        ? { title: 'The service can’t be reached', meaning: again }
        : { title: 'The sign-in failed on the server', meaning: again };
    case 'forbidden':
      if (error.code === GATEWAY_CODES.personDisabled)
        return { title: 'Your sign-in is disabled', meaning: error.message };
      return { title: 'The sign-in was refused', meaning: `${error.message} ${kept}` };
    default:
      return { title: 'The sign-in was refused', meaning: `${error.message} ${kept}` };
  }
}

function waitSentence(seconds: number | undefined): string {
  if (!seconds) return 'Wait a little, then try again.';
  return seconds < 90 ? `Try again in ${seconds} s.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}
