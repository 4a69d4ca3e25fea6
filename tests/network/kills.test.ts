import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createRandom } from '#service/db/demo/random.ts';
import { type KillableBrowser, startBrowser } from '#tests/crash/browser.ts';
import { chosenSeed } from '#tests/crash/seed.ts';
import { startSystem, type Victim } from '#tests/crash/system.ts';
import { create, fillLoan, reviewLoan } from '#tests/e2e/lend.ts';
import { orderOf } from '#tests/support/orders.ts';
import { hasPostgres } from '#tests/support/postgres.mjs';
import { loanEntries, loansOf, untilLoanAgrees, untilOrderAgrees } from './agree.ts';
import { launchChromium } from './browser.ts';
import { prepareCancellation, prepareLoan, reportOf, sitDown } from './person.ts';
import { GATEWAYS, type Stack, startStack } from './stack.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe('with gateways behind a balancer', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  });
  afterEach(() => stack.restart());
  afterAll(() => stack.close());

  /** Keeps the service's response to a request from the gateway, so that it can be killed meanwhile. */
  function holdResponse(holding: string): { gateway: () => Promise<number> } {
    const { 'gateway to service': back, 'balancer to gateway': gate } = stack.relays;
    const held = back.cut({ point: 'answered', ending: 'silence', times: 1, holding });
    return {
      async gateway() {
        await vi.waitFor(() => expect(held()).toBe(1), { timeout: 20_000 });
        return gate.posts(holding)[0] as number;
      },
    };
  }

  it('one that is killed while it creates a loan leaves one loan', async () => {
    const amount = '9001.25';
    const page = await sitDown(browser, stack.address);
    const press = await prepareLoan(page, amount);
    const held = holdResponse(`"${amount}"`);
    await press();
    await stack.kill(await held.gateway());
    // Another gateway, if there is one, must do without the one that was killed.
    if (GATEWAYS === 1) await stack.restart();
    expect(await untilLoanAgrees(stack.service.database.pool, page, amount)).toBe(true);
  });

  it('one that is killed while it cancels an order leaves it cancelled once', async () => {
    const { pool } = stack.service.database;
    const order = await orderOf(pool, {});
    const page = await sitDown(browser, stack.address);
    const press = await prepareCancellation(page, order);
    const held = holdResponse(`${order.id}/cancel`);
    await press();
    await stack.kill(await held.gateway());
    if (GATEWAYS === 1) await stack.restart();
    expect(await untilOrderAgrees(pool, page, order)).toMatchObject({ outcome: 'done' });
  });

  it('a browser that is killed after it sent a loan does not offer the loan again', async () => {
    // Below a thousand, so that the draft holds it without a separator.
    const amount = '902.25';
    const person = await startBrowser(stack.address);
    try {
      await person.open('/loans/new');
      await fillLoan(person.page, amount);
      await vi.waitFor(() => expect(person.hasStored(amount)).toBe(true), { timeout: 60_000 });
      await reviewLoan(person.page);
      await create(person.page).click({ noWaitAfter: true });
      await vi.waitFor(
        async () => expect(await loansOf(stack.service.database.pool, amount)).toHaveLength(1),
        { timeout: 20_000 },
      );
      await person.kill();
      await person.open('/loans/new');
      await expectNotOffered(person, amount);
      const entries = await loanEntries(person.page, amount);
      expect(entries.map(({ outcome }) => outcome)).toEqual(['done']);
    } finally {
      await person.close();
    }
  });

  async function expectNotOffered({ page }: KillableBrowser, amount: string): Promise<void> {
    const field = page.getByRole('textbox', { name: 'Amount' });
    await field.waitFor();
    await vi.waitFor(async () => expect(await reportOf(page)).toBe('done'), { timeout: 60_000 });
    expect(await field.inputValue()).not.toBe(amount);
  }
});

const seed = chosenSeed();
const VICTIMS: Victim[] = ['gateway', 'service', 'database'];
const ROUNDS = 3;

describe.skipIf(process.env.NETWORK !== 'whole' || !hasPostgres())('with everything on PostgreSQL', () => {
  it.each(VICTIMS)(
    `a kill -9 of the %s at any moment after the press leaves one loan at most (CRASH_SEED=${seed})`,
    { timeout: 900_000 },
    async (victim) => {
      const random = createRandom(`${seed} network ${victim}`);
      const system = await startSystem('postgres', 0);
      try {
        for (let round = 1; round <= ROUNDS; round += 1) {
          const amount = `90${round}0.75`;
          const page = await sitDown(browser, system.address);
          const press = await prepareLoan(page, amount);
          await press();
          const moment = random.between(0, 300);
          await new Promise((resolve) => setTimeout(resolve, moment));
          await system.kill(victim);
          await system.restart();
          await system.visit(async ({ service }) => await untilLoanAgrees(service, page, amount));
          await page.context().close();
        }
      } finally {
        await system.close();
      }
    },
  );
});
