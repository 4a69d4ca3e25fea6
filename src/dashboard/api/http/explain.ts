import { GATEWAY_CODES } from '#contract/session.ts';
import { ApiError, type ApiErrorKind, REASONS } from './api-error.ts';

const reasonsByCode: Partial<Record<string, string>> = {
  [GATEWAY_CODES.serviceUnreachable]: 'The service can’t be reached. Nothing was changed. Try again.',
  [GATEWAY_CODES.serviceTimeout]: REASONS.timeout,
  [GATEWAY_CODES.serviceInterrupted]:
    'The connection to the service was interrupted. Nothing was changed. Try again.',
  [GATEWAY_CODES.serviceUnreadable]: REASONS.unreadable,
  [GATEWAY_CODES.permissionRequired]:
    'Your role does not include this. An administrator of your organisation can grant it.',
};

/** Kinds whose message from the service is more specific than ours. */
const spokenFor: ReadonlySet<ApiErrorKind> = new Set(['forbidden', 'refused', 'invalid']);

export function explainRead(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong in Pledge. Reload the page.';
  const known = reasonsByCode[error.code ?? ''];
  if (known) return known;
  const reason = REASONS[error.kind];
  if (error.kind === 'rate-limited') return `${reason} ${waitSentence(error.retryAfter)}`;
  // A service that says when to come back is paused, not broken.
  if (error.kind === 'server' && error.retryAfter !== undefined && error.code === undefined)
    return `The service is not available at the moment. Nothing was changed. ${waitSentence(error.retryAfter)}`;
  return spokenFor.has(error.kind) ? `${reason} Its message: “${error.message}”` : reason;
}

/** Why a change was not made: the gateway's own refusals say it themselves. */
export function explainChange(error: unknown): string {
  const isSpoken =
    error instanceof ApiError &&
    error.code !== undefined &&
    error.kind !== 'session' &&
    !(error.code in reasonsByCode);
  return isSpoken ? error.message : explainRead(error);
}

/** Whether a change may have been made although no answer says so: it was lost, or Pledge can't have written it. */
export function mayBeMade(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code !== undefined || error.retryAfter !== undefined)
    return false;
  return ['network', 'timeout', 'server', 'unreadable'].includes(error.kind);
}

type SignInWords = { title: string; meaning: string };

const UNCHECKED = 'Your token was not checked.';
const AGAIN = `${UNCHECKED} Try again in a moment.`;
const REFUSED: SignInWords = {
  title: 'That access token isn’t valid',
  meaning: 'It may be incomplete or revoked. Check it, or ask for a new one.',
};
const UNREADABLE: SignInWords = {
  title: 'Unexpected response from the service',
  meaning: `Check that Pledge is set up with the service’s address. ${UNCHECKED}`,
};

/** Why a sign-in failed, by the code or else the kind of its error. */
const signInWords: Partial<Record<string, SignInWords>> = {
  session: REFUSED,
  [GATEWAY_CODES.tokenRefused]: REFUSED,
  timeout: { title: 'The service did not answer in time', meaning: AGAIN },
  network: { title: 'Pledge can’t be reached', meaning: `${UNCHECKED} Check your connection.` },
  unreadable: UNREADABLE,
  server: { title: 'The sign-in failed on the server', meaning: AGAIN },
  [GATEWAY_CODES.serviceUnreadable]: UNREADABLE,
  [GATEWAY_CODES.serviceInterrupted]: {
    title: 'The connection to the service was interrupted',
    meaning: AGAIN,
  },
  [GATEWAY_CODES.serviceUnreachable]: { title: 'The service can’t be reached', meaning: AGAIN },
};

export function explainSignIn({ code = '', kind, message, retryAfter }: ApiError): SignInWords {
  if (kind === 'rate-limited')
    return { title: 'Too many attempts', meaning: `${waitSentence(retryAfter)} ${UNCHECKED}` };
  if (code === GATEWAY_CODES.personDisabled) return { title: 'Your sign-in is disabled', meaning: message };
  const words = signInWords[code] ?? signInWords[kind];
  return words ?? { title: 'The sign-in was refused', meaning: `${message} ${UNCHECKED}` };
}

function waitSentence(seconds: number | undefined): string {
  if (!seconds) return 'Wait a moment, then try again.';
  return seconds < 90 ? `Try again in ${seconds} s.` : `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}
