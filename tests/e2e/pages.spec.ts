import { expect } from '@playwright/test';
import {
  expectAccessible,
  expectLoaded,
  expectNoOverflow,
  expectTablesFit,
  signIn,
  tagOfLook,
  test,
} from './desk.ts';

const PAGES = [
  '/',
  '/loans',
  '/loans?group=month',
  '/loans/new',
  '/loans/terms',
  '/loans/cover',
  '/tokens',
  '/customers',
  '/members',
  '/orders/cancel',
  '/orders/runs',
  '/activity',
  '/approvals',
  '/approvals/rules',
  '/audit-log',
  '/diagnostics',
  '/people',
  '/settings',
];

test('no page has a table that has to be scrolled sideways at 1,440 pixels', async ({ page }) => {
  test.slow();
  // Headless Chromium hides scrollbars. Those of Windows take 11 pixels of a table.
  await page.setViewportSize({ width: 1440 - 11, height: 900 });
  await signIn(page, 'Crestline', '/settings');
  for (const path of PAGES) {
    await page.goto(path);
    await expectLoaded(page);
    await test.step(path, () => expectTablesFit(page));
  }
});

test('the limits of the terms don’t have to be scrolled sideways at 1,024 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 700 });
  await signIn(page, 'Crestline', '/loans/terms');
  await expectLoaded(page);
  await expectTablesFit(page);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${colorScheme}, ${width} wide`, () => {
      test.use({
        colorScheme,
        viewport: { width, height: 900 },
      });
      const look = tagOfLook(colorScheme, width);
      // In this look the stories go through every page. The proof does so in all looks (access/every-page.spec.ts), too.
      const tag = colorScheme === 'dark' && width === 390 ? [] : ['@proof'];
      test('every page is accessible, fits, makes no noise and asks no other host', { tag }, async ({
        page,
        baseURL,
      }) => {
        test.slow();
        const elsewhere: string[] = [];
        page.on('request', (request) => {
          if (!request.url().startsWith(`${baseURL}/`)) elsewhere.push(request.url());
        });
        await signIn(page, 'Crestline', '/settings');
        for (const path of PAGES) {
          await page.goto(path);
          await expectLoaded(page);
          await test.step(path, async () => {
            await expectAccessible(page);
            await expectNoOverflow(page);
          });
        }
        expect(elsewhere).toEqual([]);
      });

      test('diagnostics are accessible, fit and show nothing private', look, async ({ page }) => {
        test.slow();
        await signIn(page, 'Crestline', '/members');
        await expect(page.getByText(/^All \d+ members\./)).toBeVisible();
        await page.getByRole('heading', { level: 1 }).focus();
        await page.keyboard.press('g');
        await page.keyboard.press('d');
        await expect(page.getByRole('heading', { level: 1, name: 'Diagnostics' })).toBeFocused();
        const calls = page.getByRole('region', { name: 'Calls' });
        const check = async () => {
          await expectAccessible(page);
          await expectNoOverflow(page);
          expect(await page.getByRole('main').textContent()).not.toMatch(/[\w.]@\w|pledge_demo/);
        };
        await check();
        const own = width > 768 ? { name: /api\/member/ } : { name: /^Open GET/ };
        await calls.getByRole('link', own).first().click();
        await expect(page.getByRole('region', { name: 'Response' })).toContainText('"status": "success"');
        await check();
        await page.goBack();
        await expect(calls).toBeVisible();
      });

      test('a customer’s pages are accessible, fit and make no noise', look, async ({ page }) => {
        test.slow();
        await signIn(page, 'Crestline', '/customers');
        const first = page.getByRole('link', { name: width > 768 ? /./ : /^Open / });
        await page.getByRole('region', { name: 'Customers' }).locator(first).first().click();
        await expect(page).toHaveURL(/\/customers\/[\w-]{16}$/);
        const opened = page.url();
        for (const [view, shown] of [
          ['', page.getByRole('region', { name: 'Transactions' })],
          ['?view=statement', page.getByRole('slider', { name: /^Net position/ })],
          ['?view=statement&as=table', page.getByRole('region', { name: 'Movements' })],
        ] as const) {
          await page.goto(opened + view);
          await expect(shown).toBeVisible();
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          await test.step(view, async () => {
            await expectAccessible(page);
            await expectNoOverflow(page);
          });
        }
      });
    });
  }
}
