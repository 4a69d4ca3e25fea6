import { describe, expect, it } from 'vitest';
import { GATEWAY_SETTINGS } from '#gateway/config.ts';
import { readServiceConfig, SERVICE_SETTINGS } from '#service/config.ts';
import { misspeltSettings, SERVER_SETTINGS } from './settings.ts';

const ALL = [...SERVER_SETTINGS, ...SERVICE_SETTINGS, ...GATEWAY_SETTINGS];

describe('the name of a variable', () => {
  it.each([
    ['SESION_SECRET', 'SESSION_SECRET'],
    ['SESSOIN_SECRET', 'SESSION_SECRET'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['PROT', 'PORT'],
    ['METRIC_SECRETS', 'METRICS_SECRET'],
  ])('%s is reported as a slip for %s', (name, meant) => {
    expect(misspeltSettings({ [name]: 'x' }, ALL)).toEqual([{ name, meant }]);
  });

  it('is fine if it is a setting, or not close to one', () => {
    const others =
      'HOME PATH HOSTNAME SHELL USER LANG TERM PWD OLDPWD TZ TMPDIR EDITOR LOGNAME NODE_ENV SHLVL _ CI';
    const names = [...ALL, ...others.split(' '), 'npm_config_loglevel', 'PGHOST', 'PGPORT', 'SERVICE_NAME'];
    expect(misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])), ALL)).toEqual([]);
  });
});

it('every variable that the service reads is in the list of its settings', () => {
  const read = new Set<string>();
  const values: Record<string, string> = {
    WEBHOOK_URL: 'https://hooks.test',
    WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  };
  readServiceConfig(
    new Proxy(values, {
      get(target, name: string) {
        read.add(name);
        return target[name];
      },
    }),
  );
  expect([...read].filter((name) => !SERVICE_SETTINGS.includes(name))).toEqual([]);
  expect(SERVICE_SETTINGS.filter((name) => !read.has(name))).toEqual([]);
});
