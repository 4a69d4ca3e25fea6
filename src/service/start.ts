import type { Logger } from 'pino';
import type { MakeTables, OpenPool } from '#server/db/open.ts';
import { createService, type Service } from './app.ts';
import { isAccepted } from './auth.ts';
import { serveCommands } from './commands/local.ts';
import type { ServiceConfig } from './config.ts';
import { DEMO_SIGN_INS, loadDemo } from './db/demo/load.ts';
import { openDatabase } from './db/open.ts';
import { type Delivery, startDelivery } from './webhooks/delivery.ts';

/** A sign-in that everybody may use, on demo data. */
interface DemoSignIn {
  organisation: string;
  accessToken: string;
}

interface RunningService {
  fetch: Service;
  database: OpenPool;
  /** Whether an access token is accepted. Throws if the database does not answer. */
  acceptsToken: (accessToken: string) => Promise<boolean>;
  /** The sign-ins to offer: those of the demo, as long as the database holds nothing else. */
  demoSignIns: () => Promise<DemoSignIn[]>;
  /** Ends deliveries and local commands, which use the database. */
  stopWork(): Promise<void>;
  /** Closes the database, after that work. */
  close(): Promise<void>;
}

/** A receiver of webhooks in this very process, for where no address is set. */
interface InsideReceiver {
  url: string;
  secret: string;
  fetch: typeof fetch;
}

/**
 * Starts the service over its database, with its webhooks and, for an embedded one, local commands. `moreTables` brings
 * tables of others in the same database up to date.
 */
export async function startService(
  config: ServiceConfig,
  log: Logger,
  inside?: InsideReceiver,
  moreTables?: MakeTables,
): Promise<RunningService> {
  const database = await openDatabase(config, 'requests', moreTables);
  const work: (() => Promise<void>)[] = [];
  const stopWork = async () => void (await Promise.all(work.splice(0).map((stop) => stop())));
  const close = async () => {
    await stopWork();
    await database.close();
  };
  try {
    if (config.demoData && (await loadDemo(database.pool, { now: Date.now(), timeZone: config.timeZone }))) {
      log.info('demo data loaded');
    }
    let delivery: Delivery | undefined;
    const receiver = config.webhook ?? inside;
    if (receiver) {
      delivery = startDelivery({ db: database.pool, log, ...receiver });
      work.push(delivery.stop);
    }
    if (database.controlSocket) work.push(await serveCommands(database, database.controlSocket));
    const fetch = createService({
      db: database.pool,
      log,
      timeZone: config.timeZone,
      requestsPerMinute: config.requestsPerMinute,
      refusalsPerMinute: config.refusalsPerMinute,
      trustProxy: config.trustProxy,
      onEvent: () => delivery?.nudge(),
    });
    const acceptsToken = (accessToken: string) => isAccepted(database.pool, accessToken);
    return { fetch, database, acceptsToken, demoSignIns: () => demoSignIns(database), stopWork, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function demoSignIns(database: OpenPool): Promise<DemoSignIn[]> {
  const { rows } = await database.pool.query<{ name: string; demo: boolean }>(
    'select name, demo from service.organisation',
  );
  if (rows.some((row) => !row.demo)) return [];
  return DEMO_SIGN_INS.filter(({ organisation }) => rows.some((row) => row.name === organisation));
}
