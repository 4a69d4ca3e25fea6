import { randomBytes } from 'node:crypto';
import { type Balancer, startBalancer } from '#tests/support/balancer.ts';
import { startKillablePostgres } from '#tests/support/postgres.mjs';
import { freePort } from '#tests/support/postgres-server.mjs';
import { type RunningProcess, startProgram, temporaryFolder } from '#tests/support/processes.ts';
import { openShortLivedPool } from '#tests/support/short-lived-pool.ts';
import { addOrders, type Stores, type System } from './system.ts';

export type Member = 'gateway 1' | 'gateway 2' | 'service 1' | 'service 2';

/** Two gateways and two services on one PostgreSQL, a round-robin before each pair. */
export interface Cluster extends Pick<System, 'address' | 'restart' | 'output' | 'close'> {
  /** Each gateway by itself. */
  gateways: readonly [string, string];
  /** The round-robin before the services. */
  services: string;
  kill(member: Member): Promise<void>;
  visit<T>(look: (stores: Stores) => Promise<T>): Promise<T>;
}

/** Starts a cluster with demo data and so many more active orders of Crestline's. */
export async function startCluster(orders: number): Promise<Cluster> {
  const postgres = await startKillablePostgres();
  if (!postgres) throw new Error('No PostgreSQL server is installed here.');
  const folder = temporaryFolder();
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()] as const;
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const [desks, services]: Balancer[] = [
    await startBalancer([at(ports[0]), at(ports[1])]),
    await startBalancer([at(ports[2]), at(ports[3])]),
  ];
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const common = { LOG_LEVEL: 'warn', DATABASE_URL: postgres.url, DATA_DIR: folder.path };
  const gateway = {
    ...common,
    SERVICE_URL: services?.address ?? '',
    SESSION_SECRET: randomBytes(32).toString('hex'),
    WEBHOOK_IN_SECRET: secret,
  };
  const service = { ...common, WEBHOOK_URL: `${desks?.address}/webhooks`, WEBHOOK_SECRET: secret };
  const members: [Member, 'gateway' | 'service', Record<string, string>][] = [
    ['service 1', 'service', { ...service, PORT: String(ports[2]) }],
    ['service 2', 'service', { ...service, PORT: String(ports[3]) }],
    ['gateway 1', 'gateway', { ...gateway, PORT: String(ports[0]) }],
    ['gateway 2', 'gateway', { ...gateway, PORT: String(ports[1]) }],
  ];
  const running = new Map<Member, RunningProcess>();
  const pool = openShortLivedPool(postgres.url, 2);
  const restart = async () => {
    for (const [name, { child, output }] of running) {
      if (child.exitCode !== null) throw new Error(`${name} ended by itself:\n${output()}`);
    }
    const missing = members.filter(([name]) => !running.has(name));
    // All at once, on an empty database too: they take turns where they must.
    const started = await Promise.all(missing.map(([, program, env]) => startProgram(program, env)));
    for (const [place, [name]] of missing.entries()) running.set(name, started[place] as RunningProcess);
  };
  const close = async () => {
    for (const one of running.values()) await one.end('SIGKILL');
    await Promise.all([desks?.close(), services?.close(), pool.end()]);
    await postgres.stop();
    folder.remove();
  };
  try {
    await restart();
    await addOrders(pool, orders);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    address: desks?.address ?? '',
    services: services?.address ?? '',
    gateways: [at(ports[0]), at(ports[1])],
    async kill(member) {
      const one = running.get(member);
      running.delete(member);
      await one?.end('SIGKILL');
    },
    restart,
    visit: async (look) => await look({ service: pool, desk: pool }),
    output: () => [...running].map(([name, one]) => `${name}:\n${one.output()}`).join('\n'),
    close,
  };
}
