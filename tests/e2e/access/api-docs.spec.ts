import { expectAccessible, expectNoOverflow, test } from '../desk.ts';

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const) {
  test.describe(`${colorScheme}, ${width} wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 } });
    test('the API documentation is accessible and fits', async ({ page }) => {
      test.slow();
      await page.goto('/docs');
      await expectNoOverflow(page);
      await expectAccessible(page);
    });
  });
}
