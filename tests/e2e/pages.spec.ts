import { expect } from '@playwright/test';
import { expectAccessible, expectNoOverflow, signIn, test } from './desk.ts';

const PAGES = [
  '/',
  '/loans?all=1',
  '/loans?all=1&group=month',
  '/loans/new',
  '/loans/terms',
  '/tokens',
  '/customers',
  '/members',
  '/orders/cancel',
  '/activity',
  '/settings',
];

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${colorScheme}, ${width} wide`, () => {
      test.use({
        colorScheme,
        viewport: { width, height: 900 },
        // The demo's token images are at an address that no network resolves; initials stand in their place.
        expectedNoise: /ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/,
      });
      test('every page is accessible, fits and makes no noise', async ({ page }) => {
        test.slow();
        await signIn(page, 'Crestline', '/settings');
        for (const path of PAGES) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          await test.step(path, async () => {
            await expectAccessible(page);
            await expectNoOverflow(page);
          });
        }
      });
    });
  }
}
