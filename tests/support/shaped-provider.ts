import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { ROLES } from '#contract/permissions.ts';
import type { OidcSettings } from '#gateway/oidc/settings.ts';

/** An identity provider whose every answer a test can shape, which no real one would let it. */
export interface ShapedProvider {
  issuer: string;
  /** What is in ID tokens, on top of what each has to have; undefined leaves a claim out. */
  claims: Record<string, unknown>;
  /** What the provider says of itself. */
  metadata(): Record<string, unknown>;
  /** What `/userinfo` says besides the subject. */
  userInfo: Record<string, unknown>;
  /** Makes ID tokens, instead of signing the claims. */
  makeToken: ((claims: JWTPayload) => string | Promise<string>) | null;
  /** Answers a path instead of the provider. */
  answer: ((path: string) => { status: number; body: string } | 'silence' | null) | null;
  /** The answers that were asked for, by path. */
  asked: string[];
  /** Signs from now on with another key, and publishes no other. */
  rotateKeys(): Promise<void>;
  sign(claims: JWTPayload, typ?: string): Promise<string>;
  unsigned(claims: JWTPayload): string;
  close(): Promise<void>;
}

export async function startShapedProvider(clientId = 'pledge'): Promise<ShapedProvider> {
  let key: { id: string; privateKey: CryptoKey; publicJwk: object };
  let rotations = 0;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', provider.issuer);
    provider.asked.push(pathname);
    const shaped = provider.answer?.(pathname);
    if (shaped === 'silence') return;
    const send = (status: number, body: string) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    if (shaped) return send(shaped.status, shaped.body);
    let text = '';
    for await (const chunk of request) text += chunk;
    if (pathname === '/.well-known/openid-configuration')
      return send(200, JSON.stringify(provider.metadata()));
    if (pathname === '/keys') return send(200, JSON.stringify({ keys: [key.publicJwk] }));
    if (pathname === '/userinfo') return send(200, JSON.stringify({ sub: 'u-1', ...provider.userInfo }));
    if (pathname !== '/token') return send(404, '{}');
    // The test gives the nonce as the code.
    const nonce = new URLSearchParams(text).get('code') ?? '';
    const claims = { ...standardClaims(nonce), ...provider.claims };
    const idToken = await (provider.makeToken ?? provider.sign)(JSON.parse(JSON.stringify(claims)));
    send(
      200,
      JSON.stringify({ access_token: 'at', token_type: 'Bearer', expires_in: 60, id_token: idToken }),
    );
  });
  const standardClaims = (nonce: string) => {
    const now = Math.floor(Date.now() / 1_000);
    return {
      iss: provider.issuer,
      aud: clientId,
      sub: 'u-1',
      name: 'Ruth Kamau',
      nonce,
      iat: now,
      exp: now + 300,
      auth_time: now,
    };
  };
  const provider: ShapedProvider = {
    issuer: '',
    metadata: () => ({
      issuer: provider.issuer,
      authorization_endpoint: `${provider.issuer}/authorize`,
      token_endpoint: `${provider.issuer}/token`,
      userinfo_endpoint: `${provider.issuer}/userinfo`,
      jwks_uri: `${provider.issuer}/keys`,
      end_session_endpoint: `${provider.issuer}/end`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    claims: {},
    userInfo: {},
    makeToken: null,
    answer: null,
    asked: [],
    async rotateKeys() {
      rotations += 1;
      const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
      const id = `key-${rotations}`;
      key = {
        id,
        privateKey,
        publicJwk: { ...(await exportJWK(publicKey)), kid: id, alg: 'RS256', use: 'sig' },
      };
    },
    sign: async (claims, typ = 'JWT') =>
      await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.id, typ }).sign(key.privateKey),
    unsigned: (claims) => new UnsecuredJWT(claims).encode(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await provider.rotateKeys();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

/** A gateway's settings for a provider. */
export function oidcSettings(issuer: string, more: Partial<OidcSettings> = {}): OidcSettings {
  return {
    issuer: new URL(issuer),
    clientId: 'pledge',
    clientSecret: 'the secret of the tests',
    scope: 'openid',
    rolesClaim: 'roles',
    roleMap: new Map(ROLES.map((role) => [role, [role]])),
    organisation: { name: 'Crestline' },
    ...more,
  };
}
