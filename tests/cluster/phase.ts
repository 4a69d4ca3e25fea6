import type pg from 'pg';
import type { LoanRequest } from '#contract/loans.ts';
import { type Claim, type Violation, violationsOf } from '#tests/crash/invariants.ts';
import type { Person } from '#tests/crash/person.ts';
import { type Picture, takePicture } from '#tests/crash/picture.ts';
import { until } from './daemons.ts';
import type { DatabaseCluster } from './database.ts';
import type { Desk, ListeningDesk } from './desk.ts';
import type { Fault } from './faults.ts';
import type { Stack } from './stack.ts';
import { type Pair, type Success, startRun, startWork } from './work.ts';

/** What everything is done with. */
export interface Scene {
  databases: DatabaseCluster;
  stack: Stack;
  pool: pg.Pool;
  desk: Desk;
  person: Person;
  desks: readonly ListeningDesk[];
  loan: LoanRequest;
  orders: Pair[];
}

/** What came of one fault; times are seconds after it. */
export interface Outcome {
  title: string;
  underWay: string;
  acknowledged: number;
  lost: number;
  twice: number;
  /** When another primary was there; null if none was needed. */
  primary: number | null;
  reads: number;
  writes: number;
  events: number;
  /** The longest that an unknown outcome took to be found out; null if there was none. */
  unknown: number | null;
  problems: string[];
}

export const RUN_LINES = 500;
/** Orders that are cancelled one by one while the run goes on. */
export const ORDERS_BESIDE = 250;

/** The run is well under way then. */
const UNDER_WAY = 20;
/** The least time that people work after a fault. */
const AFTERWARDS_MS = 12_000;
/** An unknown outcome is found out within two minutes. */
const FOUND_OUT_S = 120;
const READS_AFTER_PRIMARY_S = 30;

export async function runFault(scene: Scene, fault: Fault): Promise<Outcome> {
  const { databases, stack, pool, desk, person, desks, loan, orders } = scene;
  const before = await look(pool);
  const claimsBefore = person.claims.length;
  const began = new Date();
  const work = startWork(desk, person, loan, orders.splice(0, ORDERS_BESIDE));
  const run = await startRun(desk, orders.splice(0, RUN_LINES));
  const counts = await until(60, 'a run is well under way', async () => {
    const now = await run.counts();
    return now && now.done >= UNDER_WAY && now;
  });
  const underWay = `run ${counts.done} of ${RUN_LINES}, ${work.inFlight()} other writes, ${desks.length} desks`;

  const former = await databases.primary();
  const faultAt = performance.now();
  const after = (at: number) => (at - faultAt) / 1_000;
  const problems: string[] = [];
  const note = (error: Error) => void problems.push(error.message);
  const moved = fault.movesPrimary ? whenMoved(databases, former).then(after).catch(note) : null;
  const mend = await fault.inject(databases, stack);
  const primary = (await moved) ?? null;
  await run.whenDone(150).catch(note);
  const rest = AFTERWARDS_MS - (performance.now() - faultAt);
  await new Promise((resolve) => setTimeout(resolve, Math.max(rest, 2_000)));
  await mend();
  await databases.whole().catch(note);
  const endAt = performance.now();
  await work.stop();

  await until(FOUND_OUT_S, 'every unknown outcome is found out', () => isSettled(pool)).catch(note);
  const after_ = await whenHeard(scene, note);
  const claims = person.claims.slice(claimsBefore);
  const found = violationsOf({ before, after: after_, claims, settled: true });
  for (const { rule, what } of found.slice(0, 5)) problems.push(`${rule}: ${what}`);
  const reads = backAfter([...answersAfter(work.reads, faultAt), endAt], faultAt);
  if (primary !== null && reads - primary > READS_AFTER_PRIMARY_S)
    problems.push(`reads were back ${Math.round(reads - primary)} s after the new primary`);
  const unknown = await longestUnknown(pool, began);
  if ((unknown ?? 0) > FOUND_OUT_S) problems.push(`an unknown outcome took ${unknown} s to be found out`);
  return {
    title: fault.title,
    underWay,
    acknowledged: acknowledgedIn(claims) + (await doneIn(run)),
    lost: found.filter((one) => !isTwice(one)).length,
    twice: found.filter(isTwice).length,
    primary,
    reads,
    writes: backAfter([...answersAfter(work.writes, faultAt), endAt], faultAt),
    events: Math.max(...desks.map(({ times }) => backAfter(times, faultAt))),
    unknown,
    problems,
  };
}

async function doneIn(run: Awaited<ReturnType<typeof startRun>>): Promise<number> {
  return (await run.counts())?.done ?? 0;
}

async function whenMoved(databases: DatabaseCluster, former: string | null): Promise<number> {
  await until(90, 'another server becomes the primary', async () => {
    const now = await databases.primary();
    return now && now !== former;
  });
  return performance.now();
}

async function isSettled(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select from desk.journal where outcome in ('pending', 'unknown') limit 1`,
  );
  return rows.length === 0;
}

/** The longest time in seconds from a write that was checked to its outcome. */
async function longestUnknown(pool: pg.Pool, since: Date): Promise<number | null> {
  const { rows } = await pool.query<{ longest: number | null }>(
    `select round(extract(epoch from max(settled_at - at))::numeric, 1)::float as longest
     from desk.journal where at >= $1 and check_count > 0`,
    [since],
  );
  return rows[0]?.longest ?? null;
}

async function look(pool: pg.Pool): Promise<Picture> {
  return await until(60, 'the database can be looked into', async () =>
    takePicture(pool, pool).catch(() => null),
  );
}

/** The stores once every event is delivered and every desk has heard of it, without having been opened again. */
async function whenHeard({ pool, desks }: Scene, note: (error: Error) => void): Promise<Picture> {
  await until(150, 'every event is delivered, and heard by every desk', async () => {
    const { rows } = await pool.query<{ order: string; delivered: boolean }>(
      `select payload::jsonb -> 'data' -> 'order' ->> '_id' as "order", delivered_at is not null as delivered
       from service.outbox where payload like '%crash%'`,
    );
    return rows.every(({ order, delivered }) => delivered && desks.every(({ orders }) => orders.has(order)));
  }).catch(note);
  return await look(pool);
}

function acknowledgedIn(claims: readonly Claim[]): number {
  return claims.filter(({ outcome }) => outcome === 'created' || outcome === 'cancelled').length;
}

/** Whether a violation is of something done twice, rather than lost or told wrongly. */
function isTwice({ what }: Violation): boolean {
  return /twice|created [2-9]\d* times|applied [2-9]\d* times|has [2-9]\d* events|reversal and reversal/.test(
    what,
  );
}

/** The answers to what was begun after a fault: one to what was carried out before it says nothing of what came back. */
function answersAfter(successes: readonly Success[], faultAt: number): number[] {
  return successes.filter(({ began }) => began > faultAt).map(({ at }) => at);
}

/** A pause between two successes that is no interruption. */
const USUAL_PAUSE_S = 2.5;

/** When the longest interruption after a fault was over, in seconds after the fault; 0 if there was none. */
function backAfter(times: readonly number[], faultAt: number): number {
  let longest = USUAL_PAUSE_S * 1_000;
  let back = faultAt;
  let last = faultAt;
  for (const at of times.filter((time) => time > faultAt)) {
    if (at - last > longest) {
      longest = at - last;
      back = at;
    }
    last = at;
  }
  return (back - faultAt) / 1_000;
}
