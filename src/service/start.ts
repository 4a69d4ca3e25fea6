import type { Logger } from 'pino';
import { createService } from './app.ts';
import { serveCommands } from './commands/local.ts';
import type { ServiceConfig } from './config.ts';
import { DEMO_SIGN_INS, loadDemo } from './db/demo/load.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import { type Delivery, startDelivery } from './webhooks/delivery.ts';

/** A sign-in that everybody may use, on demo data. */
export interface DemoSignIn {
  organisation: string;
  accessToken: string;
}

export interface RunningService {
  fetch: (request: Request) => Promise<Response>;
  database: OpenDatabase;
  /** The sign-ins to offer: those of the demo, as long as the database holds nothing else. */
  demoSignIns: () => Promise<DemoSignIn[]>;
  close(): Promise<void>;
}

/** A receiver of webhooks in this very process, for where no address is set. */
export interface InsideReceiver {
  url: string;
  secret: string;
  fetch: typeof fetch;
}

/** Starts the service over its database, with its webhooks and, beside an embedded one, local commands. */
export async function startService(
  config: ServiceConfig,
  log: Logger,
  inside?: InsideReceiver,
): Promise<RunningService> {
  const database = await openDatabase(config);
  const closers: (() => Promise<void>)[] = [() => database.close()];
  const close = async () => {
    for (const end of closers.reverse()) await end();
  };
  try {
    if (config.demoData && (await loadDemo(database.pool, { now: Date.now(), timeZone: config.timeZone }))) {
      log.info('demo data loaded');
    }
    let delivery: Delivery | undefined;
    const receiver = config.webhook ?? inside;
    if (receiver) {
      delivery = startDelivery({ db: database.db, log, ...receiver });
      closers.push(() => (delivery as Delivery).stop());
    }
    if (database.controlSocket) closers.push(await serveCommands(database, database.controlSocket));
    const fetch = createService({
      db: database.db,
      log,
      timeZone: config.timeZone,
      requestsPerMinute: config.requestsPerMinute,
      onEvent: () => delivery?.nudge(),
    });
    return { fetch, database, demoSignIns: () => demoSignIns(database), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function demoSignIns(database: OpenDatabase): Promise<DemoSignIn[]> {
  const { rows } = await database.pool.query<{ name: string; demo: boolean }>(
    'select name, demo from service.organisation',
  );
  if (rows.some((row) => !row.demo)) return [];
  return DEMO_SIGN_INS.filter(({ organisation }) => rows.some((row) => row.name === organisation));
}
