import { expect, type Page } from '@playwright/test';
import {
  chooseSettings,
  expectLoaded,
  expectNoOverflow,
  signIn,
  signInByButton,
  test,
  withoutRendering,
} from './desk.ts';
import { tabTo } from './lend.ts';

const TOKEN = 'pledge_demo_crestline';
const loans = (page: Page) => page.getByRole('region', { name: 'Loans' });
const whole = (page: Page) => page.getByText('All 137 loans.', { exact: true });

test('a person signs in, reads on, reloads, goes back and signs out', async ({ page }) => {
  await signInByButton(page);
  await expect(page).toHaveTitle('Loans · Pledge');
  await expect(whole(page)).toBeVisible();
  // Its borrower's name has taken the place of a shortened id.
  await expect(loans(page).getByRole('row').nth(1)).not.toContainText('…');
  const first = await loans(page).getByRole('row').nth(1).textContent();

  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/loans\?sort=amount$/);
  await expect(loans(page).getByRole('row').nth(1)).not.toHaveText(first ?? '');
  const second = await loans(page).getByRole('row').nth(1).textContent();

  await page.reload();
  await expect(whole(page)).toBeVisible();
  await expect(loans(page).getByRole('row').nth(1)).toHaveText(second ?? '');

  await page.goBack();
  await expect(loans(page).getByRole('row').nth(1)).toHaveText(first ?? '');
  await page.goForward();
  await expect(loans(page).getByRole('row').nth(1)).toHaveText(second ?? '');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect((await page.request.get('/v1/api/creditor/credit/loans')).status()).toBe(401);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('Back leads on from a page that doesn’t answer yet', async ({ page }) => {
  await signInByButton(page);
  await expect(whole(page)).toBeVisible();
  await expect(loans(page).getByRole('row').nth(1)).not.toContainText('…');
  const first = await loans(page).getByRole('row').nth(1).textContent();
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click();
  await expect(page).toHaveURL(/\/loans\?sort=amount$/);

  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await sent;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#root[inert]')).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(/\/loans$/);
  send();
  await expect(loans(page).getByRole('row').nth(1)).toHaveText(first ?? '');
});

test('an address opened while signed out is the one that comes after the sign-in', async ({ page }) => {
  await signInByButton(page, 'Crestline', '/loans?currency=NGN&sort=-amount');
  await expect(page.getByText('61 of 137 loans.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/loans\?currency=NGN&sort=-amount$/);
});

for (const search of ['page=%3Cscript%3Ealert(1)%3C/script%3E&limit=1e9', 'page=3&limit=10', 'all=1']) {
  test(`an address with nonsense or a page in it shows the list: ${search}`, async ({ page }) => {
    await signIn(page, 'Crestline', `/loans?${search}`);
    await expect(whole(page)).toBeVisible();
  });
}

test('the keyboard alone signs in and sorts the list', async ({ page }) => {
  await page.goto('/loans');
  await expect(page.getByLabel('Access token')).toBeFocused();
  await page.keyboard.type(TOKEN);
  await tabTo(page, page.getByLabel('Your name'));
  await page.keyboard.type('Ruth Kamau');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Loans' })).toBeFocused();
  await expect(whole(page)).toBeVisible();
  const amount = page.getByRole('columnheader', { name: 'Amount' });
  for (let press = 0; press < 250; press += 1) {
    await page.keyboard.press('Tab');
    if (await amount.getByRole('button').evaluate((button) => button === document.activeElement)) break;
  }
  await expect(amount.getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(amount).toHaveAttribute('aria-sort', 'ascending');
  await expect(amount.getByRole('button')).toBeFocused();
});

test('a day is typed digit by digit', async ({ page }) => {
  await signIn(page);
  await expect(whole(page)).toBeVisible();
  const created = page.getByRole('button', { name: /^Created/ }).first();
  await created.click();
  await page.getByLabel('From', { exact: true }).focus();
  // As a person does: each digit of the year is there before the next.
  await page.keyboard.type('11012026', { delay: 60 });
  await expect(page).toHaveURL(/\/loans\?created=2026-11-01\.\.$/);
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-11-01');
  await page.getByLabel('To', { exact: true }).focus();
  await page.keyboard.type('11142026', { delay: 60 });
  await expect(page).toHaveURL(/\/loans\?created=2026-11-01\.\.2026-11-14$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(whole(page)).toBeVisible();

  await page.goto('/audit-log');
  await page.getByRole('button', { name: 'Date', exact: true }).click();
  await page.getByLabel('To', { exact: true }).focus();
  await page.keyboard.type('12312025', { delay: 60 });
  await expect(page).toHaveURL(/\/audit-log\?to=2025-12-31$/);
});

test('the keyboard can skip the navigation', async ({ page }) => {
  await signIn(page);
  await page.reload();
  await expect(whole(page)).toBeVisible();
  // Before that, the page is what the server rendered, and takes no keys.
  await expect(page.locator('#root[inert]')).toHaveCount(0);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: /^Skip/ });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the navigation comes in a sheet, and loans are cards', async ({ page }) => {
    await signIn(page, 'Crestline', '/nowhere');
    await page.getByRole('button', { name: 'Navigation' }).click();
    const sheet = page.getByRole('dialog', { name: 'Navigation' });
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: 'Navigation' })).toBeFocused();

    await page.getByRole('button', { name: 'Navigation' }).click();
    await sheet.getByRole('link', { name: 'Loans', exact: true }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Loans' })).toBeFocused();
    await page.getByRole('button', { name: 'Navigation' }).click();
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: 'Navigation' })).toBeFocused();
    await page.getByRole('button', { name: 'Navigation' }).click();
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeFocused();
    await page.goForward();

    await expect(whole(page)).toBeVisible();
    await expect(loans(page).locator('[aria-setsize]').first()).toHaveAttribute('aria-setsize', '137');
    await expect(page.getByRole('table')).toHaveCount(0);
  });

  test('the way to the rest of a long list stays in view', async ({ page }) => {
    await withoutRendering(page);
    await signIn(page, 'Crestline', '/settings');
    await chooseSettings(page, { listRows: 1_000 });
    await page.route(/credit\/loans\?/, async (route) => {
      const address = new URL(route.request().url());
      const number = Number(address.searchParams.get('page'));
      address.searchParams.set('page', '1');
      const response = await route.fetch({ url: address.href });
      const { data, ...body } = await response.json();
      const docs = data.docs.map((loan: { id: string }) => ({ ...loan, id: `${loan.id}-${number}` }));
      await route.fulfill({
        response,
        json: { ...body, data: { ...data, docs, page: number, totalPages: 30, totalDocs: 3_000 } },
      });
    });
    await page.goto('/loans');
    const some = page.getByText(/^Newest 1,\d00 of 3,000 loans\.$/);
    await expect(some).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Load all' })).toBeInViewport();
    await page.mouse.wheel(0, 2_000);
    await expect(some).toBeInViewport();
    await page.getByRole('button', { name: 'Load all' }).click();
    await expect(page.getByText('All 3,000 loans.')).toBeAttached();
    await expect(page.getByRole('button', { name: 'Load all' })).toBeHidden();
    await expectNoOverflow(page);
  });

  test('the figures of a loan are whole, however narrow the page is', async ({ page }) => {
    await signIn(page, 'Crestline', '/loans');
    await expect(whole(page)).toBeVisible();
    await page.setViewportSize({ width: 320, height: 844 });
    await loans(page).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /NGN/ })).toBeVisible();
    await expectLoaded(page);
    await expectNoOverflow(page);
  });

  test('the figures of grouped loans are in view without scrolling sideways', async ({ page }) => {
    await signIn(page, 'Crestline', '/loans?group=borrower');
    const groups = page.getByRole('region', { name: 'Loans by borrower' });
    await expect(groups).toContainText('Total repayable');
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(() => groups.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    }
  });

  test('amounts of 18 digits stay within a page, however narrow it is', async ({ page }) => {
    await signIn(page, 'Crestline', '/settings');
    await page.route(/credit\/loans\?/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/amount":[\d.]+/g, 'amount":123456789012345680');
      await route.fulfill({ response, body });
    });
    await page.setViewportSize({ width: 320, height: 844 });
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'Loans', exact: true }).click();
    await expect(whole(page)).toBeVisible();
    await page.getByText('Totals').click();
    await expectNoOverflow(page);
    await loans(page).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /123,456,789,012,345,680/ })).toBeVisible();
    await expectLoaded(page);
    await expectNoOverflow(page);
    const figures = page.locator('dl').first();
    expect(await figures.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  });

  test('names and statuses without a space stay within a page, however narrow it is', async ({ page }) => {
    const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4);
    const change = (address: RegExp, pattern: RegExp, to: string) =>
      page.route(address, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replaceAll(pattern, to) });
      });
    await signIn(page, 'Crestline', '/settings');
    await change(/credit\/loans/, /"status":"[^"]+"(?=,|\})/g, `"status":"${long}"`);
    await change(/\/member\?/, /"fname":"[^"]+"/g, `"fname":"${long}"`);
    await page.setViewportSize({ width: 320, height: 844 });
    await page.getByRole('button', { name: 'Navigation' }).click();
    await page.getByRole('link', { name: 'Loans', exact: true }).click();
    await expect(whole(page)).toBeVisible();
    await loans(page).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /^Wolfeschlegel/ })).toBeVisible();
    await expect(page.getByText(/^Today/)).toContainText('Wolfeschlegel');
    await expectNoOverflow(page);
    await page
      .getByRole('region', { name: 'Borrower' })
      .getByRole('link', { name: /^Wolfeschlegel/ })
      .click();
    await expect(page.getByText(/^This borrower has/)).toBeVisible();
    await expectNoOverflow(page);
  });

  test('a tap beside an open panel closes it, and does no more', async ({ page }) => {
    await signIn(page, 'Crestline', '/loans');
    await expect(whole(page)).toBeVisible();
    await page.getByRole('button', { name: 'Filters' }).tap();
    const currency = page.getByRole('button', { name: 'Currency' });
    const panel = page.getByRole('dialog', { name: 'Currency' });
    const beneath = { x: 370, y: 820 };
    await currency.tap();
    await panel.getByRole('checkbox', { name: /^KES/ }).tap();
    await expect(panel.getByRole('checkbox', { name: /^KES/ })).toBeChecked();
    await page.touchscreen.tap(beneath.x, beneath.y);
    await expect(panel).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loans');
    await page.touchscreen.tap(beneath.x, beneath.y);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('KES');
  });
});

test.describe('on a small laptop', () => {
  test.use({ viewport: { width: 1280, height: 640 } });

  test('rows have the window, and the totals come after the last one', async ({ page }) => {
    await signIn(page, 'Crestline', '/loans');
    await expect(whole(page)).toBeVisible();
    const list = loans(page);
    const totals = list.getByLabel('Totals');
    await expect(totals).not.toBeInViewport();
    await list.evaluate((frame) => frame.scrollTo({ top: frame.scrollHeight }));
    await expect(totals.getByRole('rowheader').last()).toBeInViewport({ ratio: 1 });
  });

  test('no word of the borrower’s checks is broken', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await signIn(page, 'Crestline', '/loans');
    await loans(page).getByRole('link').first().click();
    const borrower = page.getByRole('region', { name: 'Borrower' });
    await expect(borrower.getByText('Not verified')).toBeVisible();
    const broken = await borrower
      .getByRole('listitem')
      .locator('span, bdi')
      .evaluateAll((texts) =>
        texts
          .filter((text) => text.getClientRects().length > 1 || text.clientHeight > 20)
          .map((text) => text.textContent),
      );
    expect(broken).toEqual([]);
  });
});

test.describe('the theme', () => {
  for (const theme of ['light', 'dark']) {
    test(`${theme} outlives a reload and is there from the first byte`, async ({ page }) => {
      await signIn(page);
      const toggle = page.getByRole('button', { name: /^Theme: / });
      for (let press = 0; press < 3; press += 1) {
        if ((await page.locator('html').getAttribute('data-theme')) === theme) break;
        await toggle.click();
      }
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const before = await ground();
      const sent = async () => await (await page.request.get('/loans')).text();
      await expect.poll(sent).toContain(`data-theme="${theme}"`);
      await page.reload({ waitUntil: 'commit' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await ground()).toBe(before);
    });
  }
});

test.describe('the page’s policy', () => {
  test.use({ expectedNoise: /'TrustedHTML' assignment|The policy was violated: require-trusted-types-for/ });

  test('lets no text become markup', async ({ page }) => {
    await signIn(page);
    const outcome = await page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML('beforeend', '<img src=x>');
        return 'taken';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(outcome).toBe('TypeError');
  });
});
