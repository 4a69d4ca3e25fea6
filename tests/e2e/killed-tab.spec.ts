import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { createRandom, demoId } from '#service/db/demo/random.ts';
import { chosenSeed } from '#tests/crash/seed.ts';
import { signIn, test } from './desk.ts';
import { create, loansOf, reviewedLoan } from './lend.ts';

const seed = chosenSeed();
const random = createRandom(`${seed} tab`);

test.use({ leaves: 'loans and cancelled orders' });

/** The tab dies at a random point after a press, as `kill -9` of its process does. Returns another in its browser. */
async function killAfter(page: Page, press: () => Promise<void>): Promise<Page> {
  const session = await page.context().newCDPSession(page);
  const crashed = new Promise((resolve) => page.once('crash', resolve));
  await press();
  await new Promise((resolve) => setTimeout(resolve, random.between(0, 400)));
  // The tab that would answer is gone.
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  return await page.context().newPage();
}

interface Entry {
  outcome: string;
  target: { orderId?: string };
  body: { amount?: string } | null;
}

async function journal(page: Page, query: string): Promise<Entry[]> {
  return (await (await page.request.get(`/journal?${query}&limit=100`)).json()).data.entries;
}

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a hook needs from this pattern.
test.afterEach(({}, { status, expectedStatus }) => {
  if (status !== expectedStatus) console.log(`To have the same points again: CRASH_SEED=${seed}`);
});

test.describe('a tab that is killed', () => {
  test.use({ expectedNoise: /status of 400/ });

  for (const round of [1, 2]) {
    const tag = round === 1 ? [] : ['@proof'];
    test(`as it creates a loan leaves one or none, and finds out which, ${round}`, { tag }, async ({
      page,
    }) => {
      const amount = `41${round}0.5${round}`;
      await reviewedLoan(page, amount);
      const next = await killAfter(page, async () => await create(page).click({ noWaitAfter: true }));
      await next.goto('/loans/new');
      await expect(next.getByRole('heading', { level: 1 })).toBeVisible();
      const entries = async () =>
        (await journal(next, 'kind=createLoan')).filter(
          ({ body }) => Number(body?.amount) === Number(amount),
        );
      await expect
        .poll(async () => (await entries()).filter(({ outcome }) => outcome === 'pending'))
        .toEqual([]);
      const outcomes = (await entries()).map(({ outcome }) => outcome);
      expect(outcomes).toEqual(outcomes.length === 0 ? [] : ['done']);
      expect(await loansOf(next, Number(amount))).toHaveLength(outcomes.length);
      // A draft is offered only if nothing came of its key.
      const draft = next.getByText(/^You have a draft of /);
      await next.reload();
      await expect(next.getByRole('combobox', { name: 'Borrower' }).or(draft).first()).toBeVisible();
      await expect(draft).toHaveCount(outcomes.length > 0 ? 0 : 1);
    });

    test(`as it cancels an order cancels it once or not at all, ${round}`, { tag }, async ({ page }) => {
      const member = demoId('crestline', 'member', 0);
      const order = demoId('crestline', 'order', 0, 21 + round);
      const fill = async (at: Page) => {
        await at.getByLabel('Member id').fill(member);
        await at.getByLabel('Order id').fill(order);
        await at.getByRole('button', { name: 'Cancel this order…' }).click();
        await at.getByRole('dialog').getByLabel('Reason').selectOption('Test order');
        return at.getByRole('dialog').getByRole('button', { name: 'Cancel 1 order' });
      };
      await signIn(page, 'Crestline', '/orders/cancel?by=one');
      const button = await fill(page);
      const next = await killAfter(page, async () => await button.click({ noWaitAfter: true }));
      await next.goto('/orders/cancel?by=one');
      await (await fill(next)).click();
      const end = next.getByText(/^(Order cancelled|This order had already been cancelled)$/).first();
      await expect(end).toBeVisible();
      const entries = await journal(next, `kind=cancelOrder&order=${order}`);
      expect(entries.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
      expect(entries.filter(({ outcome }) => !/^(done|refused)$/.test(outcome))).toEqual([]);
    });
  }

  test('as it exports saves the whole file or none, and the whole one afterwards', async ({ page }) => {
    await signIn(page, 'Crestline', '/loans');
    const open = async (at: Page) => {
      await expect(at.getByRole('region', { name: 'Loans' })).toBeVisible();
      await expect(at.getByText(/^All \d+ loans\.$/)).toBeVisible();
      await at.getByRole('button', { name: 'Export' }).click();
      const dialog = at.getByRole('dialog');
      await expect(dialog).toContainText(/Export [\d,]+ loans/);
      await expect(dialog).not.toContainText('PARTIAL');
      return dialog.getByRole('button', { name: /^Export [\d,]+ loans$/ });
    };
    const files: string[] = [];
    page.on('download', async (download) => files.push((await download.path().catch(() => '')) ?? ''));
    const button = await open(page);
    const rows = Number(((await button.textContent()) ?? '').replace(/\D/g, ''));
    const next = await killAfter(page, async () => await button.click({ noWaitAfter: true }));
    const linesOf = (path: string) => readFileSync(path, 'utf8').trim().split('\r\n').length;
    for (const path of files.filter(Boolean)) expect(linesOf(path)).toBe(rows + 1);
    await next.goto('/loans');
    const again = await open(next);
    const [download] = await Promise.all([next.waitForEvent('download'), again.click()]);
    expect(linesOf(await download.path())).toBe(rows + 1);
    expect(download.suggestedFilename()).not.toContain('PARTIAL');
  });
});
