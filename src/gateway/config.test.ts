import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keptSessionSecret } from '#server/session-secret.ts';
import { readGatewayConfig } from './config.ts';

describe('the settings of the gateway', () => {
  it('have defaults for everything', () => {
    expect(readGatewayConfig({})).toMatchObject({
      port: 4173,
      host: '127.0.0.1',
      serviceUrl: undefined,
      sessionIdleMs: 30 * 60_000,
      parameterNames: {},
      memberIdInPath: '_id',
      trustProxy: false,
    });
    expect(readGatewayConfig({ PORT: '', SERVICE_URL: '' }).port).toBe(4173);
  });

  it('are read', () => {
    const config = readGatewayConfig({
      PORT: '0',
      SERVICE_URL: 'https://service.example.com/base/',
      PUBLIC_ORIGIN: 'https://desk.example.com/',
      PARAMETER_NAMES: '{"listLoans":{"limit":"per_page"}}',
      SESSION_SECRET: `${'n'.repeat(32)}, ${'o'.repeat(32)}`,
      MEMBER_ID: 'user._id',
    });
    expect(config).toMatchObject({
      port: 0,
      serviceUrl: 'https://service.example.com/base',
      publicOrigin: 'https://desk.example.com',
      parameterNames: { listLoans: { limit: 'per_page' } },
      sessionSecrets: ['n'.repeat(32), 'o'.repeat(32)],
      memberIdInPath: 'user._id',
    });
  });

  it.each([
    [{ PORT: '70000' }, /^PORT must be a whole number from 0 to 65535; it is "70000"\.$/],
    [{ PORT: '80a' }, /^PORT must be a whole number/],
    [{ MEMBER_ID: 'email' }, /^MEMBER_ID must be _id or user\._id; it is "email"\.$/],
    [{ SERVICE_URL: 'service.example.com' }, /^SERVICE_URL must be an http or https address/],
    [{ SERVICE_URL: 'file:///etc/passwd' }, /^SERVICE_URL must be/],
    [{ SERVICE_URL: 'https://service.example.com/?key=1' }, /^SERVICE_URL must be .* without user, password/],
    [
      { SERVICE_URL: 'https://service.example.com/#a' },
      /^SERVICE_URL must be .* without user, password, query and fragment/,
    ],
    [
      { PUBLIC_ORIGIN: 'https://example.com/pledge' },
      /^PUBLIC_ORIGIN must be .* such as https:\/\/pledge\.example\.com, without a path/,
    ],
    ...[
      'http://id.example.com',
      'https://u:p@id.example.com',
      'https://id.example.com/?a',
      'id.example.com',
    ].map((issuer): [Record<string, string>, RegExp] => [
      { OIDC_ISSUER: issuer },
      /^OIDC_ISSUER must be an https address/,
    ]),
    [{ OIDC_CLIENT_ID: 'pledge' }, /^OIDC_CLIENT_ID is set, so OIDC_ISSUER must be, too/],
    [{ OIDC_CLIENT_SECRET: 'a-secret' }, /^OIDC_CLIENT_SECRET is set, so OIDC_ISSUER must be, too/],
    [{ OIDC_ORGANISATION: 'Acme' }, /^OIDC_ORGANISATION is set, so OIDC_ISSUER must be, too/],
    [{ OIDC_ORGANISATION_CLAIM: 'org' }, /^OIDC_ORGANISATION_CLAIM is set, so OIDC_ISSUER must be, too/],
    [{ OIDC_ROLE_MAP: '{"a":"creditor"}' }, /^OIDC_ROLE_MAP is set, so OIDC_ISSUER must be, too/],
    ...['..', 'roles.', 'realm_access..roles'].flatMap((claim): [Record<string, string>, RegExp][] => [
      [{ OIDC_ROLES_CLAIM: claim }, /^OIDC_ROLES_CLAIM must be the name of a claim or the path to it/],
      [{ OIDC_ORGANISATION_CLAIM: claim }, /^OIDC_ORGANISATION_CLAIM must be the name of a claim/],
    ]),
    [{ OIDC_SCOPE: 'profile email' }, /^OIDC_SCOPE must contain openid; it is "profile email"\.$/],
    [
      { OIDC_CLIENT_ID: 'pledge\r' },
      /^OIDC_CLIENT_ID begins or ends with a space or a line end\. Remove it\.$/,
    ],
    [{ WEBHOOK_IN_ORGANISATION: ' ' }, /^WEBHOOK_IN_ORGANISATION begins or ends with a space/],
    [{ SERVICE_TIMEOUT_MS: '1e9999' }, /^SERVICE_TIMEOUT_MS must be a whole number/],
    [{ METRICS_SECRET: 'short' }, /^METRICS_SECRET must have at least 16 characters\.$/],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY must be on or off/],
    [{ PARAMETER_NAMES: '{' }, /^PARAMETER_NAMES must be JSON such as/],
    [{ PARAMETER_NAMES: '{"loans":{}}' }, /names the endpoint loans, which is none of/],
    [
      { PARAMETER_NAMES: '{"listLoans":{"size":"n"}}' },
      /names the parameter size, which listLoans doesn't have/,
    ],
    [
      { PARAMETER_NAMES: '{"listLoans":{"limit":"page"}}' },
      /^PARAMETER_NAMES gives two parameters of listLoans the name page/,
    ],
  ])('refuse %j and name the variable', (env, message) => {
    expect(() => readGatewayConfig(env)).toThrow(message);
  });

  it('never show a secret', () => {
    expect(() => readGatewayConfig({ SESSION_SECRET: 'short-secret' })).toThrow(
      /^SESSION_SECRET must have at least 32/,
    );
    expect(() => readGatewayConfig({ SESSION_SECRET: 'short-secret' })).not.toThrow(/short-secret/);
    const address = { SERVICE_URL: 'ftp://user:short-secret@service.example.com' };
    expect(() => readGatewayConfig(address)).toThrow(/^SERVICE_URL must be an http or https address/);
    expect(() => readGatewayConfig(address)).not.toThrow(/short-secret/);
  });
});

describe('the session secret of a data folder', () => {
  it('is made once, kept, and readable by its owner alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pledge-secret-'));
    const data = join(folder, 'data');
    const secret = keptSessionSecret(data);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(keptSessionSecret(data)).toBe(secret);
    expect(readFileSync(join(data, 'session-secret'), 'utf8')).toBe(secret);
    expect(statSync(join(data, 'session-secret')).mode & 0o077).toBe(0);
    expect(keptSessionSecret(join(folder, 'other'))).not.toBe(secret);
    rmSync(folder, { recursive: true });
  });
});
