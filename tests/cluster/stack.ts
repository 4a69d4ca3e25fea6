import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Front, frontPorts, startFront } from '#tests/operating/front.ts';
import { type Daemon, type Daemons, until } from './daemons.ts';
import { type Hop, startHop } from './hop.ts';
import { type Places, settingsOf } from './places.ts';
import { programOf } from './programs.ts';

/** The passwords of the sample are of no use to anyone here. */
const PASSWORD = 'change-me';

export type AppName = 'gateway1' | 'gateway2' | 'service1' | 'service2';

/** How long a service may take to start: it loads the demo data, on a busy machine, too. */
const START_S = 180;

/** What runs before the databases: PgBouncer, HAProxy, services, gateways, nginx. */
export interface Stack {
  /** Where browsers go, and the certificate that they find there. */
  origin: string;
  httpsPort: number;
  ca: Buffer;
  /** Past the pooler, to the primary. */
  directUrl: string;
  /** The hop between PgBouncer and HAProxy. */
  hop: Hop;
  restartPgBouncer(): Promise<void>;
  /** Says something to HAProxy by its socket. */
  tellHaproxy(command: string): Promise<string>;
  kill(name: AppName): Promise<void>;
  start(name: AppName): Promise<void>;
  /** The last words of services and gateways. */
  output(): string;
}

/** Starts all of it over databases that are there. */
export async function startStack(daemons: Daemons, places: Places): Promise<Stack> {
  const { folder } = daemons;
  const asPostgres = { PGPASSWORD: PASSWORD };
  const primaryPort = places.portOf('127.0.0.1:5000');
  const adminSocket = join(folder, 'haproxy.sock');
  const haproxyFile = join(folder, 'haproxy.cfg');
  const haproxyText = places.localFile('haproxy.cfg', [['/run/haproxy/admin.sock', adminSocket]]);
  writeFileSync(haproxyFile, haproxyText, { mode: 0o644 });
  daemons.start([programOf('haproxy'), '-db', '-f', haproxyFile]);
  const hop = await startHop(primaryPort);
  daemons.add(hop.close);

  const psql = [
    programOf('postgresql-client-15'),
    '-h',
    '127.0.0.1',
    '-p',
    String(primaryPort),
    '-U',
    'postgres',
  ] as const;
  // It takes every server for a primary until its checks have failed.
  await until(30, 'HAProxy leads to the primary alone', async () => {
    const servers = await tell(adminSocket, 'show stat').catch(() => '');
    return servers.match(/^primary,db\d,(?:[^,]*,){15}UP/gm)?.length === 1;
  });
  await daemons.run([...psql, '-f', join(process.cwd(), 'deploy/cluster/create-database.sql')], asPostgres);

  const usersFile = join(folder, 'userlist.txt');
  writeFileSync(usersFile, `"pledge" "${PASSWORD}"\n`, { mode: 0o644 });
  const poolerFile = join(folder, 'pgbouncer.ini');
  const poolerText = places.localFile('pgbouncer.ini', [
    ['host=127.0.0.1 port=5000', `host=127.0.0.1 port=${hop.port}`],
    ['listen_port = 6432', `listen_port = ${places.portOf('127.0.0.1:6432')}`],
    ['unix_socket_dir = /var/run/postgresql', 'unix_socket_dir ='],
    ['/etc/pgbouncer/userlist.txt', usersFile],
    ['/var/log/postgresql/', `${folder}/`],
    ['/var/run/postgresql/', `${folder}/`],
  ]);
  writeFileSync(poolerFile, poolerText, { mode: 0o644 });
  const startPooler = () => daemons.start([programOf('pgbouncer'), poolerFile]);
  let pooler: Daemon = startPooler();

  const ports = await frontPorts();
  const environments = environmentsOf(places, folder, ports.origin);
  const running = new Map<AppName, Daemon>();
  const start = async (name: AppName) => {
    const program = join(process.cwd(), 'dist', 'server', `${name.slice(0, -1)}.js`);
    const one = daemons.start([process.execPath, program], { env: environments(name), asRoot: true });
    running.set(name, one);
    let hasEnded = false;
    void one.ended.then(() => {
      hasEnded = true;
    });
    await until(START_S, `${name} starts`, () => {
      if (hasEnded) throw new Error(`${name} ended:\n${one.output()}`);
      return /(?:ready at|listens on) https?:/.test(one.output());
    });
  };
  // The second finds what the first has made, or waits for it.
  await Promise.all([start('service1'), start('service2')]);
  await Promise.all([start('gateway1'), start('gateway2')]);
  const programs = { nginx: programOf('nginx'), openssl: programOf('openssl') };
  const front: Front = await startFront(programs, folder, ports, [places.portOf('127.0.0.1:8080')]);
  daemons.add(front.stop);
  return {
    origin: ports.origin,
    httpsPort: ports.port,
    ca: readFileSync(join(folder, 'certificate.pem')),
    directUrl: `postgres://postgres:${PASSWORD}@127.0.0.1:${primaryPort}/pledge`,
    hop,
    async restartPgBouncer() {
      await pooler.end();
      pooler = startPooler();
    },
    tellHaproxy: async (command) => await tell(adminSocket, command),
    kill: async (name) => await running.get(name)?.end('SIGKILL'),
    start,
    output: () => [...running].map(([name, one]) => `${name}:\n${one.output().slice(-4_000)}`).join('\n'),
  };
}

/** The settings of each process: those of deploy/cluster, with demo data, and secrets of this run. */
function environmentsOf(places: Places, folder: string, origin: string) {
  const secrets = [
    ['whsec_change-me', `whsec_${randomBytes(24).toString('base64')}`],
    ['SESSION_SECRET=change-me', `SESSION_SECRET=${randomBytes(32).toString('hex')}`],
    ['https://pledge.example.com', origin],
    ['DEMO_DATA=off', 'DEMO_DATA=on'],
  ] as const;
  return (name: AppName): Record<string, string> => {
    const file = name.startsWith('gateway') ? 'gateway.env' : 'service.env';
    const text = readFileSync(join('deploy', 'cluster', file), 'utf8');
    const host = name.endsWith('1') ? '10.0.0.21' : '10.0.0.22';
    const port = settingsOf(text).PORT ?? '';
    const replacements = [
      ...secrets.filter(([from]) => text.includes(from)),
      ['HOST=10.0.0.21', 'HOST=127.0.0.1'],
      [`PORT=${port}`, `PORT=${places.portOf(`${host}:${port}`)}`],
    ] as const;
    return { LOG_LEVEL: 'warn', DATA_DIR: folder, ...settingsOf(places.localFile(file, replacements)) };
  };
}

async function tell(socketPath: string, command: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    let said = '';
    const socket = connect(socketPath, () => socket.write(`${command}\n`));
    socket.on('data', (chunk) => {
      said += chunk.toString('utf8');
    });
    socket.on('end', () => resolve(said));
    socket.on('error', reject);
  });
}
