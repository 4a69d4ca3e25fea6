import { describe, expect, it } from 'vitest';
import { ConfigError, readServiceConfig, readWhole } from './config.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('the service’s settings', () => {
  it('have a default each, so that nothing has to be set', () => {
    expect(readServiceConfig({})).toEqual({
      databaseUrl: undefined,
      dataDir: '.data',
      timeZone: 'Africa/Lagos',
      requestsPerMinute: 0,
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
      DATA_DIR: '/var/lib/pledge',
      TIME_ZONE: 'Europe/Berlin',
      RATE_LIMIT_PER_MINUTE: '600',
      DEMO_DATA: 'off',
      WEBHOOK_URL: 'https://hooks.example.com/in?to=pledge',
      WEBHOOK_SECRET: SECRET,
    };
    expect(readServiceConfig(env)).toEqual({
      databaseUrl: 'postgresql://user@db.example.com/pledge',
      dataDir: '/var/lib/pledge',
      timeZone: 'Europe/Berlin',
      requestsPerMinute: 600,
      demoData: false,
      webhook: { url: 'https://hooks.example.com/in?to=pledge', secret: SECRET },
    });
  });

  it.each<[string, Record<string, string>]>([
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/pledge' }],
    ['DATABASE_URL', { DATABASE_URL: 'localhost:5432' }],
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
    ['WEBHOOK_SECRET', { WEBHOOK_URL: 'https://example.com' }],
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
  });
});

describe('a whole number of the environment', () => {
  it('is taken from its lowest to its highest, and refused beyond', () => {
    expect(readWhole({ PORT: '0' }, 'PORT', 4180, 0, 65_535)).toBe(0);
    expect(readWhole({ PORT: '65535' }, 'PORT', 4180, 0, 65_535)).toBe(65_535);
    expect(readWhole({}, 'PORT', 4180, 0, 65_535)).toBe(4180);
    for (const text of ['65536', '-0', ' 80', '8O', '٨', '0x50']) {
      expect(() => readWhole({ PORT: text }, 'PORT', 4180, 0, 65_535)).toThrow(
        `PORT must be a whole number from 0 to 65535; it is "${text}".`,
      );
    }
  });
});
