import type { Pool } from 'pg';
import { contract } from '#contract/contract.ts';
import { openShortLivedPool } from '#tests/support/short-lived-pool.ts';
import { callAtOnce } from '../callers.ts';
import type { Desk } from '../desk.ts';
import { type Machines, perRequest, startMachines } from '../machines.ts';
import { median, ms, quantile, spread } from '../numbers.ts';
import { cancelCall, makeOrders, type Order, reopen, throughRun } from '../orders.ts';
import { processorTimeOf } from '../processor-time.ts';
import { aside, type Line, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

const COUNTS = [1, 2, 4];
const READS = 1_000;
const WRITES = 400;
const RUN_LINES = 500;
/** Requests that are under way at the same time, at all gateways together. */
const AT_ONCE = 32;

/** Reads, writes and a run at one, two and four gateways with a service each, over the same PostgreSQL. */
export async function load(stage: Stage): Promise<Measured> {
  const title = `${AT_ONCE} requests at once, at gateways with a service each, over one PostgreSQL`;
  const postgres = await stage.postgres();
  if (!postgres) return { title, lines: [], skipped: 'no PostgreSQL server is installed here' };
  const databaseUrl = await postgres.createDatabase('load');
  const pool = openShortLivedPool(databaseUrl, 1);
  const lines: Line[] = [];
  let orders: Order[] = [];
  try {
    for (const count of COUNTS) {
      const machines = await startMachines(stage, databaseUrl, count);
      if (orders.length === 0) orders = await makeOrders(pool, RUN_LINES);
      // They end also after a failure: their connections would be in the way of what is measured next.
      lines.push(...(await measure(stage, machines, pool, orders).finally(machines.end)));
    }
  } finally {
    await pool.end();
  }
  return { title, lines };
}

/** What one piece of work came to: requests a second, and how long each took. */
interface Pass {
  rate: number;
  times: number[];
}

async function measure(stage: Stage, machines: Machines, pool: Pool, orders: Order[]): Promise<Line[]> {
  const { desks, parts } = machines;
  const [first] = desks;
  if (!first) throw new Error('No gateway was started');
  const reads = Array.from({ length: READS }, () => ({ path: `${contract.listLoans.path}?limit=10` }));
  const passes: [string, number, () => Promise<Pass>][] = [
    ['reads', READS, async () => await atAll(desks, reads)],
    [
      'writes',
      WRITES,
      async () =>
        await atAll(
          desks,
          orders.slice(0, WRITES).map((order) => cancelCall(order, true)),
        ),
    ],
    [
      'a run',
      RUN_LINES,
      async () => ({ rate: (RUN_LINES * 1_000) / (await throughRun(first, orders)), times: [] }),
    ],
  ];
  const lines: Line[] = [];
  for (const [what, requests, take] of passes) {
    const rates: number[] = [];
    const slow: number[] = [];
    let used: Record<string, number> = {};
    for (let round = 0; round < stage.rounds(3); round++) {
      await reopen(pool);
      used = await processorTimeOf(parts, async () => {
        const { rate, times } = await take();
        rates.push(rate);
        if (times.length > 0) slow.push(quantile(times, 0.95));
      });
    }
    const p95 = slow.length > 0 ? `, p95 ${ms(median(slow))}` : '';
    lines.push(
      aside(
        `${desks.length} + ${desks.length}: ${what}`,
        `${median(rates).toFixed(0)} /s${p95}`,
        spread(rates),
      ),
      aside('  processor time of each, last round', perRequest(used, requests)),
    );
  }
  return lines;
}

/** Makes calls at all gateways alike. */
async function atAll(desks: readonly Desk[], calls: Parameters<typeof callAtOnce>[1]): Promise<Pass> {
  const began = performance.now();
  const each = desks.map(async ({ address, cookie }, nth) => {
    const target = { origin: address, headers: { cookie, origin: address } };
    const own = calls.filter((_, at) => at % desks.length === nth);
    return await callAtOnce(target, own, AT_ONCE / desks.length);
  });
  const times = (await Promise.all(each)).flat();
  return { rate: (calls.length * 1_000) / (performance.now() - began), times };
}
