import { afterEach, describe, expect, it, onTestFailed } from 'vitest';
import type { LoanRequest } from '#contract/loans.ts';
import { createRandom } from '#service/db/demo/random.ts';
import { lendingOf, loanBody } from '#tests/support/lending.ts';
import { hasPostgres } from '#tests/support/postgres.mjs';
import { whenDelivered } from './delivered.ts';
import { violationsOf } from './invariants.ts';
import { type Person, personAt } from './person.ts';
import { takePicture } from './picture.ts';
import { chosenSeed } from './seed.ts';
import { addedOrders, type System, startSystem, TOPOLOGIES } from './system.ts';

/** How often each process is killed. */
const ROUNDS = 2;
/** What is under way when it is. */
const CANCELS = 12;
const LOANS = 3;

const seed = chosenSeed();
let lent = 0;

/** A loan of another amount: the same loan twice would need a confirmation. */
function another(loan: LoanRequest): LoanRequest {
  lent += 1;
  const amount = (Number(loan.amount) - lent / 100).toFixed(2);
  return { ...loan, amount };
}

let person: Person | undefined;
let system: System | undefined;

afterEach(async () => {
  person?.leave();
  await system?.close();
  system = undefined;
});

describe.each(TOPOLOGIES)('kill -9 while loans and cancellations are under way, %s', (topology) => {
  it.skipIf(topology === 'postgres' && !hasPostgres())(
    `loses and doubles nothing (CRASH_SEED=${seed})`,
    {
      timeout: 900_000,
    },
    async () => {
      const random = createRandom(`${seed} storm ${topology}`);
      const desk = await startSystem(topology, 400);
      system = desk;
      onTestFailed(() => console.log(desk.output()));
      const { before, orders, loan } = await desk.visit(async (stores) => {
        const lending = await lendingOf({ database: { pool: stores.service } }, 'Crestline', 'NGN');
        const picture = await takePicture(stores.service, stores.desk);
        return { before: picture, orders: await addedOrders(stores), loan: loanBody(lending) };
      });
      await desk.restart();
      const someone = personAt(desk.address);
      person = someone;
      await someone.signIn();

      const storm = async (kill: (calls: Promise<unknown>) => Promise<void>) => {
        const pairs = orders.splice(0, CANCELS);
        const cancels = pairs.map(async (pair) => ({ pair, answer: await someone.cancel(pair) }));
        const lent = Array.from({ length: LOANS }, () => someone.lend(another(loan)));
        const calls = Promise.all([Promise.all(cancels), Promise.all(lent)]);
        await kill(calls);
        return (await calls)[0];
      };
      const started = performance.now();
      const calm = await storm(async (calls) => void (await calls));
      const usual = performance.now() - started;
      expect(calm.map(({ answer }) => answer.outcome)).toEqual(calm.map(() => 'cancelled'));

      for (const victim of desk.victims.flatMap((one) => Array.from({ length: ROUNDS }, () => one))) {
        const wait = random.between(0, usual);
        const answers = await storm(async () => {
          await new Promise((resolve) => setTimeout(resolve, wait));
          await desk.kill(victim);
        });
        await desk.restart();
        // A repeat under the same key returns what the gateway found out.
        for (const { pair, answer } of answers) {
          if (answer.outcome !== 'unknown' && answer.outcome !== 'not-sent') continue;
          await expect
            .poll(async () => (await someone.cancel(pair)).outcome, { timeout: 30_000, interval: 250 })
            .toMatch(/^(already-)?cancelled$/);
        }
      }
      someone.leave();
      const after = await whenDelivered(desk);
      expect(violationsOf({ before, after, claims: someone.claims, settled: false })).toEqual([]);
      const told = someone.claims.flatMap((claim) => (claim.kind === 'cancel' ? [claim.order] : []));
      expect(after.events).toHaveLength(before.events.length + new Set(told).size);
    },
  );
});
