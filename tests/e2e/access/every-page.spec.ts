import { chooseSettings, expectAccessible, expectLoaded, expectNoOverflow, signIn, test } from '../desk.ts';
import { PLAIN_PAGES, recordPages } from './records.ts';

const PAGES = [
  ...PLAIN_PAGES,
  '/loans?group=month',
  '/approvals',
  '/approvals/rules',
  '/diagnostics',
  '/orders/cancel?by=one',
];

test.use({ reducedMotion: 'reduce' });

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390, 320]) {
    test(`every page is accessible and fits, ${theme}, ${width} wide`, async ({ page }) => {
      test.setTimeout(400_000);
      await page.setViewportSize({ width, height: 900 });
      await signIn(page, 'Crestline', '/settings');
      await chooseSettings(page, { theme });
      for (const path of [...PAGES, ...(await recordPages(page))]) {
        await test.step(path, async () => {
          await page.goto(path);
          await expectLoaded(page);
          await expectNoOverflow(page);
          await expectAccessible(page);
        });
      }
    });
  }
}
