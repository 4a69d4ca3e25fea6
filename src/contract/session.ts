import * as z from 'zod/mini';
import { id, timestamp } from './fields.ts';
import { ROLES } from './permissions.ts';
import { chosenSettings } from './settings.ts';

/** What the gateway and the dashboard say to each other besides the service's ten endpoints. */

/** The longest access token that is taken. */
export const MAX_TOKEN_LENGTH = 512;

/**
 * What is wrong with an access token as it was typed or pasted, as a sentence, or null where it could be one.
 * Only the form is judged: whether the token is good, the service says.
 */
export function accessTokenProblem(text: string): string | null {
  if (text === '') return 'Enter your access token.';
  if (text.length > MAX_TOKEN_LENGTH) return `An access token has at most ${MAX_TOKEN_LENGTH} characters.`;
  if (/\s/.test(text)) return 'An access token contains no spaces or line breaks. Paste it again.';
  if (!/^[A-Za-z0-9._~+/=-]+$/.test(text)) {
    return 'An access token contains only letters, digits and - . _ ~ + / =. Paste it again.';
  }
  return null;
}

/** The ids that a member has: its own, and its user's. */
export const MEMBER_IDS = ['_id', 'user._id'] as const;

/**
 * The request header that names the session's `holder` for a write. A browser's tabs share one cookie, so after a
 * sign-in in another tab the write would otherwise be sent for the wrong person.
 */
export const HOLDER_HEADER = 'x-pledge-holder';

/** The request header of what a page reads while its person is at work, so that the session goes on. */
export const USE_HEADER = 'x-pledge-use';

export const role = z.enum(ROLES);

/** A person in a session. */
export const sessionPerson = z.object({
  id,
  name: z.string(),
  /** Whether an identity provider vouches for them; otherwise they said so themselves. */
  verified: z.boolean(),
});

/** A person that the demo offers to sign in as. */
const demoPerson = z.object({ role, name: z.string() });

/** The state of the desk: who is signed in, what the gateway serves, and the demo's sign-ins. */
export const deskState = z.object({
  session: z.nullable(
    z.object({
      /** The name to show: the creditor's, or the organisation's if it has no terms. */
      label: z.string(),
      /** Who is signed in, and with what roles. */
      person: sessionPerson,
      roles: z.array(role),
      creditor: z.nullable(z.object({ id, name: z.string() })),
      /**
       * The salt of the customer keys in addresses: the same for everyone in the organisation, on every gateway with
       * the same session secret. The access token can't be derived from it.
       */
      customerSalt: z.string(),
      /** Identifies the session's holder, so that nothing of one holder is kept or sent for another. */
      holder: id,
      /** When the session ends if nothing is asked of the gateway before then. */
      expiresAt: timestamp,
      /** The settings that the person has chosen; absent if they could not be read. */
      settings: z.optional(chosenSettings),
    }),
  ),
  /** The ways to sign in: with the organisation's identity provider, and with an access token. */
  signIn: z.object({ organisation: z.boolean(), token: z.boolean() }),
  /** The identity provider's sign-out address; only in the response to a sign-out. */
  endSessionAt: z.optional(z.string()),
  /** The service behind the gateway; one that is built in has no address. */
  environment: z.object({
    kind: z.enum(['demo', 'live']),
    host: z.string(),
    address: z.optional(z.string()),
  }),
  demoSignIns: z.array(
    z.object({ organisation: z.string(), accessToken: z.string(), people: z.array(demoPerson) }),
  ),
  /** Which of a member's two ids is in the path of a cancellation (docs/decisions.md, row 3). */
  memberIdInPath: z.enum(MEMBER_IDS),
});
export type DeskState = z.infer<typeof deskState>;

/** The id of the element of the page that carries the desk's state as JSON, so that no request is needed for it. */
export const DESK_STATE_ELEMENT = 'desk-state';

/** The cookie that carries the chosen theme, so that the gateway sends the page in it: `light` or `dark`. */
export const THEME_COOKIE = 'pledge-theme';

/** The `code` of the gateway's own failures, in the error envelope; the service's have none. */
export const GATEWAY_CODES = {
  sessionRequired: 'SESSION_REQUIRED',
  sessionChanged: 'SESSION_CHANGED',
  tokenRefused: 'TOKEN_REFUSED',
  foreignOrigin: 'FOREIGN_ORIGIN',
  malformed: 'MALFORMED_REQUEST',
  tooLarge: 'BODY_TOO_LARGE',
  notFound: 'NOT_FOUND',
  wrongMethod: 'METHOD_NOT_ALLOWED',
  tooManyAttempts: 'TOO_MANY_ATTEMPTS',
  tooManyStreams: 'TOO_MANY_STREAMS',
  forgedWebhook: 'FORGED_WEBHOOK',
  journalUnavailable: 'JOURNAL_UNAVAILABLE',
  serviceUnreachable: 'SERVICE_UNREACHABLE',
  serviceTimeout: 'SERVICE_TIMEOUT',
  serviceInterrupted: 'SERVICE_INTERRUPTED',
  serviceUnreadable: 'SERVICE_UNREADABLE',
  serviceFailed: 'SERVICE_FAILED',
  keyRequired: 'IDEMPOTENCY_KEY_REQUIRED',
  keyReused: 'IDEMPOTENCY_KEY_REUSED',
  sameLoan: 'SAME_LOAN',
  notDone: 'WRITE_NOT_DONE',
  decided: 'ALREADY_DECIDED',
  runChanged: 'RUN_CHANGED',
  runState: 'RUN_STATE',
  permissionRequired: 'PERMISSION_REQUIRED',
  personDisabled: 'PERSON_DISABLED',
  ownAccess: 'OWN_ACCESS',
  followUpChanged: 'FOLLOW_UP_CHANGED',
  followUpNotYours: 'FOLLOW_UP_NOT_YOURS',
  collateralChanged: 'COLLATERAL_CHANGED',
  changedMeanwhile: 'CHANGED_MEANWHILE',
  ownRequest: 'OWN_REQUEST',
  otherCreditor: 'OTHER_CREDITOR',
  approvalChanged: 'APPROVAL_CHANGED',
  contentUnreadable: 'CONTENT_UNREADABLE',
  rulesUnchecked: 'RULES_NOT_CHECKED',
  viewNotYours: 'VIEW_NOT_YOURS',
  tooManyViews: 'TOO_MANY_VIEWS',
  tooManyWatched: 'TOO_MANY_WATCHED',
} as const;

/** Those of signing in with an identity provider, which browsers show by their messages. */
export const SIGN_IN_CODES = {
  organisationToken: 'ORGANISATION_TOKEN',
  tokenSignInOff: 'TOKEN_SIGN_IN_OFF',
  signInRefused: 'SIGN_IN_REFUSED',
  providerUnavailable: 'PROVIDER_UNAVAILABLE',
  recentSignInRequired: 'RECENT_SIGN_IN_REQUIRED',
} as const;
export type GatewayCode =
  | (typeof GATEWAY_CODES)[keyof typeof GATEWAY_CODES]
  | (typeof SIGN_IN_CODES)[keyof typeof SIGN_IN_CODES];
