import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFailed, vi } from 'vitest';
import { type FoundOrder, ordersOf } from '#tests/support/orders.ts';
import { loansOf, untilLoanAgrees, untilOrderAgrees } from './agree.ts';
import { launchChromium } from './browser.ts';
import { prepareCancellation, prepareLoan, sitDown } from './person.ts';
import { ENDINGS, POINTS } from './relay.ts';
import { HOPS, type Hop, type Stack, startStack } from './stack.ts';

interface Case {
  hop: Hop;
  point: (typeof POINTS)[number];
  ending: (typeof ENDINGS)[number];
  times: number;
}

const WHOLE = process.env.NETWORK === 'whole';

/** Every place, every way and both writes in `npm run proof`; in `npm test` those that have gone wrong before. */
const every: Case[] = HOPS.flatMap((hop) =>
  POINTS.flatMap((point) => ENDINGS.map((ending) => ({ hop, point, ending, times: 1 }))),
);
const once = { times: 1 };
const thrice: Case[] = ENDINGS.slice(0, 2).map((ending) => ({
  hop: 'browser to balancer',
  point: 'received',
  times: 3,
  ending,
}));
const someLoans: Case[] = [
  { hop: 'browser to balancer', point: 'received', ending: 'reset', ...once },
  { hop: 'browser to balancer', point: 'answered', ending: 'fin', ...once },
  { hop: 'balancer to gateway', point: 'received', ending: 'fin', ...once },
  { hop: 'gateway to service', point: 'received', ending: 'reset', ...once },
  { hop: 'gateway to service', point: 'answered', ending: 'silence', ...once },
];
const someCancellations: Case[] = [
  { hop: 'browser to balancer', point: 'received', ending: 'fin', ...once },
  { hop: 'gateway to service', point: 'body', ending: 'reset', ...once },
];
const titled = (cases: Case[]) =>
  cases.map((one) => [`${one.hop}, ${one.point}, ${one.ending}, ${one.times} times`, one] as const);

let stack: Stack;
let browser: Browser;
let orders: FoundOrder[];
let amounts = 0;

/** Forms are filled in one after the other, since that takes a core; outcomes are awaited side by side. */
let turn: Promise<unknown> = Promise.resolve();
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const own = turn.then(work);
  turn = own.catch(() => undefined);
  return await own;
}

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
  orders = await ordersOf(stack.service.database.pool, {});
});
afterAll(async () => {
  const { rows } = await stack.service.database.pool.query(
    `select amount from service.loan where amount between 7000 and 8000 group by amount having count(*) > 1`,
  );
  await browser.close();
  await stack.close();
  expect(rows).toEqual([]);
});

describe.concurrent('a connection that is cut while a loan is created', () => {
  it.each(titled(WHOLE ? [...every, ...thrice] : [...someLoans, ...thrice.slice(1)]))(
    'leaves one loan at most, and page and journal say so: %s',
    async (_title, { hop, ...cut }) => {
      onTestFailed(() => console.log(stack.output()));
      const amount = `7${String(++amounts).padStart(3, '0')}.25`;
      const { page, press } = await oneAtATime(async () => {
        const page = await sitDown(browser, stack.address);
        return { page, press: await prepareLoan(page, amount) };
      });
      const cuts = stack.relays[hop].cut({ ...cut, holding: `"${amount}"` });
      await press();
      await vi.waitFor(() => expect(cuts()).toBeGreaterThan(0), { timeout: 20_000 });
      await untilLoanAgrees(stack.service.database.pool, page, amount);
      await page.context().close();
      expect((await loansOf(stack.service.database.pool, amount)).length).toBeLessThanOrEqual(1);
    },
  );
});

describe.concurrent('a connection that is cut while an order is cancelled', () => {
  it.each(titled(WHOLE ? every : someCancellations))(
    'leaves it cancelled once or not at all, and page and journal say so: %s',
    async (_title, { hop, ...cut }) => {
      onTestFailed(() => console.log(stack.output()));
      const order = orders.pop();
      if (!order) throw new Error('The demo has too few orders');
      const { page, press } = await oneAtATime(async () => {
        const page = await sitDown(browser, stack.address);
        return { page, press: await prepareCancellation(page, order) };
      });
      const cuts = stack.relays[hop].cut({ ...cut, holding: `${order.id}/cancel` });
      await press();
      await vi.waitFor(() => expect(cuts()).toBeGreaterThan(0), { timeout: 20_000 });
      await untilOrderAgrees(stack.service.database.pool, page, order);
      await page.context().close();
    },
  );
});
