import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { migrateStore } from '#gateway/store.ts';
import { openPool } from '#server/db/open.ts';
import { openDatabase } from '#service/db/open.ts';
import { type KillablePostgres, startKillablePostgres } from '#tests/support/postgres.mjs';
import { freePort } from '#tests/support/postgres-server.mjs';
import { type RunningProcess, startProgram, temporaryFolder } from '#tests/support/processes.ts';
import { openShortLivedPool } from '#tests/support/short-lived-pool.ts';

/** `together`: the gateway with the embedded service; `apart`: each a process with a database of its own. */
export const TOPOLOGIES = ['together', 'apart', 'postgres'] as const;
type Topology = (typeof TOPOLOGIES)[number];
export type Victim = 'gateway' | 'service' | 'database';

export interface Stores {
  service: Pool;
  desk: Pool;
}

/** The built programs as they are deployed. Each can be killed and started again at its address. */
export interface System {
  address: string;
  victims: Victim[];
  kill(victim: Victim): Promise<void>;
  /** Starts all that was killed. */
  restart(): Promise<void>;
  /** Looks into the stores; an embedded one can be looked into only while nothing runs, so all is killed before. */
  visit<T>(look: (stores: Stores) => Promise<T>): Promise<T>;
  /** Ends what runs as an operator would, so that it finishes what it is at. */
  stop(): Promise<void>;
  /** What the programs wrote since they were last started. */
  output(): string;
  close(): Promise<void>;
}

/** Starts a system with demo data and so many more active orders of Crestline. */
export async function startSystem(topology: Topology, orders: number): Promise<System> {
  const folders = [temporaryFolder(), temporaryFolder()] as const;
  const [gatewayPort, servicePort] = [await freePort(), await freePort()];
  const address = `http://127.0.0.1:${gatewayPort}`;
  const postgres = topology === 'postgres' ? await startKillablePostgres() : null;
  const environments = environmentsOf(topology, { folders, gatewayPort, servicePort, postgres });
  const running = new Map<Victim, RunningProcess>();
  let databaseUp = true;

  const restart = async () => {
    for (const [name, { child, output }] of running) {
      if (child.exitCode !== null) throw new Error(`The ${name} ended by itself:\n${output()}`);
    }
    if (!databaseUp) await postgres?.start();
    databaseUp = true;
    // The receiver before the sender, whose pauses grow with each failed attempt.
    for (const name of ['gateway', 'service'] as const) {
      const env = environments[name];
      if (env && !running.has(name)) running.set(name, await startProgram(name, env));
    }
  };
  const kill = async (victim: Victim) => {
    if (victim === 'database') {
      databaseUp = false;
      return await postgres?.kill();
    }
    const one = running.get(victim);
    running.delete(victim);
    await one?.end('SIGKILL');
  };
  const visit: System['visit'] = async (look) => {
    if (postgres) {
      if (!databaseUp) await restart();
      const pool = openShortLivedPool(postgres.url, 2);
      return await look({ service: pool, desk: pool }).finally(() => pool.end());
    }
    for (const victim of ['gateway', 'service'] as const) await kill(victim);
    const service = await openDatabase({ databaseUrl: undefined, dataDir: folders[0].path });
    const desk =
      topology === 'apart'
        ? await openPool({ databaseUrl: undefined, dataDir: folders[1].path }, migrateStore)
        : service;
    try {
      return await look({ service: service.pool, desk: desk.pool });
    } finally {
      await service.close();
      if (desk !== service) await desk.close();
    }
  };
  const stop = async () => {
    for (const [victim, one] of [...running].reverse()) {
      await one.end('SIGTERM');
      running.delete(victim);
    }
  };
  const close = async () => {
    for (const one of running.values()) await one.end('SIGKILL');
    await postgres?.stop();
    for (const folder of folders) folder.remove();
  };
  try {
    await restart();
    await visit(async ({ service }) => await addOrders(service, orders));
    await restart();
  } catch (error) {
    await close();
    throw error;
  }
  const output = () => [...running].map(([name, one]) => `${name}:\n${one.output()}`).join('\n');
  const victims: Victim[] = environments.service ? ['gateway', 'service'] : ['gateway'];
  const all: Victim[] = postgres ? [...victims, 'database'] : victims;
  return { address, victims: all, kill, restart, visit, stop, output, close };
}

interface Places {
  folders: readonly [{ path: string }, { path: string }];
  gatewayPort: number;
  servicePort: number;
  postgres: KillablePostgres | null;
}

function environmentsOf(topology: Topology, { folders, gatewayPort, servicePort, postgres }: Places) {
  const quiet = { LOG_LEVEL: 'warn' };
  const gateway = { ...quiet, PORT: String(gatewayPort) };
  if (topology === 'together') return { gateway: { ...gateway, DATA_DIR: folders[0].path } };
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const database = postgres ? { DATABASE_URL: postgres.url } : {};
  return {
    service: {
      ...quiet,
      ...database,
      PORT: String(servicePort),
      DATA_DIR: folders[0].path,
      WEBHOOK_URL: `http://127.0.0.1:${gatewayPort}/webhooks`,
      WEBHOOK_SECRET: secret,
    },
    gateway: {
      ...gateway,
      ...database,
      DATA_DIR: folders[1].path,
      SERVICE_URL: `http://127.0.0.1:${servicePort}`,
      WEBHOOK_IN_SECRET: secret,
    },
  };
}

/** Adds active orders with their escrow to Crestline's first member. */
export async function addOrders(pool: Pool, count: number): Promise<void> {
  await pool.query(
    `insert into service.member_order
     select 'crash' || to_char(n, 'FM0000'), o.organisation_id, o.user_id, o.token_id, 1, o.currency, 1, 'Buy',
       o.owner_model, 'Active', o.created_at, o.updated_at
     from generate_series(1, $1::int) n, (
       select r.* from service.member_order r join service.organisation g on g.id = r.organisation_id
       where g.name = 'Crestline' order by r.id limit 1) o`,
    [count],
  );
  await pool.query(
    `insert into service.escrow_entry select id, 'hold', currency, 1, created_at from service.member_order
     where id like 'crash%'`,
  );
}

/** The added orders with the member that owns them. */
export async function addedOrders({ service }: Stores): Promise<{ member: string; order: string }[]> {
  const { rows } = await service.query(
    `select m.id as member, r.id as "order" from service.member_order r
     join service.member m on m.user_id = r.user_id where r.id like 'crash%' order by r.id`,
  );
  return rows;
}

/** Makes what waits for its time due: deliveries that a dead sender had taken, and entries that a dead gateway had. */
export async function letTimePass({ service, desk }: Stores): Promise<void> {
  await service.query(`update service.outbox set next_attempt_at = now() where delivered_at is null`);
  await desk.query(
    `update desk.journal set at = at - interval '10 minutes', sent_at = sent_at - interval '10 minutes' where outcome = 'pending'`,
  );
}
