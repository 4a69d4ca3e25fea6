import pg from 'pg';
import { personBy } from '#tests/crash/person.ts';
import { addedOrders, addOrders } from '#tests/crash/system.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { createDaemons, type Daemons, until } from './daemons.ts';
import { type DatabaseCluster, startDatabases } from './database.ts';
import { listen, openDesk } from './desk.ts';
import { FAULTS, type Fault } from './faults.ts';
import { ORDERS_BESIDE, type Outcome, RUN_LINES, runFault, type Scene } from './phase.ts';
import { createPlaces } from './places.ts';
import { ensurePrograms } from './programs.ts';
import { tableOf } from './report.ts';
import { type Stack, startStack } from './stack.ts';

/** The desks that listen while faults happen. */
const LISTENING = 2;

/**
 * Starts the cluster of deploy/cluster on this machine, causes the faults that are named, or all, and prints a table.
 * Ends all that it started, also on a signal.
 */
export async function proveCluster(names: readonly string[]): Promise<void> {
  const stranger = names.find((name) => !Object.hasOwn(FAULTS, name));
  if (stranger) return fail(`There is no fault "${stranger}"; there are ${Object.keys(FAULTS).join(', ')}.`);
  const missing = await ensurePrograms();
  if (missing.length > 0) {
    return fail(
      `These packages of Debian are missing: ${missing.join(', ')}. Install them, or run this as root on Debian.`,
    );
  }
  const faults = Object.entries(FAULTS).filter(([name]) => names.length === 0 || names.includes(name));
  const daemons = createDaemons();
  const outcomes: Outcome[] = [];
  let isEnding = false;
  const end = async () => {
    isEnding = true;
    await daemons.end();
    report(outcomes, faults.length);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      console.error(`Ending after ${signal}.`);
      if (!isEnding) void end().then(() => process.exit(1));
    });
  }
  try {
    await prove(
      daemons,
      faults.map(([, fault]) => fault),
      outcomes,
    );
  } catch (error) {
    if (!isEnding) console.error(error);
  }
  if (!isEnding) await end();
}

function report(outcomes: readonly Outcome[], wanted: number): void {
  console.log(`\n${tableOf(outcomes)}\n`);
  const failed = outcomes.filter(({ problems }) => problems.length > 0);
  for (const { title, problems } of failed) console.log(`${title}:\n  ${problems.join('\n  ')}`);
  const passed = outcomes.length - failed.length;
  console.log(`${passed} passed, ${wanted - passed} failed`);
  if (passed < wanted) process.exitCode = 1;
}

async function prove(daemons: Daemons, faults: readonly Fault[], outcomes: Outcome[]): Promise<void> {
  const startedAt = performance.now();
  const places = await createPlaces();
  const databases = await startDatabases(daemons, places);
  await databases.whole();
  const stack = await startStack(daemons, places);
  const scene = await setScene(daemons, databases, stack, faults.length);
  console.log(`The cluster was up after ${Math.round((performance.now() - startedAt) / 1_000)} s.`);
  for (const fault of faults) {
    const outcome = await runFault(scene, fault);
    outcomes.push(outcome);
    console.log(`${outcome.problems.length === 0 ? 'ok' : 'FAILED'}  ${outcome.title}`);
    for (const problem of outcome.problems) console.log(`        ${problem}`);
    if (outcome.problems.length > 0) console.error(stack.output());
  }
}

async function setScene(
  daemons: Daemons,
  databases: DatabaseCluster,
  stack: Stack,
  faults: number,
): Promise<Scene> {
  const pool = new pg.Pool({ connectionString: stack.directUrl, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  await addOrders(pool, faults * (RUN_LINES + ORDERS_BESIDE));
  const orders = await addedOrders({ service: pool, desk: pool });
  const lending = await lendingOf({ database: { pool } }, 'Crestline', 'NGN');
  const desk = openDesk(stack);
  const person = personBy(desk.send);
  await until(60, 'someone can sign in', async () =>
    person.signIn().then(
      () => true,
      () => false,
    ),
  );
  const listeners = Array.from({ length: LISTENING }, () => openDesk(stack));
  for (const one of listeners) await one.signIn();
  const desks = listeners.map(listen);
  daemons.add(async () => {
    person.leave();
    for (const one of desks) one.end();
    await Promise.all([desk, ...listeners].map((one) => one.end()));
    await pool.end().catch(() => undefined);
  });
  return { databases, stack, pool, desk, person, desks, loan: loanBody(lending), orders };
}

function fail(message: string): void {
  console.error(message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
