import { type Browser, chromium } from 'playwright';
import { ensureChromium } from '#tests/support/chromium.mjs';
import { type RunningProcess, startProgram, temporaryFolder } from '#tests/support/processes.ts';
import { CRESTLINE, type Desk, signInto } from './desk.ts';
import { buildFloor, type FloorName, startFileServer } from './floors.ts';
import { type LargeData, loadLargeData } from './large-data.ts';
import type { BenchOptions } from './options.ts';
import { type Postgres, startPostgres } from './postgres.ts';

/** What the sections measure on: each thing is started when the first section asks for it, and ended once. */
export interface Stage {
  options: BenchOptions;
  /** The rounds of a section that usually takes so many. */
  rounds(usual: number): number;
  browser(): Promise<Browser>;
  /** The built gateway with the embedded service and the demo data, signed in as Crestline. */
  demoDesk(): Promise<Desk>;
  /** A built gateway with settings of its own, signed in. */
  desk(env: Record<string, string>, accessToken: string): Promise<Desk>;
  /** A floor app with the answers that it asks for, as files by address; returns its address. */
  floor(name: FloorName, answers: Record<string, string>): Promise<string>;
  /** Starts a service that returns recorded answers; returns its address. */
  recorded(answers: Record<string, string>): Promise<string>;
  /** A process that the bench ends. */
  keep(starting: Promise<RunningProcess>): Promise<RunningProcess>;
  /** A PostgreSQL server with databases for this run; null where none is installed. */
  postgres(): Promise<Postgres | null>;
  /** The large databases; null where there is no PostgreSQL. */
  largeData(): Promise<LargeData | null>;
  folder(): string;
  end(): Promise<void>;
}

export function createStage(options: BenchOptions): Stage {
  const closers: (() => Promise<unknown>)[] = [];
  let ended: Promise<void> | null = null;
  const folder = once(() => {
    const { path, remove } = temporaryFolder();
    closers.push(async () => remove());
    return path;
  });
  const keep = async (starting: Promise<RunningProcess>) => {
    // At once, so that what is still starting when the bench is ended goes with it.
    closers.push(async () => await (await starting).end());
    return await starting;
  };
  const desk = async (env: Record<string, string>, accessToken: string) => {
    const data = temporaryFolder();
    closers.push(async () => data.remove());
    const { address } = await keep(
      startProgram('gateway', { DATA_DIR: data.path, LOG_LEVEL: 'error', ...env }),
    );
    return await signInto(address, accessToken);
  };
  const postgres = once(async () => {
    const server = await startPostgres();
    if (server) closers.push(server.stop);
    return server;
  });
  const largeData = once(async () => {
    const server = await postgres();
    return server && (await loadLargeData(server));
  });
  const stage: Stage = {
    options,
    rounds: (usual) => options.rounds ?? usual,
    browser: once(async () => {
      const browser = await chromium.launch({
        executablePath: await ensureChromium({ full: true }),
        args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
      closers.push(() => browser.close());
      return browser;
    }),
    demoDesk: once(() => desk({}, CRESTLINE)),
    desk,
    async floor(name, answers) {
      const built = await buildFloor(name, folder());
      return (await keep(startFileServer({ folder: built, answers }))).address;
    },
    recorded: async (answers) => (await keep(startFileServer({ answers }))).address,
    keep,
    postgres,
    largeData,
    folder,
    end() {
      ended ??= (async () => {
        for (const close of closers.toReversed()) await close().catch(() => undefined);
      })();
      return ended;
    },
  };
  return stage;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
