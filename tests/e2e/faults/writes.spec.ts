import type { Page } from '@playwright/test';
import { demoId } from '#service/db/demo/random.ts';
import { fillLoan, reviewLoan } from '../lend.ts';
import { expect, expectSound, Matrix, type Sitting, signInAgain, test } from './fault-desk.ts';
import type { FaultProxy, Taken } from './fault-proxy.ts';
import { type Fault, faultOf, faults } from './faults.ts';

/** What stands on the page for each outcome, in the order in which it is looked for. */
interface Words {
  done: RegExp;
  unknown: RegExp;
  /** Said of faults by which the service took nothing. */
  nothing: Partial<Record<string, RegExp>>;
}

/** A write at a desk of its own, which is sent once and then left alone until its person presses again. */
interface Write {
  /** Types everything in, up to the last press. */
  prepare(page: Page): Promise<void>;
  press(page: Page): Promise<void>;
  isOwn(taken: Taken): boolean;
  words: Words;
  /** Expects that everything that was typed is still there. */
  expectKept(page: Page): Promise<void>;
  /** Finds out, or sends again, by the page's own means; expects that it was carried out once in the end. */
  settle(page: Page, fault: Pick<Fault, 'write' | 'carriedOut'>): Promise<void>;
  /** How many requests that takes: a probe of an order is the same call again. */
  sentToSettle: { unknown: number; nothing: number };
}

const title = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name });

function lending(nth: number): Write {
  const amount = `${20_000 + nth}.25`;
  const create = (page: Page) => page.getByRole('button', { name: 'Create the loan' });
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
      done: /Loan/,
      unknown: /The answer was lost, so nobody knows yet/,
      nothing: {
        'refused connection': /could not be checked\. Nothing was sent/,
        '429 with Retry-After': /Nothing was created.*Try again in 2 s/,
        'status 403': /Nothing was created.*does not allow this/,
        'status 404': /Nothing was created.*It says: “Told by the fault server”/,
        '401 in mid-session': /nothing is lost\. Once you are signed in, press the button again/,
      },
    },
    async expectKept(page) {
      const back = page.getByRole('button', { name: 'Back to the form' });
      if (await back.count()) await back.click();
      const field = page.getByRole('textbox', { name: 'Amount' });
      await expect(field).toHaveValue(`${amount.slice(0, 2)},${amount.slice(2)}`);
      await expect(page.getByRole('textbox', { name: /^Quantity of/ })).toHaveValue('50');
    },
    async settle(page, { write, carriedOut }) {
      // The page looks for the loan by itself, and may have found it by now.
      if (write === 'unknown') {
        const settled = carriedOut ? /The loan was created/ : /was not created, as far as can be seen/;
        const look = page.getByRole('button', { name: 'Look now' });
        await expect(async () => {
          if (await look.count()) await look.click({ timeout: 500 }).catch(() => {});
          await expect(title(page, settled).or(page.getByText('The loan you sent was created'))).toBeVisible({
            timeout: 500,
          });
        }).toPass({ timeout: 60_000 });
        if (carriedOut) return;
        await page.getByRole('button', { name: 'Go back to send it again' }).click();
      }
      await reviewLoan(page);
      await create(page).click();
      await expect(page).toHaveURL(/\/loans\/[0-9a-f]+/);
    },
    sentToSettle: { unknown: 0, nothing: 1 },
  };
}

function cancelling(nth: number): Write {
  const member = demoId('crestline', 'member', 0);
  const order = demoId('crestline', 'order', 0, nth);
  const dialog = (page: Page) => page.getByRole('dialog', { name: /Cancel an order|Order cancelled/ });
  return {
    async prepare(page) {
      await page.goto(`/members/${member}`);
      await page.getByRole('button', { name: 'Cancel an order…' }).click();
      await dialog(page).getByLabel('Order id').fill(order);
      await dialog(page).getByLabel('Reason').selectOption('Test order');
      await dialog(page)
        .getByLabel(/Anything to add/)
        .fill('typed by hand');
    },
    press: (page) =>
      dialog(page)
        .getByRole('button', { name: /^(Cancel 1 order|Try again|Probe)/ })
        .click(),
    isOwn: ({ path }) => path.includes(order),
    words: {
      done: /The service has cancelled it and returned it so/,
      unknown: /Whether the order was cancelled is not known.*Probe it/,
      nothing: {
        'refused connection': /could not be reached.*Nothing was sent.*Try again in 5 s/,
        '429 with Retry-After': /too many requests.*Nothing was sent.*Try again in 2 s/,
        'status 403': /The service refused the cancellation.*It says: “Told by the fault server”/,
        'status 404': /There is no such member or order.*Check both ids/,
        '401 in mid-session': /Your session has ended.*What you typed stays/,
      },
    },
    async expectKept(page) {
      await expect(dialog(page).getByLabel('Order id')).toHaveValue(order);
      await expect(dialog(page).getByLabel('Reason')).toHaveValue('Test order');
      await expect(dialog(page).getByLabel(/Anything to add/)).toHaveValue('typed by hand');
    },
    async settle(page, { carriedOut }) {
      await this.press(page);
      const settled = carriedOut ? /already cancelled.*Found by a probe/ : this.words.done;
      await expect(dialog(page)).toContainText(settled);
    },
    sentToSettle: { unknown: 1, nothing: 1 },
  };
}

async function meet(name: string, write: Write, sitting: Sitting, back: FaultProxy): Promise<void> {
  const fault = faultOf(name);
  const { page } = sitting;
  const sent = () => back.taken.filter((taken) => taken.desk !== '' && write.isOwn(taken)).length;
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
  // Whatever the page does by itself, it doesn't send again: not when it is looked at anew, nor when the network is back.
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
  expect(sent()).toBe(
    first + write.sentToSettle[fault.write === 'unknown' && fault.carriedOut ? 'unknown' : 'nothing'],
  );
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
