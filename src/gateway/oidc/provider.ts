import { createRemoteJWKSet, customFetch, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import * as client from 'openid-client';
import { SignInRefusal } from './refusals.ts';
import type { OidcSettings } from './settings.ts';

/** How long the provider may take over each of its answers. */
const PATIENCE_MS = 5_000;

/** How long each may be. */
const LONGEST_ANSWER_BYTES = 1024 * 1024;

/** How long what the provider says of itself counts. If it is away then, the old counts on. */
const FRESH_MS = 60 * 60_000;

/** Clocks may differ by two minutes, and a request takes a while. */
const CLOCK_TOLERANCE_S = 150;

/** Keys are read again at once for a signature by a key that isn't known, but not more often than this. */
const KEY_PAUSE_MS = 1_000;

/** Signatures that only the provider can make; `none` and those with a shared secret are not among them. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** A provider as it describes itself. */
interface KnownProvider {
  configuration: client.Configuration;
  metadata: client.ServerMetadata;
  /** Checks that the provider signed a token, for us, and that its time is right. Throws an error of jose. */
  verify(token: string, options?: JWTVerifyOptions): Promise<JWTPayload>;
}

/** Asks a provider, whose answer breaks off where it is too long. */
async function ask(url: string, options: object): Promise<Response> {
  const response = await fetch(url, options);
  let left = LONGEST_ANSWER_BYTES;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) throw Object.assign(new Error('The answer is too long'), { code: 'TOO_LONG' });
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(limit) ?? null, response);
}

/** Throws a SignInRefusal where a token says that something happened that is still ahead by this clock. */
function requirePast({ iat, auth_time: time }: JWTPayload, now: number): void {
  const ahead = Object.entries({ iat, auth_time: time }).find(
    ([, at]) => Number(at) > now / 1_000 + CLOCK_TOLERANCE_S,
  );
  if (ahead) throw new SignInRefusal('wrong-time', { claim: ahead[0] });
}

/** Reads what an identity provider says of itself, and keeps it. */
export function createProvider(settings: OidcSettings, clock: () => number) {
  let known: { provider: KnownProvider; at: number } | undefined;
  let reading: Promise<KnownProvider> | undefined;

  async function read(): Promise<KnownProvider> {
    const { issuer, clientId, clientSecret } = settings;
    const configuration = await client.discovery(
      issuer,
      clientId,
      { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_S },
      authenticationOf,
      {
        timeout: PATIENCE_MS / 1_000,
        [client.customFetch]: ask,
        ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
      },
    );
    const metadata = configuration.serverMetadata();
    const keys = createRemoteJWKSet(new URL(metadata.jwks_uri ?? ''), {
      timeoutDuration: PATIENCE_MS,
      [customFetch]: ask,
      cooldownDuration: KEY_PAUSE_MS,
    });
    const verify: KnownProvider['verify'] = async (token, options) => {
      const { payload } = await jwtVerify(token, keys, {
        issuer: metadata.issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(clock()),
        ...options,
      });
      requirePast(payload, clock());
      return payload;
    };
    const provider = { configuration, metadata, verify };
    known = { provider, at: clock() };
    return provider;
  }

  /** In a header if the provider accepts that, which the standard prefers; otherwise in the body. */
  const authenticationOf: client.ClientAuth = (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic')
      ? client.ClientSecretBasic
      : client.ClientSecretPost;
    return method(settings.clientSecret)(server, ...rest);
  };

  /** The provider; what it said within the last hour, or if it doesn't answer, what it said at last. */
  return async (): Promise<KnownProvider> => {
    if (known && clock() - known.at < FRESH_MS) return known.provider;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    const last = known?.provider;
    return last ? await reading.catch(() => last) : await reading;
  };
}
