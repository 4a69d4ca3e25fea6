import { expect } from '@playwright/test';
import { expectAccessible, expectNoOverflow, signIn, test } from './desk.ts';

test('an analyst finds a customer by typing, reads a statement and prints it', async ({ page }) => {
  await signIn(page, 'Crestline', '/customers?sort=-trades');
  await expect(page.getByText('All 1,200 customers.', { exact: true })).toBeVisible();
  const list = page.getByRole('region', { name: 'Customers' });
  const busiest = list.getByRole('row').nth(1);
  const [name, email] = await busiest.getByRole('cell').allTextContents();

  await page.getByLabel('Search customers by name or email').fill(email ?? '');
  await expect(page.getByText('1 of 1,200 customers.')).toBeVisible();
  expect(page.url()).not.toContain('@');
  await list.getByRole('link', { name: name ?? '' }).click();
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeFocused();
  await expect(page).toHaveURL(/\/customers\/[\w-]{16}$/);
  await expect(page.getByText(/^All \d+ transactions\./)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Statement' }).click();
  await expect(page.getByText(/Based on all \d+ transactions/)).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);

  // Opened afresh, the address finds the same customer.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible();
  await expect(page.getByText(/Based on all \d+ transactions/)).toBeVisible({ timeout: 20_000 });

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible();
  await expect(page.getByText(email ?? '', { exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Realised profit' }).first()).toBeVisible();
  await expect(page.getByText('Realised profit (average cost).')).toBeVisible();
  // A column’s header begins where its texts do.
  const token = page.getByRole('columnheader', { name: 'Token', exact: true }).first();
  const names = token.locator('xpath=ancestor::table').getByRole('rowheader');
  const lefts = [token, names.first()].map((each) => each.evaluate((it) => getComputedStyle(it).paddingLeft));
  expect(new Set(await Promise.all(lefts)).size).toBe(1);
  for (const chrome of ['Print', 'Export', 'Sign out'])
    await expect(page.getByRole('button', { name: chrome })).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
});

test('a customer’s address leads a colleague to the same customer, and no one else', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, 'Crestline', '/customers?sort=-trades');
  const list = page.getByRole('region', { name: 'Customers' });
  await list.getByRole('row').nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/customers\/[\w-]{16}$/);
  // The address changes before the page does.
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Customers');
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';

  // Another browser: nothing of the first is in it.
  const colleague = await browser.newPage({ baseURL: baseURL ?? '' });
  await signIn(colleague, 'Crestline', page.url());
  await expect(colleague.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(colleague).toHaveURL(page.url());
  await colleague.close();

  const stranger = await browser.newPage({ baseURL: baseURL ?? '' });
  await signIn(stranger, 'Harbour', page.url());
  await expect(stranger.getByText('Customer not found')).toBeVisible();
  await stranger.close();
});

test.describe('a worker', () => {
  test.use({ expectedNoise: /ERR_FAILED/ });

  test('loads all customers in a worker, or in the window if there can’t be one', async ({ page }) => {
    await signIn(page, 'Crestline', '/settings');
    const started = page.waitForEvent('worker');
    await page.goto('/customers');
    expect((await started).url()).toMatch(/\/assets\/customers-worker-[\w-]+\.js$/);
    await expect(page.getByText('All 1,200 customers.', { exact: true })).toBeVisible();

    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('customers-worker'));
    await page.route(/customers-worker/, (route) => route.abort());
    await page.reload();
    await lost;
    await expect(page.getByText('All 1,200 customers.', { exact: true })).toBeVisible();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('customers are cards, and so are transactions and statement', async ({ page }) => {
    await signIn(page, 'Crestline', '/customers');
    await expect(page.getByText('All 1,200 customers.', { exact: true })).toBeVisible();
    await expectNoOverflow(page);
    await page.getByLabel('Search customers by name or email').fill('obi');
    await page
      .getByRole('link', { name: /^Open / })
      .first()
      .click();
    await expect(
      page.getByRole('region', { name: 'Transactions' }).getByRole('listitem').first(),
    ).toBeVisible();
    await expectNoOverflow(page);
    await page.getByRole('link', { name: 'Statement' }).click();
    await expect(page.getByText(/Based on all \d+ transaction/)).toBeVisible();
    await expectNoOverflow(page);
    await expectAccessible(page);
  });

  test.describe('that comes without customers', () => {
    test.use({ expectedNoise: /ERR_FAILED/ });

    test('what is above the list doesn’t move when they arrive', async ({ page }) => {
      await signIn(page, 'Crestline', '/settings');
      await page.route('**/v1/api/customers', (route) => route.abort());
      await page.goto('/customers');
      await expect(page.getByText('The customers could not be loaded')).toBeVisible({ timeout: 20_000 });
      const before = await page.getByRole('combobox').boundingBox();
      await page.unroute('**/v1/api/customers');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByText('All 1,200 customers.', { exact: true })).toBeVisible();
      expect(await page.getByRole('combobox').boundingBox()).toEqual(before);
    });
  });
});

test('a name too long for its column ends in an ellipsis once the rows stand still, and others are not cut', async ({
  page,
}) => {
  const long = 'Adaeze Chukwuemeka-Oyelaran of the Fourth Trust of Ibadan';
  await page.route('**/v1/api/customers', async (route) => {
    const answer = await (await route.fetch()).json();
    for (const place of [3, 600]) answer.data[place].name = `${long} ${place}`;
    await route.fulfill({ json: answer });
  });
  await signIn(page, 'Crestline', '/customers');
  const list = page.getByRole('region', { name: 'Customers', exact: true });
  const cut = (place: number) =>
    list
      .getByRole('row', { name: `${long} ${place}` })
      .getByRole('link')
      .evaluate(isCut);
  await expect.poll(() => cut(3)).toBe(true);
  expect(await list.getByRole('row').nth(1).getByRole('link').evaluate(isCut)).toBe(false);
  await list.evaluate((frame) => frame.scrollTo({ top: 595 * 44 }));
  await expect.poll(() => cut(600)).toBe(true);
  // A wide window shows the whole text, a narrow one cuts it.
  await page.setViewportSize({ width: 2400, height: 900 });
  await expect.poll(() => cut(600)).toBe(false);
  await page.setViewportSize({ width: 900, height: 900 });
  await expect.poll(() => cut(600)).toBe(true);
});

function isCut(text: Element): boolean {
  return getComputedStyle(text).overflowX !== 'visible' && text.scrollWidth > text.clientWidth;
}
