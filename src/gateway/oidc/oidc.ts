import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { isStorable } from '#contract/fields.ts';
import { createSeal } from '#server/seal.ts';
import { type Attempt, createAttemptCookie } from './attempt-cookie.ts';
import { type Claims, claimTexts } from './claims.ts';
import { createProvider } from './provider.ts';
import { refusalOf, SignInRefusal } from './refusals.ts';
import { type OidcSettings, RECENT_SIGN_IN_S } from './settings.ts';

/** What the provider vouches for. */
export interface Vouched {
  claims: Claims & { iss: string; sub: string };
  /** Milliseconds since 1970; null if the provider doesn't say. */
  authenticatedAt: number | null;
  /** The provider's session; null if it doesn't say. */
  providerSession: string | null;
  idToken: string;
}

/** Whose sessions have ended at the provider: one session, or all of a person. */
interface EndedThere {
  claims: { iss: string; sub: string } | null;
  providerSession: string | null;
  /** Seconds since 1970, by the provider's clock. */
  at: number;
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** A logout token says what has just happened. */
const LOGOUT_TOKEN_AGE_S = 120;

/** Servers refuse an address of more than 8 KiB. Without the ID token, the provider asks whether to sign out. */
const LONGEST_HINT = 6_000;

interface OidcOptions {
  clock: () => number;
  secrets: readonly string[];
  /** How long a session of Pledge lasts: someone who proved who they are before that has to do it again. */
  lifetimeMs: number;
}

export type Oidc = ReturnType<typeof createOidc>;

/**
 * Sign-ins with an identity provider: authorization code flow with PKCE, state and nonce. What goes wrong is thrown as a
 * SignInRefusal.
 */
export function createOidc(settings: OidcSettings, options: OidcOptions) {
  /** Seals ID tokens, which are kept for the sign-out. */
  const seal = createSeal(options.secrets, 'pledge id token 1');
  const attempts = createAttemptCookie(options.secrets, options.clock);
  const provider = createProvider(settings, options.clock);

  /** Begins a sign-in: what the browser has to keep, and where it has to go. */
  async function begin(
    returnTo: URL,
    wish: Pick<Attempt, 'to' | 'organisation' | 'isRecent' | 'replaces'>,
  ): Promise<{ attempt: Attempt; address: URL }> {
    return await refusing(async () => {
      const { configuration } = await provider();
      const attempt = {
        ...wish,
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: returnTo.href,
        scope: settings.scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        // Also makes the provider say when the person last proved who they are.
        max_age: String(wish.isRecent ? RECENT_SIGN_IN_S : Math.round(options.lifetimeMs / 1_000)),
      });
      return { attempt, address };
    });
  }

  /** Ends a sign-in, with the address under which the browser came back. */
  async function finish(returned: URL, attempt: Attempt): Promise<Vouched> {
    return await refusing(async () => {
      const { configuration, metadata, verify } = await provider();
      const tokens = await client.authorizationCodeGrant(configuration, returned, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
        ...(attempt.isRecent && { maxAge: RECENT_SIGN_IN_S }),
      });
      const idToken = tokens.id_token ?? '';
      const claims = await verify(idToken);
      const { iss = '', sub = '', sid, auth_time: time } = claims;
      const vouched = { ...claims, iss, sub };
      if (sub === '' || !isStorable(`${sub}${sid}`)) throw new SignInRefusal('wrong-answer');
      const isWhole = wantedClaims().every((name) => claimTexts(vouched, name).length > 0);
      const more =
        isWhole || !metadata.userinfo_endpoint
          ? {}
          : await client.fetchUserInfo(configuration, tokens.access_token, sub);
      return {
        claims: { ...more, ...vouched },
        authenticatedAt: typeof time === 'number' ? time * 1_000 : null,
        providerSession: typeof sid === 'string' ? sid : null,
        idToken,
      };
    });
  }

  function wantedClaims(): string[] {
    const { rolesClaim, organisation } = settings;
    return 'claim' in organisation ? [rolesClaim, organisation.claim] : [rolesClaim];
  }

  /** The provider's sign-out address; null if it names none that can be used, or doesn't answer. */
  async function endSessionAddress(idToken: string | null, returnTo: URL): Promise<string | null> {
    try {
      const { configuration } = await provider();
      const address = client.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: returnTo.href,
        ...(idToken && idToken.length <= LONGEST_HINT && { id_token_hint: idToken }),
      });
      return address.href;
    } catch {
      return null;
    }
  }

  /** Reads the provider's logout token, which reports that a session ended. Throws a SignInRefusal. */
  async function readLogoutToken(token: string): Promise<EndedThere> {
    return await refusing(async () => {
      const { verify } = await provider();
      const claims = await verify(token, {
        typ: 'logout+jwt',
        maxTokenAge: LOGOUT_TOKEN_AGE_S,
        requiredClaims: ['iat', 'jti', 'events'],
      });
      const { iss = '', sub, sid, iat = 0, events, nonce } = claims;
      const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT);
      const hasSubject = typeof sub === 'string' && sub !== '';
      const providerSession = typeof sid === 'string' && sid !== '' ? sid : null;
      if (!isLogout || nonce !== undefined || !(hasSubject || providerSession)) {
        throw new SignInRefusal('wrong-answer');
      }
      return { claims: hasSubject ? { iss, sub } : null, providerSession, at: iat };
    });
  }

  /** Whether a session began after a sign-out that is reported late or again, by the provider's clock alone. */
  function isLater(sealedIdToken: string, { at }: EndedThere): boolean {
    const idToken = seal.open(sealedIdToken);
    return idToken !== null && (decodeJwt(idToken).iat ?? 0) > at;
  }

  return { settings, attempts, seal, begin, finish, endSessionAddress, readLogoutToken, isLater };
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error);
  }
}
