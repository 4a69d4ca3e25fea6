import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Daemon, type Daemons, until } from './daemons.ts';
import { type Places, settingsOf } from './places.ts';
import { programOf } from './programs.ts';

export type DatabaseName = 'db1' | 'db2' | 'db3';
const NAMES: readonly DatabaseName[] = ['db1', 'db2', 'db3'];
const PYTHON = '/usr/bin/python3';

interface ClusterMember {
  name: DatabaseName;
  role: string;
  state: string;
  lag?: number | string;
}

/** Three PostgreSQL servers under Patroni, and etcd. */
export interface DatabaseCluster {
  /** The primary as Patroni knows it; null while there is none. */
  primary(): Promise<DatabaseName | null>;
  /** The server that has every acknowledged write, besides the primary. */
  synchronous(): Promise<DatabaseName>;
  /** Waits until all three run, and one of them follows synchronously. */
  whole(): Promise<void>;
  /** Kills a server and its Patroni as `kill -9` does. */
  kill(name: DatabaseName): Promise<void>;
  /** Starts the Patroni of a server that was killed. */
  restart(name: DatabaseName): void;
  switchover(): Promise<void>;
  killEtcd(): Promise<void>;
  startEtcd(): void;
}

export async function startDatabases(daemons: Daemons, places: Places): Promise<DatabaseCluster> {
  const { folder } = daemons;
  const hostOf = (name: DatabaseName) => `10.0.0.1${name.at(-1)}`;
  const memberOf = (name: DatabaseName) => ({
    first: { name: 'db1', host: '10.0.0.11' },
    own: { name, host: hostOf(name) },
  });
  const dataOf = (name: DatabaseName) => join(folder, `${name}-data`);

  const etcds: Daemon[] = [];
  const startEtcd = () => {
    for (const name of NAMES) {
      const file = places.localFile(
        'etcd.env',
        [['/var/lib/etcd/pledge', join(folder, `${name}-etcd`)]],
        memberOf(name),
      );
      etcds.push(
        daemons.start([programOf('etcd-server'), '--log-level', 'error'], { env: settingsOf(file) }),
      );
    }
  };
  const patronis = new Map<DatabaseName, Daemon>();
  const restart = (name: DatabaseName) => {
    const path = join(folder, `${name}.yml`);
    const replacements = [
      ['/var/lib/postgresql/15/pledge', dataOf(name)],
      ['/var/lib/postgresql/.pgpass-patroni', join(folder, `${name}.pgpass`)],
      ['/var/run/postgresql', folder],
    ] as const;
    writeFileSync(path, places.localFile('patroni.yml', replacements, memberOf(name)), { mode: 0o644 });
    patronis.set(name, daemons.start([PYTHON, programOf('patroni'), path]));
  };
  const restOf = (name: DatabaseName) => `http://127.0.0.1:${places.portOf(`${hostOf(name)}:8008`)}`;
  const ask = async (path: string, name: DatabaseName) => {
    try {
      const answer = await realFetch(restOf(name) + path, { signal: AbortSignal.timeout(2_000) });
      return { isOk: answer.ok, body: (await answer.json()) as unknown };
    } catch {
      return null;
    }
  };
  const members = async (): Promise<ClusterMember[]> => {
    for (const name of NAMES) {
      const answer = await ask('/cluster', name);
      if (answer) return (answer.body as { members?: ClusterMember[] }).members ?? [];
    }
    return [];
  };
  const primary = async () => {
    const answers = await Promise.all(NAMES.map(async (name) => (await ask('/primary', name))?.isOk && name));
    return answers.find(Boolean) || null;
  };
  const pidOf = (name: DatabaseName) => {
    const file = join(dataOf(name), 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
  };
  const signal = (pid: number, how: NodeJS.Signals) => {
    try {
      return pid > 0 && process.kill(pid, how);
    } catch {
      return false;
    }
  };
  const gone = async (pid: number) => await until(15, `process ${pid} ends`, () => !isAlive(pid));

  startEtcd();
  // Patroni ends its server; one that was killed has left it.
  daemons.add(async () => {
    await Promise.all([...patronis.values()].map((one) => one.end()));
    for (const name of NAMES) {
      const pid = pidOf(name);
      if (isAlive(pid) && signal(pid, 'SIGQUIT')) await gone(pid);
    }
  });
  for (const name of NAMES) restart(name);
  return {
    primary,
    synchronous: async () =>
      await until(
        30,
        'a server follows synchronously',
        async () => (await members()).find(({ role }) => role === 'sync_standby')?.name,
      ),
    async whole() {
      await until(120, 'three databases run, one of them synchronously', async () => {
        const all = await members();
        const running = all.filter(({ state }) => state === 'running' || state === 'streaming');
        return running.length === 3 && all.some(({ role }) => role === 'sync_standby') && (await primary());
      }).catch((error: Error) => {
        const said = [...patronis].map(([name, one]) => `${name}:\n${one.output().slice(-3_000)}`);
        throw new Error(`${error.message}\n${said.join('\n')}`);
      });
    },
    async kill(name) {
      const pid = pidOf(name);
      await patronis.get(name)?.end('SIGKILL');
      signal(pid, 'SIGKILL');
      await gone(pid);
    },
    restart,
    async switchover() {
      const config = join(folder, 'db1.yml');
      const leader = (await members()).find(({ role }) => role === 'leader')?.name ?? '';
      const to = (await members()).find(({ role }) => role === 'sync_standby')?.name ?? '';
      const args = ['--leader', leader, '--candidate', to, '--force', 'pledge'];
      await daemons.run([PYTHON, '/usr/bin/patronictl', '-c', config, 'switchover', ...args]);
    },
    async killEtcd() {
      await Promise.all(etcds.splice(0).map((one) => one.end('SIGKILL')));
    },
    startEtcd,
  };
}

/** Whether a process runs; one that has ended may stay in the list until its parent looks. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}

/** Kept, because a person of the crash suite takes the place of this process's own `fetch`. */
const realFetch = globalThis.fetch;
