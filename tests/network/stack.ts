import { randomBytes } from 'node:crypto';
import { listen } from '#server/listen.ts';
import { hasPostgres, startKillablePostgres } from '#tests/support/postgres.mjs';
import { freePort } from '#tests/support/postgres-server.mjs';
import { type RunningProcess, startProgram, temporaryFolder } from '#tests/support/processes.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';
import { type Relay, startRelay } from './relay.ts';

/** The connections that a write takes, each through a relay that can cut it. */
export const HOPS = ['browser to balancer', 'balancer to gateway', 'gateway to service'] as const;
export type Hop = (typeof HOPS)[number];

/** Two gateways need a PostgreSQL to share; without one there is a single gateway. */
export const GATEWAYS = hasPostgres() ? 2 : 1;

/** How long the gateways wait for the service. */
const TIMEOUT_MS = 5_000;

/** Built gateways behind a TCP balancer, before the service in this process, with a relay at each hop. */
export interface Stack {
  /** What browsers connect to. */
  address: string;
  relays: Record<Hop, Relay>;
  /** The gateways' ports. */
  ports: readonly number[];
  service: TestService;
  /** Sets what responds in the service's place from now on; null leaves a request to the service. */
  respondWith(respond: Respond): void;
  /** Kills the gateway at a port as `kill -9` does. */
  kill(port: number): Promise<void>;
  /** Starts the gateways that were killed, at their ports. */
  restart(): Promise<void>;
  /** What the gateways wrote. */
  output(): string;
  close(): Promise<void>;
}

type Respond = (request: Request) => Promise<Response> | null;

export async function startStack(): Promise<Stack> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const end of closers.reverse()) await end();
  };
  try {
    const service = await startTestService();
    closers.push(service.close);
    let respond: Respond = () => null;
    const answer = async (request: Request) => await (respond(request) ?? service.fetch(request));
    const server = await listen(answer, { port: 0, host: '127.0.0.1' });
    closers.push(async () => {
      server.stopAccepting();
      await server.finish();
    });
    const back = await startRelay([server.port]);
    closers.push(back.close);
    const env = await gatewayEnvironment(back.address, closers);
    const ports = await Promise.all(Array.from({ length: GATEWAYS }, () => freePort()));
    const running = new Map<number, RunningProcess>();
    closers.push(async () => {
      for (const one of running.values()) await one.end('SIGKILL');
    });
    const restart = async () => {
      const missing = ports.filter((own) => !running.has(own));
      const started = await Promise.all(
        missing.map(
          async (own) => [own, await startProgram('gateway', { ...env, PORT: String(own) })] as const,
        ),
      );
      for (const [own, one] of started) running.set(own, one);
    };
    await restart();
    const gate = await startRelay(ports);
    closers.push(gate.close);
    const front = await startRelay([gate.port]);
    closers.push(front.close);
    return {
      address: front.address,
      relays: { 'browser to balancer': front, 'balancer to gateway': gate, 'gateway to service': back },
      ports,
      service,
      respondWith: (by) => {
        respond = by;
      },
      async kill(own) {
        const one = running.get(own);
        running.delete(own);
        await one?.end('SIGKILL');
      },
      restart,
      output: () => [...running.values()].map((one) => one.output()).join('\n'),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function gatewayEnvironment(serviceUrl: string, closers: (() => unknown)[]) {
  const folder = temporaryFolder();
  closers.push(folder.remove);
  const postgres = GATEWAYS > 1 ? await startKillablePostgres() : null;
  if (postgres) closers.push(postgres.stop);
  return {
    LOG_LEVEL: 'warn',
    DATA_DIR: folder.path,
    SERVICE_URL: serviceUrl,
    SERVICE_TIMEOUT_MS: String(TIMEOUT_MS),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    ...(postgres && { DATABASE_URL: postgres.url }),
  };
}
