import type { DatabaseCluster, DatabaseName } from './database.ts';
import type { AppName, Stack } from './stack.ts';

/** What a fault does while people work, and what an operator does afterwards. */
export interface Fault {
  title: string;
  /** Whether another server becomes the primary. */
  movesPrimary?: boolean;
  /** Breaks something. Returns how it is mended. */
  inject(databases: DatabaseCluster, stack: Stack): Promise<() => Promise<void>>;
}

const nothing = async () => {};
const pause = async (seconds: number) =>
  await new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000));

/** Every fault by the name under which it can be picked. */
export const FAULTS: Record<string, Fault> = {
  primary: {
    title: 'primary and its Patroni killed (`kill -9`)',
    movesPrimary: true,
    async inject(databases) {
      const name = await primaryOf(databases);
      await databases.kill(name);
      return async () => databases.restart(name);
    },
  },
  switchover: {
    title: '`patronictl switchover`',
    movesPrimary: true,
    async inject(databases) {
      await databases.switchover();
      return nothing;
    },
  },
  replica: {
    title: 'synchronous replica and its Patroni killed (`kill -9`)',
    async inject(databases) {
      const name = await databases.synchronous();
      await databases.kill(name);
      return async () => databases.restart(name);
    },
  },
  pgbouncer: {
    title: 'PgBouncer restarted',
    async inject(_, stack) {
      await stack.restartPgBouncer();
      return nothing;
    },
  },
  drain: {
    title: 'a service drained in HAProxy',
    async inject(_, stack) {
      await stack.tellHaproxy('set server services/service1 state drain');
      await pause(10);
      return async () => void (await stack.tellHaproxy('set server services/service1 state ready'));
    },
  },
  gateway: killed('gateway1', 'a gateway killed (`kill -9`)'),
  service: killed('service1', 'a service killed (`kill -9`)'),
  etcd: {
    title: 'etcd away for 20 s',
    async inject(databases) {
      await databases.killEtcd();
      await pause(20);
      databases.startEtcd();
      return nothing;
    },
  },
  silence: {
    title: 'the way from PgBouncer to the primary silent for 15 s',
    async inject(_, stack) {
      await stack.hop.silence(15_000);
      return nothing;
    },
  },
};

function killed(name: AppName, title: string): Fault {
  return {
    title,
    async inject(_, stack) {
      await stack.kill(name);
      return async () => await stack.start(name);
    },
  };
}

async function primaryOf(databases: DatabaseCluster): Promise<DatabaseName> {
  const name = await databases.primary();
  if (!name) throw new Error('There is no primary to kill.');
  return name;
}
