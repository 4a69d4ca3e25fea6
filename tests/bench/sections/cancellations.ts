import { openShortLivedPool } from '#tests/support/short-lived-pool.ts';
import { callAtOnce, type Target } from '../callers.ts';
import { CRESTLINE } from '../desk.ts';
import { perRequest, startMachines } from '../machines.ts';
import { interleave, median, ratioTo, spread } from '../numbers.ts';
import { cancelCall, makeOrders, reopen, throughRun } from '../orders.ts';
import { processorTimeOf } from '../processor-time.ts';
import { aside, atLeast, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

const ORDERS = 500;
/** As many at once as a run sends. */
const AT_ONCE = 8;

/** 500 cancellations as a run of the gateway, against a bare loop on the service with as many requests at once. */
export async function cancellations(stage: Stage): Promise<Measured> {
  const title = `${ORDERS} cancellations, ${AT_ONCE} at once`;
  const postgres = await stage.postgres();
  if (!postgres) return { title, lines: [], skipped: 'no PostgreSQL server is installed here' };
  const databaseUrl = await postgres.createDatabase('orders');
  const { desks, services, parts } = await startMachines(stage, databaseUrl, 1);
  const pool = openShortLivedPool(databaseUrl, 1);
  const [[desk], [origin]] = [desks, services];
  if (!desk || !origin) throw new Error('No gateway was started');
  try {
    const orders = await makeOrders(pool, ORDERS);
    const service: Target = { origin, headers: { authorization: `Bearer ${CRESTLINE}` } };
    const loop = async (withKeys: boolean) => {
      const calls = orders.map((order) => cancelCall(order, withKeys));
      const began = performance.now();
      await callAtOnce(service, calls, AT_ONCE);
      return performance.now() - began;
    };
    const used: Record<string, Record<string, number>> = {};
    const measured = (name: string, take: () => Promise<number>) => async () => {
      await reopen(pool);
      let took = 0;
      used[name] = await processorTimeOf(parts, async () => {
        took = await take();
      });
      return (ORDERS * 1_000) / took;
    };
    const answers = await interleave(stage.rounds(5), {
      run: measured('run', async () => await throughRun(desk, orders)),
      service: measured('service', async () => await loop(false)),
      keyed: measured('keyed', async () => await loop(true)),
    });
    const { ratio, spread: ratios } = ratioTo(answers.run, answers.service);
    const toKeyed = ratioTo(answers.run, answers.keyed);
    const rate = (what: string, name: keyof typeof answers) => [
      aside(what, `${median(answers[name]).toFixed(0)} /s`, spread(answers[name])),
      aside('  processor time a line, last round', perRequest(used[name] ?? {}, ORDERS)),
    ];
    return {
      title,
      lines: [
        atLeast(ratio, 0.8, {
          what: 'a run against a bare loop on the service',
          figure: `${ratio.toFixed(2)} ×`,
          spread: ratios,
          bar: 'at least 0.80 ×',
        }),
        aside(
          'against a loop that sends keys, as a run does',
          `${toKeyed.ratio.toFixed(2)} ×`,
          toKeyed.spread,
        ),
        ...rate('a run, from "start now" to its end', 'run'),
        ...rate('a bare loop on the service', 'service'),
        ...rate('a loop that sends keys', 'keyed'),
      ],
    };
  } finally {
    await pool.end();
  }
}
