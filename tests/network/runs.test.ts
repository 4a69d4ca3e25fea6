import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Run, RunLine } from '#contract/runs.ts';
import { ordersOf, stateOf } from '#tests/support/orders.ts';
import { launchChromium } from './browser.ts';
import { sitDown } from './person.ts';
import { ENDINGS, POINTS } from './relay.ts';
import { type Stack, startStack } from './stack.ts';

const LINES = 30;

let stack: Stack;
let browser: Browser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await stack.close();
});

it('a run ends by itself if its browser is closed, connections break and every gateway is killed', async () => {
  const { pool } = stack.service.database;
  const orders = (await ordersOf(pool, {})).slice(0, LINES);
  const [author, colleague] = [
    await sitDown(browser, stack.address),
    await sitDown(browser, stack.address),
  ] as const;
  // Every other line is cut, each in another way.
  for (const [nth, { id }] of orders.entries()) {
    if (nth % 2 === 1) continue;
    const point = POINTS[(nth / 2) % POINTS.length] ?? 'before';
    const ending = ENDINGS[(nth / 2) % ENDINGS.length] ?? 'reset';
    stack.relays['gateway to service'].cut({ point, ending, times: 1, holding: `${id}/cancel` });
  }
  const id = randomUUID();
  const headers = { origin: stack.address };
  const lines = orders.map((order) => ({ memberId: order.memberId, orderId: order.id }));
  const data = { kind: 'cancelOrders', reason: 'Test order', note: '', lines };
  expect((await author.request.put(`/runs/${id}`, { data, headers })).status()).toBe(201);
  expect((await author.request.post(`/runs/${id}/now`, { headers })).ok()).toBe(true);
  await author.context().close();

  const read = async <T>(path: string) =>
    ((await (await colleague.request.get(`/runs/${id}${path}`)).json()) as { data: T }).data;
  await vi.waitFor(async () => expect((await read<Run>('')).counts.done).toBeGreaterThan(2), {
    timeout: 60_000,
    interval: 50,
  });
  for (const port of stack.ports) await stack.kill(port);
  await stack.restart();
  await vi.waitFor(
    async () => expect(await read<Run>('')).toMatchObject({ state: 'done', counts: { done: LINES } }),
    { timeout: 120_000, interval: 500 },
  );
  const { lines: reported } = await read<{ lines: RunLine[] }>('/lines?limit=100');
  expect(reported.map(({ orderId, outcome }) => [orderId, outcome])).toEqual(
    orders.map((order) => [order.id, 'done']),
  );
  for (const order of orders) {
    const { status, escrow, events } = await stateOf(pool, order.id);
    expect([status, escrow.length, events.length]).toEqual(['Terminated', 2, 1]);
  }
});
