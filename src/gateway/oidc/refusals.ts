import { SIGN_IN_CODES } from '#contract/session.ts';
import { GatewayFailure, SOON } from '../http/failures.ts';

const WHOM = 'Ask the person who manages sign-in for your organisation.';
const AGAIN = 'Try again.';
const STILL = `${AGAIN} If it fails again, ask the person who manages sign-in for your organisation.`;

/** Why a sign-in with an identity provider did not succeed, and what to do about it, in words for the person. */
const REFUSALS = {
  'access-denied': ['You were not let in', `The sign-in was cancelled, or you may not use Pledge. ${STILL}`],
  'no-attempt': [
    'This sign-in is no longer valid',
    `It took longer than ten minutes, was started in another browser, or has been completed already. ${AGAIN}`,
  ],
  'wrong-state': [
    'This sign-in was replaced by another',
    `It may have been started in two tabs. No one was signed in. ${AGAIN}`,
  ],
  'code-refused': ['This sign-in was not completed', `The sign-in service no longer accepts it. ${AGAIN}`],
  'wrong-nonce': ['This answer belongs to another sign-in', `No one was signed in. ${AGAIN}`],
  'wrong-audience': ['This answer is meant for another application', `No one was signed in. ${WHOM}`],
  'wrong-issuer': ['This answer comes from another sign-in service', `No one was signed in. ${WHOM}`],
  'wrong-time': [
    'This answer is out of date',
    `It has expired, or a clock is wrong by more than two minutes. ${STILL}`,
  ],
  'wrong-signature': ['This answer is not signed as it must be', `No one was signed in. ${WHOM}`],
  'wrong-answer': ['The answer of the sign-in service cannot be used', `No one was signed in. ${WHOM}`],
  'not-recent': ['Sign in again to continue', `Your sign-in is too old for what you want to do. ${AGAIN}`],
  'no-organisation': [
    'You belong to no organisation here',
    `The sign-in service names no organisation for you. ${WHOM}`,
  ],
  'other-organisation': [
    'You do not belong to this organisation',
    `The sign-in service does not name it for you. ${WHOM}`,
  ],
  'no-token': [
    'Your organisation is not set up yet',
    'Pledge has no access token for your organisation, or the service refuses it. Ask the people who run Pledge to store one (npm run organisation).',
  ],
  disabled: [
    'Your sign-in is disabled',
    'An administrator of your organisation has disabled it. Ask them to enable it.',
  ],
  'provider-away': [
    'The sign-in service of your organisation does not answer',
    `It may be down or slow just now. ${AGAIN}`,
  ],
  'service-away': ['The service behind Pledge does not answer', `It may be down or slow just now. ${AGAIN}`],
  'too-many': ['Too many sign-ins were refused', 'Wait a minute, then try again.'],
} as const satisfies Record<string, readonly [title: string, meaning: string]>;

export type RefusalKind = keyof typeof REFUSALS;

/** Failures of others, that say nothing of the person: they aren't counted as guesses. */
const OUTAGES: readonly RefusalKind[] = ['provider-away', 'service-away', 'no-token', 'too-many'];

/** A sign-in with an identity provider that did not succeed. */
export class SignInRefusal extends GatewayFailure {
  readonly kind: RefusalKind;
  readonly title: string;
  /** What is on record besides the kind. */
  readonly details: Record<string, unknown>;
  constructor(kind: RefusalKind, details: Record<string, unknown> = {}) {
    const [title, meaning] = REFUSALS[kind];
    const isOutage = OUTAGES.includes(kind);
    super(
      isOutage ? 503 : 403,
      isOutage ? SIGN_IN_CODES.providerUnavailable : SIGN_IN_CODES.signInRefused,
      meaning,
      isOutage ? SOON : {},
    );
    this.kind = kind;
    this.title = title;
    this.details = details;
  }
}

/** The kinds of wrong answers, by the claim that is wrong. */
const BY_CLAIM: Partial<Record<string, RefusalKind>> = {
  nonce: 'wrong-nonce',
  aud: 'wrong-audience',
  azp: 'wrong-audience',
  iss: 'wrong-issuer',
  exp: 'wrong-time',
  iat: 'wrong-time',
  nbf: 'wrong-time',
  auth_time: 'not-recent',
};

/** What failed while the provider was asked, or its answer read, as a refusal. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof SignInRefusal || !(error instanceof Error)) return error;
  const { code, cause } = error as { code?: string; cause?: { code?: string; message?: string } };
  const reason = [error.message, cause?.code].filter(Boolean).join(': ');
  const given = { code, reason, error: readError(error), claim: claimOf(error) };
  const details = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const refused = (kind: RefusalKind) => new SignInRefusal(kind, details);
  const byClaim = BY_CLAIM[given.claim ?? ''];
  if (byClaim) return refused(byClaim);
  switch (code) {
    case 'OAUTH_AUTHORIZATION_RESPONSE_ERROR':
      return refused(
        given.error === 'access_denied'
          ? 'access-denied'
          : given.error === 'login_required'
            ? 'not-recent'
            : 'wrong-answer',
      );
    case 'OAUTH_RESPONSE_BODY_ERROR':
      return refused(given.error === 'invalid_grant' ? 'code-refused' : 'wrong-answer');
    case 'OAUTH_TIMEOUT':
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
    case 'ERR_JWKS_TIMEOUT':
      return refused('provider-away');
    case 'OAUTH_INVALID_RESPONSE':
      return refused(/state/.test(String(cause?.message)) ? 'wrong-state' : 'wrong-answer');
    case 'ERR_JWKS_NO_MATCHING_KEY':
    case 'ERR_JWKS_MULTIPLE_MATCHING_KEYS':
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
      return refused('wrong-signature');
    case 'ERR_JOSE_GENERIC':
      return refused('provider-away');
    default:
      return refused(isNetworkError(error) ? 'provider-away' : 'wrong-answer');
  }
}

/** The `error` of the provider's answer, which has to be one of a few words. */
function readError(error: Error): string | undefined {
  const { error: word } = error as { error?: unknown };
  return typeof word === 'string' ? word.replace(/[^\w-]/g, '').slice(0, 60) : undefined;
}

/** The claim that is wrong: jose says it on the error, openid-client in its causes. */
function claimOf(error: unknown): string | undefined {
  for (
    let at = error as { claim?: unknown; cause?: unknown } | undefined, depth = 0;
    at && depth < 4;
    depth += 1
  ) {
    if (typeof at.claim === 'string') return at.claim;
    at = at.cause as typeof at;
  }
  return undefined;
}

/** What `fetch` throws if there is no answer. */
function isNetworkError(error: Error): boolean {
  return error instanceof TypeError && error.message === 'fetch failed';
}
