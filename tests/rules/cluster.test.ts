import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GATEWAY_SETTINGS } from '#gateway/config.ts';
import { SERVER_SETTINGS } from '#server/settings.ts';
import { SERVICE_SETTINGS } from '#service/config.ts';

const file = (name: string) => readFileSync(join('deploy', 'cluster', name), 'utf8');
const settings = (name: string) =>
  Object.fromEntries([...file(name).matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, key, value]) => [key, value]));

describe('the files of a cluster', () => {
  it.each(['service.env', 'gateway.env'])('has settings in %s that Pledge knows', (name) => {
    const known = [...SERVER_SETTINGS, ...SERVICE_SETTINGS, ...GATEWAY_SETTINGS];
    expect(Object.keys(settings(name)).filter((key) => !known.includes(key))).toEqual([]);
  });

  it('lead from each part to the next', () => {
    const [service, gateway, haproxy, pgbouncer] = [
      settings('service.env'),
      settings('gateway.env'),
      file('haproxy.cfg'),
      file('pgbouncer.ini'),
    ];
    for (const { HOST, PORT } of [service, gateway]) expect(haproxy).toContain(` ${HOST}:${PORT} check`);
    const [pooler = '', primary = ''] = ['DATABASE_URL', 'DATABASE_DIRECT_URL'].map((name) => service[name]);
    expect([gateway.DATABASE_URL, gateway.DATABASE_DIRECT_URL]).toEqual([pooler, primary]);
    expect(pgbouncer).toContain(`listen_port = ${new URL(pooler).port}`);
    expect(pgbouncer).toContain(`port=${new URL(primary).port}`);
    for (const address of [primary, gateway.SERVICE_URL, service.WEBHOOK_URL]) {
      expect(haproxy).toContain(`bind ${new URL(address ?? '').host}`);
    }
    const rest = /listen: (10\.0\.0\.11:8008)/.exec(file('patroni.yml'))?.[1]?.split(':') ?? [];
    expect(haproxy).toContain(`check addr ${rest[0]} port ${rest[1]}`);
  });

  it('are all explained on the page of the cluster', () => {
    const page = readFileSync('docs/cluster.md', 'utf8');
    expect(readdirSync(join('deploy', 'cluster')).filter((name) => !page.includes(name))).toEqual([]);
  });
});
