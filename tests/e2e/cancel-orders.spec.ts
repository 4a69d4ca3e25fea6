import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { demoId } from '#service/db/demo/random.ts';
import { expectAccessible, signIn, test } from './desk.ts';

const ORDERS = 24;

const outcomes = (page: Page) => page.getByRole('group', { name: /^Outcomes of/ });

/** Active orders of Crestline's first member, as `npm run demo:orders` prints them, and a line that is none. */
function lines(): string {
  const member = demoId('crestline', 'member', 0);
  const rows = Array.from(
    { length: ORDERS },
    (_, nth) => `${member},${demoId('crestline', 'order', 0, nth)},Active,Buy`,
  );
  return ['member_id,order_id,status,type', ...rows, `${member},../../session,Active,Buy`].join('\r\n');
}

test.use({ leaves: 'cancelled orders' });

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
    const chips = await outcomes(page)
      .getByRole('button', { name: /^(Cancelled|Already cancelled) / })
      .allTextContents();
    expect(chips.reduce((sum, chip) => sum + Number(/\d+$/.exec(chip)?.[0]), 0)).toBe(ORDERS);

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
});
