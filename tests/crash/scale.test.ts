import { afterEach, describe, expect, it, onTestFailed } from 'vitest';
import { pathTo } from '#contract/contract.ts';
import { createRandom } from '#service/db/demo/random.ts';
import { hasPostgres } from '#tests/support/postgres.mjs';
import { CRESTLINE, HARBOUR } from '#tests/support/service.ts';
import { type KillableBrowser, startBrowser } from './browser.ts';
import { beginRun, expectRunDone, watchUntil } from './cancel-page.ts';
import { type Cluster, type Member, startCluster } from './cluster.ts';
import { violationsOf } from './invariants.ts';
import { type Listener, listenAt, signInAt } from './listener.ts';
import { takePicture } from './picture.ts';
import { chosenSeed } from './seed.ts';
import { addedOrders, letTimePass } from './system.ts';

const RUN = 500;
const ELSEWHERE = 40;

const seed = chosenSeed();
let cluster: Cluster | undefined;
let browser: KillableBrowser | undefined;
let listeners: Listener[] = [];

afterEach(async () => {
  for (const listener of listeners) listener.end();
  listeners = [];
  await browser?.close();
  await cluster?.close();
  browser = undefined;
  cluster = undefined;
});

describe.skipIf(!hasPostgres())('two gateways and two services on one PostgreSQL', () => {
  it(`lose and double nothing when one of each is killed in a run and amid live events (CRASH_SEED=${seed})`, {
    timeout: 900_000,
  }, async () => {
    const random = createRandom(`${seed} scale`);
    const desk = await startCluster(RUN + ELSEWHERE);
    cluster = desk;
    onTestFailed(() => console.log(desk.output()));
    const { before, orders } = await desk.visit(async (stores) => ({
      before: await takePicture(stores.service, stores.desk),
      orders: await addedOrders(stores),
    }));
    const elsewhere = orders.splice(0, ELSEWHERE);
    const cancelElsewhere = async (pairs: typeof orders) => {
      for (const { member, order } of pairs) {
        const path = pathTo('/v1/api/members/{id}/orders/{orderId}/cancel', { id: member, orderId: order });
        const headers = { authorization: `Bearer ${CRESTLINE}` };
        expect((await fetch(desk.services + path, { method: 'POST', headers })).status).toBe(200);
      }
    };

    // An event reaches one of the gateways; the desks of both hear it, and another organisation's don't.
    const mine = await Promise.all(desk.gateways.map((gateway) => listenAt(gateway, CRESTLINE)));
    const other = await Promise.all(desk.gateways.map((gateway) => listenAt(gateway, HARBOUR)));
    listeners = [...mine, ...other];
    const first = elsewhere.splice(0, 6);
    await cancelElsewhere(first);
    for (const listener of mine) await listener.has(first.map(({ order }) => order));

    // Who signs out at one is signed out at the other.
    const [cookieHere, cookieThere] = await Promise.all(desk.gateways.map((at) => signInAt(at, CRESTLINE)));
    const statusAt = async (gateway: string, cookie = '') =>
      (await fetch(`${gateway}/journal?limit=1`, { headers: { cookie } })).status;
    const [here, there] = desk.gateways;
    expect([await statusAt(there, cookieHere), await statusAt(here, cookieThere)]).toEqual([200, 200]);
    const signOut = { method: 'DELETE', headers: { cookie: cookieHere ?? '', origin: here } };
    expect((await fetch(`${here}/session`, signOut)).status).toBe(200);
    await expect.poll(() => statusAt(there, cookieHere), { timeout: 30_000 }).toBe(401);
    expect(await statusAt(here, cookieThere)).toBe(200);

    const person = await startBrowser(desk.address);
    browser = person;
    const runPage = await beginRun(person, orders);
    const killed = [random.pick(['gateway 1', 'gateway 2']), random.pick(['service 1', 'service 2'])];
    const points = killed.map(() => random.int(10, RUN - 100)).sort((a, b) => a - b);
    for (const [place, member] of killed.entries()) {
      await watchUntil(person.page, (ended) => ended >= (points[place] ?? 0));
      await desk.kill(member as Member);
    }
    // Those that are left take it all, live events too.
    const survivor = mine[killed[0] === 'gateway 1' ? 1 : 0] as Listener;
    await watchUntil(person.page, (ended, state) => state === 'Done' && ended === RUN);
    await expectRunDone(person.page, RUN);
    await cancelElsewhere(elsewhere);
    await survivor.has(elsewhere.map(({ order }) => order));

    // A desk of the one that was killed hears what it missed once it is back.
    const away = mine[killed[0] === 'gateway 1' ? 0 : 1] as Listener;
    await desk.restart();
    const again = await listenAt(away.gateway, CRESTLINE, away.last());
    listeners.push(again);
    await again.has(elsewhere.slice(-3).map(({ order }) => order));
    expect(other.flatMap((listener) => listener.orders())).toEqual([]);

    await desk.visit(letTimePass);
    await person.open(runPage);
    const look = async () => await desk.visit(async (s) => await takePicture(s.service, s.desk));
    await expect
      .poll(async () => (await look()).outbox.filter(({ delivered }) => !delivered), { timeout: 180_000 })
      .toEqual([]);
    const after = await look();
    const found = violationsOf({ before, after, claims: [], settled: false });
    // What was cancelled elsewhere never went through this desk, and its journal holds nothing of it.
    expect(found.filter(({ rule }) => rule !== 'journal')).toEqual([]);
    expect(found).toHaveLength(ELSEWHERE);
  });
});
