import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { demoId } from '#service/db/demo/random.ts';
import { expectAccessible, signIn, test } from './desk.ts';

const ORDERS = 24;

test.use({ leaves: 'cancelled orders' });

const outcomes = (page: Page) => page.getByRole('group', { name: /^Outcomes of/ });

/** Active orders of Crestline's first member, as `npm run demo:orders` prints them: each story has its own. */
function pairs(from: number, count: number): string[] {
  const member = demoId('crestline', 'member', 0);
  return Array.from(
    { length: count },
    (_, nth) => `${member},${demoId('crestline', 'order', 0, from + nth)},Active,Buy`,
  );
}

/** Lines with a header, and one among them that is no pair. */
function lines(): string {
  const [first = ''] = pairs(0, 1);
  const member = first.split(',')[0];
  const rows = pairs(0, ORDERS);
  return ['member_id,order_id,status,type', ...rows, `${member},../../session,Active,Buy`].join('\r\n');
}

/** Begins a run of few orders, of which the first four reach the service and the others wait to be let go. */
async function beginHeld(page: Page, rows: string[]): Promise<() => void> {
  let passed = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/cancel', async (route) => {
    passed += 1;
    if (passed > 4) await released;
    await route.continue().catch(() => {});
  });
  await page.getByLabel(/Paste lines/).fill(rows.join('\n'));
  await page.getByLabel('Reason').selectOption('Test order');
  await page.getByRole('button', { name: `Cancel ${rows.length} orders…` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Cancel ${rows.length} orders` })
    .click();
  await expect(outcomes(page).getByRole('button', { name: /^(Already c|C)ancelled 4$/ })).toBeVisible();
  return release;
}

/** How many orders of a run were cancelled, by it or before. */
async function cancelledIn(page: Page): Promise<number> {
  const chips = await outcomes(page)
    .getByRole('button', { name: /^(Cancelled|Already cancelled) / })
    .allTextContents();
  return chips.reduce((sum, chip) => sum + Number(/\d+$/.exec(chip)?.[0]), 0);
}

test.describe('a run of cancellations', () => {
  test.use({ expectedNoise: /status of 400/ });

  test('is pasted, confirmed, watched, reloaded in the middle, resumed and reported', async ({ page }) => {
    test.setTimeout(90_000);
    await signIn(page, 'Crestline', '/orders/cancel');
    await page.getByLabel(/Paste lines/).fill(lines());
    await expect(page.getByText(`${ORDERS} to send, 1 malformed`)).toBeVisible();
    await page.getByLabel('Reason').selectOption('Test order');
    await page.getByRole('button', { name: `Cancel ${ORDERS} orders…` }).click();
    const dialog = page.getByRole('dialog', { name: `Cancel ${ORDERS} orders?` });
    await dialog.getByRole('button', { name: `Cancel ${ORDERS} orders` }).click();
    await expect(dialog.getByText(`Type the number of orders, ${ORDERS}.`)).toBeVisible();
    await dialog.getByLabel(`Type ${ORDERS} to confirm`).fill(String(ORDERS));

    // The service takes its time, so that there is a middle in which to reload.
    await page.route('**/cancel', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue().catch(() => {});
    });
    await dialog.getByRole('button', { name: `Cancel ${ORDERS} orders` }).click();
    await expect(page.getByText(/Nothing is sent yet/)).toBeVisible();
    await expect(outcomes(page).getByRole('button', { name: /^Cancelled [1-9]/ })).toBeVisible({
      timeout: 20_000,
    });
    page.once('dialog', (leaving) => void leaving.accept());
    await page.reload();

    await expect(page.getByText('The run was interrupted')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('Done', { exact: true })).toBeVisible({ timeout: 30_000 });
    // What was in flight when the page went away may have reached the service: then the probe says so.
    expect(await cancelledIn(page)).toBe(ORDERS);

    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Export ${ORDERS + 1} rows` }).click(),
    ]);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text.trim().split('\r\n')).toHaveLength(ORDERS + 2);
    expect(text).toContain('left out: malformed');
    expect(download.suggestedFilename()).not.toContain('PARTIAL');
  });

  test('is seen from every page and tab, and taken over when its tab is closed', async ({
    page,
    context,
  }) => {
    await signIn(page, 'Crestline', '/orders/cancel');
    await beginHeld(page, pairs(24, 12));
    const other = await context.newPage();
    await other.goto('/loans');
    const link = other
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: /^Cancel orders/ });
    await expect(link).toContainText('4 of 12');
    await expect(link).toHaveAccessibleName(/A run is under way: 4 of 12 orders/);
    await expectAccessible(other);
    await link.click();
    await expect(other.getByText('Another tab has this run')).toBeVisible();
    await expect(other.getByRole('button', { name: 'Pause' })).toHaveCount(0);
    await page.close();
    await expect(other.getByText('The run was interrupted')).toBeVisible();
    await other.getByRole('button', { name: 'Resume' }).click();
    await expect(other.getByText('Done', { exact: true })).toBeVisible();
    expect(await cancelledIn(other)).toBe(12);
  });

  test.describe('while somebody else signs in', () => {
    test.use({ expectedNoise: /status of 40[01]/ });

    test('pauses, sends nothing for them, and goes on for whom it was begun', async ({ page, baseURL }) => {
      await signIn(page, 'Crestline', '/orders/cancel');
      const release = await beginHeld(page, pairs(36, 12));
      // As another tab does, whose word of it has not come yet.
      const headers = { origin: baseURL ?? '' };
      const signedIn = await page.request.post('/session', {
        headers,
        data: { accessToken: 'pledge_demo_harbour' },
      });
      expect(signedIn.ok()).toBe(true);
      release();
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      await expect(dialog).toBeVisible();
      const journal = await (await page.request.get('/journal?kind=cancelOrder&limit=1')).json();
      expect(journal.data.total).toBe(0);
      await dialog.getByRole('button', { name: 'Crestline' }).click();
      await expect(page.getByText('Your session has ended, so the run paused')).toBeVisible();
      await page.getByRole('button', { name: 'Resume' }).click();
      await expect(page.getByText('Done', { exact: true })).toBeVisible();
      expect(await cancelledIn(page)).toBe(12);
    });
  });
});
