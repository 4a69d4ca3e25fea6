import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { GATEWAY_SETTINGS, readGatewayConfig } from '#gateway/config.ts';
import { SERVER_SETTINGS } from '#server/settings.ts';
import { readServiceConfig, SERVICE_SETTINGS } from '#service/config.ts';

const ALL = [...new Set([...SERVER_SETTINGS, ...SERVICE_SETTINGS, ...GATEWAY_SETTINGS])].sort();

/** The settings of the sample by name: those that are set, and the defaults of the others. */
const sample = readFileSync('deploy/pledge.env', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, comment, name = '', value = ''] = /^(#?)([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return name ? [{ name, value, isSet: comment === '' }] : [];
  });

/** The defaults that docs/operating.md gives, by the name of the setting. */
const documented = new Map(
  [...readFileSync('docs/operating.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| (.*?) \|/gm)].map(
    ([, name = '', text = '']) => [name, /^`([^`]*)`/.exec(text)?.[1] ?? ''],
  ),
);

describe('the sample of settings', () => {
  it('has every setting once, and so do the docs', () => {
    expect(sample.map(({ name }) => name).sort()).toEqual(ALL);
    expect([...documented.keys()].sort()).toEqual(ALL);
  });

  it('shows the documented default of every setting that it leaves alone', () => {
    const shown = sample.filter(({ isSet }) => !isSet);
    expect(shown.map(({ name, value }) => `${name}=${value}`)).toEqual(
      shown.map(({ name }) => `${name}=${documented.get(name)}`),
    );
  });

  it('can be used as it is, and its defaults are those of the code', () => {
    const set = Object.fromEntries(
      sample.filter(({ isSet }) => isSet).map(({ name, value }) => [name, value]),
    );
    const all = Object.fromEntries(sample.map(({ name, value }) => [name, value]));
    expect(readGatewayConfig(all)).toEqual(readGatewayConfig(set));
    // The gateway's limit is shown; the service by itself has another.
    const { refusalsPerMinute, ...service } = readServiceConfig(set);
    expect(readServiceConfig(all)).toEqual({ ...service, refusalsPerMinute: 10 });
    expect(refusalsPerMinute).toBe(60);
  });
});

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const noSystemd =
  analyze('--version').status === 0 ? '' : ' (skipped: systemd-analyze is not installed here)';
const folder = mkdtempSync(join(tmpdir(), 'pledge-deploy-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(noSystemd)(`the systemd unit${noSystemd}`, () => {
  it('is valid, and starts a program that the build makes', () => {
    const unit = readFileSync('deploy/pledge.service', 'utf8');
    const path = join(folder, 'pledge.service');
    const [, program = ''] = /^ExecStart=\/usr\/bin\/node (\S+)$/m.exec(unit) ?? [];
    expect(program).toBe('dist/server/gateway.js');
    expect(readFileSync('package.json', 'utf8')).toContain(`"start": "node ${program}"`);
    // Node may be elsewhere on this machine, and the check looks for it.
    writeFileSync(path, unit.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = analyze('verify', '--man=no', path);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('leaves little of the machine exposed', () => {
    const { status, stdout } = analyze(
      'security',
      '--offline=yes',
      '--threshold=20',
      'deploy/pledge.service',
    );
    expect(status, stdout).toBe(0);
  });
});

describe('the container file', () => {
  const lines = readFileSync('deploy/Containerfile', 'utf8').split('\n');

  it('copies only what exists, and all that a build reads', () => {
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.*) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    expect(copied.filter((path) => !existsSync(path))).toEqual([]);
    const [, sources = ''] =
      /const sources = \[([^\]]*)\]/.exec(readFileSync('scripts/prepare.mjs', 'utf8')) ?? [];
    const read = [...sources.matchAll(/'([^']+)'/g)].map(([, path]) => path);
    expect(read.length).toBeGreaterThan(4);
    expect(copied).toEqual(expect.arrayContaining([...read, 'src', 'public']));
  });

  it('runs Pledge as a user that is not root', () => {
    const users = lines.flatMap((line) => /^USER (.*)$/.exec(line)?.[1] ?? []);
    expect(users).toEqual(['node']);
    expect(lines.lastIndexOf('USER node')).toBeGreaterThan(
      lines.findLastIndex((line) => line.startsWith('FROM ')),
    );
  });
});
