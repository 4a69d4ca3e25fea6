import { describe, expect, it } from 'vitest';
import { ConfigError } from '#server/config.ts';
import { readServiceConfig } from './config.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('the service’s settings', () => {
  it('have a default each, so that nothing has to be set', () => {
    expect(readServiceConfig({})).toEqual({
      databaseUrl: undefined,
      databaseListens: true,
      dataDir: '.data',
      timeZone: 'Africa/Lagos',
      requestsPerMinute: 0,
      refusalsPerMinute: 60,
      trustProxy: false,
      demoData: true,
      webhook: undefined,
    });
  });

  it('are the defaults where they are set to nothing', () => {
    const names = [
      'DATABASE_URL',
      'DATA_DIR',
      'TIME_ZONE',
      'RATE_LIMIT_PER_MINUTE',
      'DEMO_DATA',
      'WEBHOOK_URL',
    ];
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readServiceConfig(empty)).toEqual(readServiceConfig({}));
  });

  it('are taken from the environment', () => {
    const env = {
      DATABASE_URL: 'postgresql://user@db.example.com/pledge',
      DATABASE_LISTEN: 'off',
      DATA_DIR: '/var/lib/pledge',
      TIME_ZONE: 'Europe/Berlin',
      RATE_LIMIT_PER_MINUTE: '600',
      SIGN_IN_REFUSALS_PER_MINUTE: '5',
      TRUST_PROXY: 'on',
      DEMO_DATA: 'off',
      WEBHOOK_URL: 'https://hooks.example.com/in?to=pledge',
      WEBHOOK_SECRET: SECRET,
    };
    expect(readServiceConfig(env)).toEqual({
      databaseUrl: 'postgresql://user@db.example.com/pledge',
      databaseListens: false,
      dataDir: '/var/lib/pledge',
      timeZone: 'Europe/Berlin',
      requestsPerMinute: 600,
      refusalsPerMinute: 5,
      trustProxy: true,
      demoData: false,
      webhook: { url: 'https://hooks.example.com/in?to=pledge', secret: SECRET },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/pledge' }],
    ['DATABASE_URL', { DATABASE_URL: 'localhost:5432' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://user:p#ss@db.example.com/pledge' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://db.example.com/pledge?sslrootcert=/nowhere.pem' }],
    ['DATA_DIR begins or ends with a space or a line end', { DATA_DIR: '/var/lib/pledge\r' }],
    ['DATA_DIR', { DATA_DIR: ' ' }],
    ['TIME_ZONE', { TIME_ZONE: 'Mars/Olympus' }],
    ['RATE_LIMIT_PER_MINUTE', { RATE_LIMIT_PER_MINUTE: '-1' }],
    ['RATE_LIMIT_PER_MINUTE', { RATE_LIMIT_PER_MINUTE: '1.5' }],
    ['RATE_LIMIT_PER_MINUTE', { RATE_LIMIT_PER_MINUTE: '1e3' }],
    ['RATE_LIMIT_PER_MINUTE', { RATE_LIMIT_PER_MINUTE: 'many' }],
    ['RATE_LIMIT_PER_MINUTE', { RATE_LIMIT_PER_MINUTE: '99999999999' }],
    ['DEMO_DATA', { DEMO_DATA: 'yes' }],
    ['DEMO_DATA', { DEMO_DATA: 'true' }],
    ['WEBHOOK_URL', { WEBHOOK_URL: 'ftp://example.com', WEBHOOK_SECRET: SECRET }],
    ['WEBHOOK_URL', { WEBHOOK_URL: 'hooks.example.com', WEBHOOK_SECRET: SECRET }],
    ['WEBHOOK_URL', { WEBHOOK_URL: 'https://user:pass@example.com', WEBHOOK_SECRET: SECRET }],
    ['WEBHOOK_SECRET', { WEBHOOK_URL: 'https://example.com' }],
    ['WEBHOOK_URL must be too', { WEBHOOK_SECRET: SECRET }],
    ['WEBHOOK_SECRET', { WEBHOOK_URL: 'https://example.com', WEBHOOK_SECRET: 'whsec_short' }],
    [
      'WEBHOOK_SECRET',
      { WEBHOOK_URL: 'https://example.com', WEBHOOK_SECRET: 'whsec_not base64 at all, really!' },
    ],
  ])('are refused by the name of %s for %j', (name, env) => {
    expect(() => readServiceConfig(env)).toThrow(ConfigError);
    expect(() => readServiceConfig(env)).toThrow(name);
  });

  it('never repeat a secret in what they say of it', () => {
    const env = { WEBHOOK_URL: 'https://example.com', WEBHOOK_SECRET: 'whsec_my dear secret' };
    expect(() => readServiceConfig(env)).toThrow(/^(?!.*my dear secret)/);
    const url = { DATABASE_URL: 'mysql://user:my-dear-secret@localhost/pledge' };
    expect(() => readServiceConfig(url)).toThrow(/^(?!.*my-dear-secret)/);
    const unreadable = { DATABASE_URL: 'postgres://user:my-dear-secret#@localhost/pledge' };
    expect(() => readServiceConfig(unreadable)).toThrow(/^(?!.*my-dear-secret)/);
    for (const protocol of ['https', 'ftp']) {
      const hook = {
        WEBHOOK_URL: `${protocol}://user:my-dear-secret@example.com`,
        WEBHOOK_SECRET: SECRET,
      };
      expect(() => readServiceConfig(hook)).toThrow(/^(?!.*my-dear-secret)/);
    }
  });
});
