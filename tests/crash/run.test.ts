import { afterEach, describe, expect, it, onTestFailed } from 'vitest';
import { createRandom, type Random } from '#service/db/demo/random.ts';
import { hasPostgres } from '#tests/support/postgres.mjs';
import { type KillableBrowser, startBrowser } from './browser.ts';
import { beginRun, expectRunDone, watchUntil } from './cancel-page.ts';
import { whenDelivered } from './delivered.ts';
import { violationsOf } from './invariants.ts';
import { takePicture } from './picture.ts';
import { chosenSeed } from './seed.ts';
import { addedOrders, type System, startSystem, TOPOLOGIES, type Victim } from './system.ts';

const ORDERS = 500;

const seed = chosenSeed();
let system: System | undefined;
let browser: KillableBrowser | undefined;

afterEach(async () => {
  await browser?.close();
  await system?.close();
  browser = undefined;
  system = undefined;
});

describe.each(TOPOLOGIES)('kill -9 in the middle of a run of 500 orders, %s', (topology) => {
  it.skipIf(topology === 'postgres' && !hasPostgres())(
    `leaves a run that goes on and ends, nothing lost and nothing twice (CRASH_SEED=${seed})`,
    { timeout: 900_000 },
    async () => {
      const random = createRandom(`${seed} run ${topology}`);
      const desk = await startSystem(topology, ORDERS);
      system = desk;
      onTestFailed(() => console.log(desk.output()));
      const { before, pairs } = await desk.visit(async (stores) => ({
        before: await takePicture(stores.service, stores.desk),
        pairs: await addedOrders(stores),
      }));
      await desk.restart();
      const person = await startBrowser(desk.address);
      browser = person;
      const runPage = await beginRun(person, pairs);

      const victims = shuffled<Victim | 'tab' | 'browser'>([...desk.victims, 'tab', 'browser'], random);
      const points = victims.map(() => random.int(10, ORDERS - 50)).sort((a, b) => a - b);
      for (const [place, victim] of victims.entries()) {
        await watchUntil(person.page, (ended) => ended >= (points[place] ?? 0));
        if (victim === 'tab') await person.killTab();
        else if (victim === 'browser') await person.kill();
        else {
          await desk.kill(victim);
          await desk.restart();
          continue;
        }
        await person.open(runPage);
      }
      await watchUntil(person.page, (ended, state) => state === 'Done' && ended === ORDERS);
      await expectRunDone(person.page, ORDERS);

      const after = await whenDelivered(desk);
      expect(violationsOf({ before, after, claims: [], settled: true })).toEqual([]);
    },
  );
});

function shuffled<Item>(items: Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
