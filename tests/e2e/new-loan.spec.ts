import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow, signIn, test } from './desk.ts';

const TOKEN = 'pledge_demo_crestline';
const LOAN = '**/v1/api/credit/loan';

test.setTimeout(90_000);
test.use({ leaves: 'loans' });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const create = (page: Page) => page.getByRole('button', { name: 'Create the loan' });

/** Presses Tab until a control has the focus. */
async function tabTo(page: Page, control: ReturnType<Page['getByRole']>): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    if ((await control.count()) === 1 && (await control.evaluate((node) => node === document.activeElement)))
      return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

/** Fills in a loan by hand: each story lends another amount, so that none is the same loan again. */
async function fill(page: Page, amount: string): Promise<void> {
  const who = page.getByRole('combobox', { name: 'Who borrows' });
  await who.fill('a');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await who.press('Enter');
  await page.getByRole('combobox', { name: 'Currency' }).selectOption('NGN');
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  const search = page.getByRole('combobox', { name: 'Add a token' });
  await search.fill('Asaba Textiles Bond');
  await expect(page.getByRole('option', { name: /Asaba Textiles Bond/ }).first()).toBeVisible();
  await search.press('Enter');
  await page.getByRole('textbox', { name: /^Quantity of/ }).fill('50');
}

async function review(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review the loan' }).locator('visible=true').click();
  await expect(heading(page, 'Review the loan')).toBeVisible();
}

test('the keyboard alone takes a loan from nothing to created', async ({ page }) => {
  await page.goto('/loans/new');
  await expect(page.getByLabel('Access token')).toBeFocused();
  await page.keyboard.type(TOKEN);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'New loan')).toBeFocused();
  const who = page.getByRole('combobox', { name: 'Who borrows' });
  await expect(who).toBeEnabled();
  await tabTo(page, who);
  await page.keyboard.type('a');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  const currency = page.getByRole('combobox', { name: 'Currency' });
  await expect(currency).toBeFocused();
  await page.keyboard.type('NGN');
  await expect(currency).toHaveValue('NGN');
  await tabTo(page, page.getByRole('textbox', { name: 'Amount' }));
  await page.keyboard.type('12345.67');
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('12,345.67');
  await tabTo(page, page.getByRole('textbox', { name: 'Reason' }));
  await page.keyboard.type('By keyboard');
  await tabTo(page, page.getByRole('combobox', { name: 'Add a token' }));
  await page.keyboard.type('Asaba Textiles Bond');
  await expect(page.getByRole('option', { name: /Asaba Textiles Bond/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  const quantity = page.getByRole('textbox', { name: /^Quantity of/ });
  await expect(quantity).toBeFocused();
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Review the loan')).toBeFocused();
  await tabTo(page, create(page));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/loans\/[0-9a-f]+\?at=/);
  const loans = await (await page.request.get('/v1/api/creditor/credit/loans?page=1&limit=1')).json();
  expect(loans.data.docs[0]).toMatchObject({ amount: 12_345.67, currency: 'NGN' });
  expect(loans.data.docs[0].reason).toMatch(/^By keyboard \[ref [2-9A-Z]{4}-[2-9A-Z]{2}\]$/);
});

test('two tabs that press at once send one loan', async ({ page, context }) => {
  let posts = 0;
  await context.route(LOAN, async (route) => {
    posts += 1;
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await signIn(page, 'Crestline', '/loans/new');
  await fill(page, '2222.22');
  const other = await context.newPage();
  await other.goto('/loans/new');
  await other.getByRole('button', { name: 'Continue with it' }).click();
  await expect(other.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,222.22');
  await review(page);
  await review(other);
  await Promise.all([create(page).click(), create(other).click()]);
  const told = (tab: Page) =>
    tab.getByText(/Another tab is sending this very loan just now|The same loan was sent already/);
  await expect
    .poll(
      async () =>
        (/\/loans\/[0-9a-f]+\?at=/.test(page.url()) ? 1 : 0) +
        (/\/loans\/[0-9a-f]+\?at=/.test(other.url()) ? 1 : 0),
    )
    .toBe(1);
  await expect.poll(async () => (await told(page).count()) + (await told(other).count())).toBeGreaterThan(0);
  expect(posts).toBe(1);
  await other.close();
});

test('a double click sends one loan', async ({ page }) => {
  let posts = 0;
  await page.route(LOAN, async (route) => {
    posts += 1;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  await signIn(page, 'Crestline', '/loans/new');
  await fill(page, '3333.33');
  await review(page);
  await create(page).dblclick();
  await expect(page).toHaveURL(/\/loans\/[0-9a-f]+\?at=/);
  expect(posts).toBe(1);
});

test.describe('when the connection is cut', () => {
  test.use({ expectedNoise: /net::ERR_FAILED|net::ERR_CONNECTION/ });

  test('a reload in the middle loses nothing: the loan is found, and not sent again', async ({ page }) => {
    let posts = 0;
    await page.route(LOAN, async (route) => {
      posts += 1;
      await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      await route.abort().catch(() => {});
    });
    await signIn(page, 'Crestline', '/loans/new');
    await fill(page, '4444.44');
    await review(page);
    await create(page).click();
    await expect.poll(() => posts).toBe(1);
    await page.waitForTimeout(500);
    await page.reload();
    await expect(page.getByText('The loan you sent was created')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('link', { name: 'Open it' }).click();
    await expect(page).toHaveURL(/\/loans\/[0-9a-f]+\?at=/);
    expect(posts).toBe(1);
  });
});

for (const theme of ['light', 'dark']) {
  for (const width of [1440, 390]) {
    test(`every step is accessible and fits, ${theme}, ${width} wide`, async ({ page, context, baseURL }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await context.addCookies([{ name: 'pledge-theme', value: theme, url: baseURL ?? '' }]);
      const check = async () => {
        await expect(page.locator('h1')).toHaveCount(1);
        await expectNoOverflow(page);
        await expectAccessible(page);
      };
      await signIn(page, 'Crestline', '/loans/new');
      await expect(page.getByRole('combobox', { name: 'Who borrows' })).toBeEnabled();
      await check();
      await page.getByRole('button', { name: 'Review the loan' }).locator('visible=true').click();
      await expect(page.getByRole('alert', { name: /to put right/ })).toBeFocused();
      await check();
      await page.getByRole('combobox', { name: 'Who borrows' }).fill('a');
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
      await check();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('listbox')).toHaveCount(0);
      await page.getByRole('combobox', { name: 'Who borrows' }).fill('');
      await fill(page, '5555.55');
      await check();
      await review(page);
      await check();
    });
  }
}
