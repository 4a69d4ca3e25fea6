import { expect } from '@playwright/test';
import {
  chooseSettings,
  endSession,
  expectAccessible,
  expectNoOverflow,
  pressRefresh,
  signIn,
  tagOfLook,
  test,
} from './desk.ts';

test.use({ expectedNoise: /status of 401/, reducedMotion: 'reduce' });

// Each goes through many states with axe, which takes long on a busy machine.
test.setTimeout(240_000);

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390, 320]) {
    test(
      `every screen is accessible and fits, ${theme}, ${width} wide`,
      tagOfLook(theme, width),
      async ({ page, context, baseURL }) => {
        await page.setViewportSize({ width, height: 900 });
        await context.addCookies([{ name: 'pledge-theme', value: theme, url: baseURL ?? '' }]);
        const check = async () => {
          await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
          await expect(page.locator('h1:visible')).toHaveCount(1);
          await expectNoOverflow(page);
          if (width > 320) await expectAccessible(page);
        };

        await page.goto('/loans');
        await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
        await check();
        await page.getByRole('button', { name: 'Sign in' }).click();
        await expect(page.getByLabel('Access token')).toHaveAttribute('aria-invalid', 'true');
        await check();

        await signIn(page);
        await chooseSettings(page, { theme });
        await page.reload();
        await expect(page.getByText('All 137 loans.', { exact: true })).toBeVisible();
        await check();

        await page.goto('/loans?currency=XQQ');
        await expect(page.getByText('No matching loans')).toBeVisible();
        await check();

        await page.goto('/nowhere');
        await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
        await check();
        if (width < 1024) {
          await page.getByRole('button', { name: 'Navigation' }).click();
          await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
          await check();
        }

        await page.goto('/loans');
        await expect(page.getByText('All 137 loans.', { exact: true })).toBeVisible();
        await endSession(page);
        await pressRefresh(page);
        await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
        await check();
      },
    );
  }

  test(
    `customers, transactions and statements are accessible and fit, ${theme}, 320 wide`,
    tagOfLook(theme, 320),
    async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 900 });
      const check = async () => {
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expect(page.locator('h1:visible')).toHaveCount(1);
        await expectNoOverflow(page);
        await expectAccessible(page);
      };

      await signIn(page, 'Crestline', '/customers?sort=-trades');
      await chooseSettings(page, { theme });
      await page.reload();
      await expect(page.getByText('All 1,200 customers.', { exact: true })).toBeVisible();
      await check();
      await page.getByLabel('Search customers by name or email').fill('nobody is called so');
      await expect(page.getByText('No matching customers')).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'Clear the search' }).last().click();

      await page
        .getByRole('link', { name: /^Open / })
        .first()
        .click();
      const transactions = page.getByRole('region', { name: 'Transactions' });
      await expect(transactions.getByRole('listitem').first()).toBeVisible();
      await check();
      await page.getByRole('link', { name: 'Sold', exact: true }).click();
      await expect(page).toHaveURL(/type=Sell/);
      await expect(transactions).toHaveAttribute('aria-busy', 'false');
      await check();

      await page.getByRole('link', { name: 'Statement' }).click();
      await expect(page.getByText(/Based on all \d+ transactions/)).toBeVisible();
      await check();
      await page.getByRole('button', { name: 'Show the table' }).click();
      await expect(page.getByRole('region', { name: 'Movements' })).toBeVisible();
      await check();
    },
  );
}

test('what has the focus is not under the first column of a table scrolled sideways', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await signIn(page, 'Crestline', '/members');
  await expect(page.getByText('All 96 members.')).toBeVisible();
  const header = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
  await header('Joined').focus();
  for (const _ of ['Country', 'Verified', 'Status', 'Email']) await page.keyboard.press('Shift+Tab');
  await expect(header('Email')).toBeFocused();
  const first = await page.getByRole('columnheader', { name: 'Name' }).boundingBox();
  const focused = await header('Email').boundingBox();
  expect(focused?.x).toBeGreaterThan((first?.x ?? 0) + (first?.width ?? 0));
});

test('in a low window the link to the page is in view, and the page stays at its top', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await signIn(page, 'Crestline', '/settings');
  const navigation = page.getByRole('navigation', { name: 'Pages' });
  await expect(navigation.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Overview' })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
