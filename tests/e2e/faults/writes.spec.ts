import type { Page } from '@playwright/test';
import { demoId } from '#service/db/demo/random.ts';
import { fillLoan, reviewLoan } from '../lend.ts';
import { expect, expectSound, Matrix, type Sitting, signInAgain, test } from './fault-desk.ts';
import type { FaultProxy, Taken } from './fault-proxy.ts';
import { type Fault, faultOf, faults } from './faults.ts';

/** What the page says for each outcome. */
interface Words {
  done: RegExp;
  unknown: RegExp;
  /** For faults after which the service has carried nothing out. */
  nothing: Partial<Record<string, RegExp>>;
}

/** A write in a browser of its own, which is sent once and then left alone until its person presses again. */
interface Write {
  /** Types everything in, up to the last press. */
  prepare(page: Page): Promise<void>;
  press(page: Page): Promise<void>;
  isOwn(taken: Taken): boolean;
  words: Words;
  /** Expects that everything that was typed is still there. */
  expectKept(page: Page): Promise<void>;
  /** Waits for the outcome or sends again, by the page's own means; expects that it was carried out once in the end. */
  settle(page: Page, fault: Pick<Fault, 'write' | 'carriedOut'>): Promise<void>;
  /** How many more writes, each with a key of its own, reach the service until then. */
  writesToSettle(fault: Pick<Fault, 'write' | 'carriedOut'>): number;
}

const title = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name });

/** The gateway takes a loan for not created some time after the request's time limit. */
const CHECKS = { timeout: 120_000 };

function lending(nth: number): Write {
  const amount = `${20_000 + nth}.25`;
  const create = (page: Page) => page.getByRole('button', { name: 'Create loan' });
  return {
    async prepare(page) {
      await page.goto('/loans/new');
      await page.evaluate(() => localStorage.clear());
      await page.reload();
      await fillLoan(page, amount);
      await reviewLoan(page);
    },
    press: (page) => create(page).click(),
    isOwn: ({ method, path, body }) =>
      method === 'POST' && path === '/v1/api/credit/loan' && body.includes(amount),
    words: {
      done: /Loan created/,
      unknown: /may or may not have been created|Loan created/,
      nothing: {
        'refused connection': /could not be checked\. Nothing was sent/,
        'status 403': /Nothing was created.*does not allow this/,
        'status 404': /Nothing was created.*The service says: “Told by the fault server”/,
        '401 in mid-session': /nothing you entered is lost\. Sign in, then press the button again/,
      },
    },
    async expectKept(page) {
      const back = page.getByRole('button', { name: 'Back', exact: true });
      if (await back.count()) await back.click();
      const field = page.getByRole('textbox', { name: 'Amount' });
      await expect(field).toHaveValue(`${amount.slice(0, 2)},${amount.slice(2)}`);
      await expect(page.getByRole('textbox', { name: /^Quantity of/ })).toHaveValue('50');
    },
    async settle(page, { write, carriedOut }) {
      // The gateway checks by itself: the person does nothing.
      if (write === 'unknown') {
        const outcome = carriedOut ? /^Loan created$/ : /^Loan not created$/;
        await expect(title(page, outcome)).toBeVisible(CHECKS);
        if (carriedOut) return;
        await page.getByRole('link', { name: 'Back to the form' }).click();
        await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue(
          `${amount.slice(0, 2)},${amount.slice(2)}`,
        );
      }
      await reviewLoan(page);
      await create(page).click();
      await expect(page).toHaveURL(/\/loans\/[0-9a-f]+\?at=/);
    },
    writesToSettle: ({ write, carriedOut }) => (carriedOut || write === 'session' ? 0 : 1),
  };
}

function cancelling(nth: number): Write {
  const member = demoId('crestline', 'member', 0);
  const order = demoId('crestline', 'order', 0, nth);
  const dialog = (page: Page) => page.getByRole('dialog', { name: /Cancel an order|Order cancelled/ });
  const send = (page: Page) => dialog(page).getByRole('button', { name: /^(Cancel 1 order|Try again)$/ });
  return {
    async prepare(page) {
      await page.goto(`/members/${member}`);
      await page.getByRole('button', { name: 'Cancel an order…' }).click();
      await dialog(page).getByLabel('Order ID').fill(order);
      await dialog(page).getByLabel('Reason').selectOption('Test order');
      await dialog(page).getByLabel(/^Note/).fill('typed by hand');
    },
    press: (page) => send(page).click(),
    isOwn: ({ path }) => path.includes(order),
    words: {
      done: /Order cancelled/,
      unknown: /may or may not have been cancelled|Order cancelled/,
      nothing: {
        'refused connection': /Cancellation not sent.*could not be reached.*Nothing was sent.*Try again/,
        'status 403': /Cancellation refused.*The service says: “Told by the fault server”/,
        'status 404': /Member or order not found.*Check both IDs/,
        '401 in mid-session': /Your session has ended.*What you entered is kept/,
      },
    },
    async expectKept(page) {
      await expect(dialog(page).getByLabel('Order ID')).toHaveValue(order);
      await expect(dialog(page).getByLabel('Reason')).toHaveValue('Test order');
      await expect(dialog(page).getByLabel(/^Note/)).toHaveValue('typed by hand');
    },
    async settle(page, { write }) {
      if (write !== 'unknown') {
        // An order that was not found isn't offered again as it is: its ID is to be checked first.
        const field = dialog(page).getByLabel('Order ID');
        if (await send(page).isHidden()) {
          await field.clear();
          await field.fill(order);
        }
        await this.press(page);
      }
      await expect(dialog(page)).toContainText(this.words.done, CHECKS);
    },
    writesToSettle: ({ write }) => (write === 'unknown' || write === 'session' ? 0 : 1),
  };
}

async function meet(name: string, write: Write, sitting: Sitting, back: FaultProxy): Promise<void> {
  const fault = faultOf(name);
  const { page } = sitting;
  // A check repeats a cancellation under its key, which is safe: writes are counted by their keys.
  const sent = () =>
    new Set(back.taken.filter((taken) => taken.desk !== '' && write.isOwn(taken)).map(({ key }) => key)).size;
  await write.prepare(page);
  const lift = fault.strike === 'refuse' ? () => back.accept() : back.strike(write.isOwn, fault.strike);
  if (fault.strike === 'refuse') {
    await back.refuse();
    // A connection that was kept open breaks off first; from then on it is refused.
    const asked = () => page.request.get('/v1/api/credit/loan-configuration');
    await expect.poll(async () => (await asked()).status(), { timeout: 60_000 }).toBe(503);
  }
  try {
    await write.press(page);
    if (fault.write === 'done') {
      await expect(page.getByRole('main').or(page.getByRole('dialog')).last()).toContainText(
        write.words.done,
      );
      await expect(page).not.toHaveURL(/\/loans\/new/);
    } else {
      const words = fault.write === 'unknown' ? write.words.unknown : write.words.nothing[name];
      await expect(page.locator('body')).toContainText(words ?? /no words were foreseen/);
    }
  } finally {
    await lift();
  }
  if (fault.write === 'session') await signInAgain(sitting);
  if (fault.write !== 'done') await expectSound(sitting);
  // The page sends nothing by itself: neither when it comes to the front, nor when the network is back.
  await page.evaluate(() => {
    dispatchEvent(new Event('focus'));
    dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const first = fault.strike === 'refuse' ? 0 : 1;
  expect(sent()).toBe(first);
  if (fault.write === 'done') return;
  if (fault.write !== 'unknown') await write.expectKept(page);
  await write.settle(page, fault);
  expect(sent()).toBe(first + write.writesToSettle(fault));
  await expectSound(sitting);
}

/** As many people at once as the machine carries, each with a part of the faults. */
async function meetAll(
  sit: (name: string) => Promise<Sitting>,
  back: FaultProxy,
  { column, writeOf }: { column: string; writeOf: (nth: number) => Write },
): Promise<void> {
  const matrix = new Matrix();
  const people = await Promise.all(['one', 'two', 'three'].map(sit));
  const names = Object.keys(faults);
  const run = (name: string, sitting: Sitting) =>
    matrix.pair(name, column, () => meet(name, writeOf(names.indexOf(name)), sitting, back));
  for (const name of names.filter((each) => faultOf(each).strike === 'refuse'))
    await run(name, people[0] as Sitting);
  const rest = names.filter((name) => faultOf(name).strike !== 'refuse');
  await Promise.all(
    people.map(async (sitting, turn) => {
      for (const name of rest.filter((_, nth) => nth % people.length === turn)) await run(name, sitting);
    }),
  );
  matrix.conclude(`${column}: said what became of it, kept what was typed, sent once`);
}

test.setTimeout(900_000);

test('a loan meets every fault of the service', async ({ sit, faulty: { back } }) => {
  await meetAll(sit, back, { column: 'createLoan', writeOf: lending });
});

test('a cancellation meets every fault of the service', async ({ sit, faulty: { back } }) => {
  await meetAll(sit, back, { column: 'cancelOrder', writeOf: cancelling });
});
