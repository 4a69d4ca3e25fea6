import { expect, type Page } from '@playwright/test';
import { demoId } from '#service/db/demo/random.ts';
import { expectLoaded, test } from '../desk.ts';
import { enter, moveTo, press } from './keys.ts';

/** A day's work without a pointer. Nothing here clicks, fills, or puts the focus anywhere but by a key. */

test.use({
  leaves: 'a cancelled order',
  reducedMotion: 'reduce',
});
test.setTimeout(240_000);

const title = (page: Page, name?: string | RegExp) =>
  page.getByRole('heading', { level: 1, ...(name && { name }) });
const rows = (page: Page, list: string) =>
  page.getByRole('region', { name: list, exact: true }).locator('tbody tr[data-index]');

async function signIn(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByLabel('Access token')).toBeFocused();
  await page.keyboard.type('pledge_demo_crestline');
  await moveTo(page, page.getByLabel('Your name'));
  await page.keyboard.type('Ruth Kamau');
  await page.keyboard.press('Enter');
  await expect(title(page).filter({ hasNotText: 'Sign in' })).toBeFocused();
  await expectLoaded(page);
}

test('the navigation, the shortcuts and the jump lead to every page, and the way out is reached', async ({
  page,
}) => {
  await signIn(page, '/settings');
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  const names = await links.allTextContents();
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    await test.step(name, async () => {
      const link = links.filter({ hasText: new RegExp(`^${name}$`) });
      await enter(page, link, 'Shift+Tab');
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(title(page)).toBeFocused();
    });
  }
  for (const [letter, name] of Object.entries({ o: 'Overview', l: 'Loans', m: 'Members', k: 'Tokens' })) {
    // The second key has to follow the first within a time, which a busy machine may let pass.
    await expect(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press(letter);
      await expect(title(page, name)).toBeFocused({ timeout: 5_000 });
    }).toPass();
  }
  await page.keyboard.press('Control+k');
  const jump = page.getByRole('dialog').getByRole('combobox');
  await expect(jump).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(title(page, 'Tokens')).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(jump).toBeFocused();
  await page.keyboard.type('activity');
  await expect(page.getByRole('option', { name: /Activity/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Activity')).toBeFocused();

  await enter(page, page.getByRole('button', { name: 'Sign out' }), 'Shift+Tab');
  await expect(title(page, 'Sign in')).toBeVisible();
  await expect(page.getByLabel('Access token')).toBeFocused();
});

test('loans are filtered and sorted, one is opened, and the list is as it was', async ({ page }) => {
  await signIn(page, '/loans');
  const status = page
    .getByRole('group', { name: 'Filter loans' })
    .getByRole('button', { name: /^Status/, expanded: false });
  await expect(status).toBeVisible();

  await enter(page, status);
  const boxes = page.getByRole('dialog', { name: 'Status' }).getByRole('checkbox');
  await moveTo(page, boxes.first());
  await press(page, 'ArrowDown');
  await expect(boxes.nth(1)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(boxes.nth(1)).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(status).toBeFocused();
  await expect(status).toHaveText(/^Status: \w+$/);
  const chosen = (await status.textContent())?.replace('Status: ', '') ?? '';
  const loans = rows(page, 'Loans');
  await expect(loans.filter({ hasNotText: chosen })).toHaveCount(0);
  await enter(page, page.getByRole('button', { name: 'Clear Status' }));
  await expect(status).toHaveText('Status');
  await expect(status).toBeFocused();
  await page.keyboard.press('Enter');
  await moveTo(page, boxes.nth(1), 'ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(status).toHaveText(`Status: ${chosen}`);

  const amount = page.getByRole('columnheader', { name: 'Amount' });
  await enter(page, amount.getByRole('button'));
  await expect(amount).toHaveAttribute('aria-sort', /ascending|descending/);
  await expect(amount.getByRole('button')).toBeFocused();
  const list = page.url();

  await press(page, 'ArrowDown');
  await press(page, 'ArrowDown');
  const row = loans.nth(1);
  await expect(row).toBeFocused();
  const words = (await row.textContent()) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/loans\/[\w-]+/);
  await expect(title(page)).toBeFocused();
  // Back is the browser's own key.
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(page.locator('body')).not.toBeFocused();
  await expect(loans.nth(1)).toHaveText(words);
});

test('a token is found and starred, and two are compared', async ({ page }) => {
  await signIn(page, '/tokens');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search tokens by name or symbol' })).toBeFocused();
  await page.keyboard.type('bond');
  await expect(page).toHaveURL(/name=bond/);
  await expect(page.getByText(/tokens found\./)).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  const star = rows(page, 'Tokens')
    .first()
    .getByRole('button', { name: /^Watch / });
  await moveTo(page, star);
  await page.keyboard.press('Space');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(star).toBeFocused();

  for (const [nth, key] of ['Home', 'ArrowDown'].entries()) {
    const row = rows(page, 'Tokens').nth(nth);
    await press(page, key);
    await expect(row).toBeFocused();
    await page.keyboard.press('x');
    await expect(row.getByRole('checkbox')).toBeChecked();
  }
  await enter(page, page.getByRole('link', { name: 'Compare 2' }), 'Shift+Tab');
  await expect(title(page, 'Compare')).toBeFocused();
  await expect(page.getByRole('region', { name: 'Tokens side by side' }).getByRole('link')).toHaveCount(2);
});

test('a customer is found, and their statement read', async ({ page }) => {
  await signIn(page, '/customers?sort=-trades');
  const customer = page.getByRole('region', { name: 'Customers' }).getByRole('row').nth(1);
  const [name = '', email = ''] = await customer.getByRole('cell').allTextContents();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search customers by name or email')).toBeFocused();
  await page.keyboard.type(email);
  await expect(page.getByText(/^1 of [\d,]+ customers\.$/)).toBeVisible();
  await enter(page, page.getByRole('link', { name, exact: true }));
  await expect(title(page, name)).toBeFocused();
  await enter(page, page.getByRole('link', { name: 'Statement' }));
  await expect(page.getByText(/Based on all \d+ transactions/)).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
});

test('one order is cancelled through its confirmation', async ({ page }) => {
  await signIn(page, '/orders/cancel');
  const ways = page.getByRole('group', { name: 'What to cancel' }).getByRole('radio');
  await moveTo(page, ways.first());
  await press(page, 'ArrowDown');
  await press(page, 'ArrowDown');
  await expect(page.getByRole('radio', { name: 'One order' })).toBeFocused();
  await moveTo(page, page.getByLabel('Member id'));
  await page.keyboard.type(demoId('crestline', 'member', 0));
  await moveTo(page, page.getByLabel('Order id'));
  await page.keyboard.type(demoId('crestline', 'order', 0, 0));
  const opener = page.getByRole('button', { name: 'Cancel this order…' });
  await enter(page, opener);

  const dialog = page.getByRole('dialog', { name: 'Cancel an order' });
  await expect(dialog).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();
  await moveTo(page, dialog.getByLabel('Reason'));
  await page.keyboard.type('Test order');
  await expect(dialog.getByLabel('Reason')).toHaveValue('Test order');
  await enter(page, dialog.getByRole('button', { name: 'Cancel 1 order' }));

  const done = page.getByRole('dialog', { name: 'Order cancelled' });
  await expect(page.locator('body')).not.toBeFocused();
  await enter(page, done.getByRole('button', { name: 'Close' }));
  await expect(done).toBeHidden();
  await expect(opener).toBeFocused();
});

test('a run of orders is started and followed', async ({ page }) => {
  await signIn(page, '/orders/cancel');
  await moveTo(page, page.getByLabel(/^Paste lines/));
  for (const nth of [1, 2]) {
    await page.keyboard.type(`${demoId('crestline', 'member', 0)},${demoId('crestline', 'order', 0, nth)}`);
    await page.keyboard.press('Enter');
  }
  await moveTo(page, page.getByLabel('Reason', { exact: true }));
  await page.keyboard.type('Test order');
  await enter(page, page.getByRole('button', { name: 'Cancel 2 orders…' }));
  await enter(page, page.getByRole('dialog').getByRole('button', { name: 'Cancel 2 orders' }));
  await expect(title(page, 'Cancellation of 2 orders')).toBeFocused();
  await enter(page, page.getByRole('button', { name: 'Start now' }));
  await expect(page.getByRole('group', { name: 'Outcomes of 2 orders' })).toContainText('Cancelled 2');
  await expect(page.locator('body')).not.toBeFocused();
});
