import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { hashAccessToken } from '#service/access-token.ts';
import { orderOf, stateOf } from '#tests/support/orders.ts';
import { entriesOf, loanEntries, loansOf, untilLoanAgrees, untilOrderAgrees } from './agree.ts';
import { launchChromium } from './browser.ts';
import { prepareCancellation, prepareLoan, reportOf, sitDown } from './person.ts';
import { type Stack, startStack } from './stack.ts';

/** The access token of a second API client of Crestline's. */
const COLLEAGUE = 'pledge_test_colleague_of_crestline';

let stack: Stack;
let browsers: Browser[];
beforeAll(async () => {
  stack = await startStack();
  browsers = await Promise.all([launchChromium(), launchChromium()]);
  await stack.service.database.pool.query(
    `insert into service.api_client (id, organisation_id, creditor_id, name, token_hash, demo, created_at)
     select 'colleague', organisation_id, creditor_id, 'Colleague', $1, true, created_at
     from service.api_client where name like 'Crestline%' limit 1`,
    [hashAccessToken(COLLEAGUE)],
  );
});
afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close()));
  await stack.close();
});

/** Two people, each in a browser of their own. */
async function sitTwo(): Promise<[Page, Page]> {
  const [one, other] = browsers as [Browser, Browser];
  return [await sitDown(one, stack.address), await sitDown(other, stack.address, COLLEAGUE)];
}

it('two people who press the same loan at once create one, and a second one only once it is confirmed', async () => {
  const pages = await sitTwo();
  const amount = '8001.25';
  const presses = [await prepareLoan(pages[0], amount), await prepareLoan(pages[1], amount)];
  await Promise.all(presses.map((press) => press()));
  const asked = (page: Page) => page.getByRole('dialog', { name: 'This loan was already requested' });
  await vi.waitFor(
    async () => {
      const states = await Promise.all(
        pages.map(async (page) => ((await asked(page).isVisible()) ? 'asked' : await reportOf(page))),
      );
      expect(states.sort()).toEqual(['asked', 'done']);
    },
    { timeout: 60_000, interval: 250 },
  );
  expect(await loansOf(stack.service.database.pool, amount)).toHaveLength(1);
  expect(await loanEntries(pages[0], amount)).toHaveLength(1);

  const second = (await asked(pages[0]).isVisible()) ? pages[0] : pages[1];
  await asked(second).getByRole('button', { name: 'Create another loan' }).click();
  await vi.waitFor(async () => expect(await reportOf(second)).toBe('done'), { timeout: 60_000 });
  expect(await loansOf(stack.service.database.pool, amount)).toHaveLength(2);
  const entries = await loanEntries(pages[0], amount);
  expect(entries.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
});

it('two people who cancel the same order at once cancel it once, and the journal says which of them did', async () => {
  const { pool } = stack.service.database;
  const pages = await sitTwo();
  const order = await orderOf(pool, {});
  const presses = [await prepareCancellation(pages[0], order), await prepareCancellation(pages[1], order)];
  await Promise.all(presses.map((press) => press()));
  for (const page of pages) {
    await vi.waitFor(async () => expect(await reportOf(page)).toBe('done'), { timeout: 60_000 });
  }
  const { escrow, events } = await stateOf(pool, order.id);
  expect(escrow.map(({ kind }) => kind)).toEqual(['hold', 'reversal']);
  expect(events).toHaveLength(1);
  const entries = await entriesOf(pages[0], `kind=cancelOrder&order=${order.id}`);
  expect(entries.map(({ outcome, by }) => `${outcome} by ${by}`).sort()).toEqual([
    'done by this-request',
    'refused by earlier',
  ]);
});

it('an order that another person had cancelled before isn’t reported as cancelled by a request whose answer was lost', async () => {
  const { pool } = stack.service.database;
  const [page] = await sitTwo();
  const order = await orderOf(pool, {});
  const press = await prepareCancellation(page, order);
  const params = { id: order.memberId, orderId: order.id };
  expect((await stack.service.call('cancelOrder', { params, token: COLLEAGUE })).status).toBe(200);
  stack.relays['gateway to service'].cut({
    point: 'answered',
    ending: 'reset',
    times: 1,
    holding: `${order.id}/cancel`,
  });
  await press();
  expect(await untilOrderAgrees(pool, page, order)).toMatchObject({ outcome: 'done', by: 'this-or-earlier' });
  expect(await page.locator('body').innerText()).toContain('by this or an earlier request');
});

it.each([408, 421])(
  'a service that responds with %d to a loan it created gets one request',
  async (status) => {
    const [page] = await sitTwo();
    const amount = `8${status}.25`;
    const press = await prepareLoan(page, amount);
    stack.respondWith((request) =>
      request.method === 'POST'
        ? stack.service.fetch(request).then(() => new Response('{}', { status }))
        : null,
    );
    await press();
    expect(await untilLoanAgrees(stack.service.database.pool, page, amount)).toBe(true);
    expect(stack.relays['gateway to service'].posts(`"${amount}"`)).toHaveLength(1);
    stack.respondWith(() => null);
  },
);
