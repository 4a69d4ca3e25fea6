import { expect, type Page, type Route } from '@playwright/test';
import {
  chooseSettings,
  expectAccessible,
  expectLoaded,
  expectNoOverflow,
  signIn,
  test,
  withoutRendering,
} from '../desk.ts';
import { recordPages } from './records.ts';

/** What a list is asked for under, what it says when there is nothing, and an answer that has nothing in it. */
const lists = [
  {
    path: '/loans',
    api: '**/v1/api/creditor/credit/loans*',
    data: { docs: [], totalDocs: 0, totalPages: 0, page: 1, limit: 100 },
    empty: 'You have no loans yet',
  },
  {
    path: '/tokens',
    api: '**/v1/api/tokens*',
    data: { tokens: [], total: 0, pages: 0, page: 1, count: 0 },
    empty: 'No active tokens',
  },
  {
    path: '/tokens?name=zzz',
    api: '**/v1/api/token/search*',
    data: { tokens: [], total: 0, pages: 0, page: 1, count: 0 },
    empty: 'No matching tokens',
  },
  { path: '/customers', api: '**/v1/api/customers', data: [], empty: 'No customers yet' },
  {
    path: '/members',
    api: '**/v1/api/member*',
    data: { members: [], total: 0, pages: 0, page: 1, count: 0 },
    empty: /no members/i,
  },
  {
    path: '/activity',
    // The code of the page has files of that name, too.
    api: /\/journal(\?|$)/,
    data: { entries: [], next: null, total: 0 },
    empty: 'No activity yet',
  },
];

const json = (status: number, body: unknown) => (route: Route) => route.fulfill({ status, json: body });

const looks = [
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
] as const;

/** What opens over or in a page, and the press that opens it. */
async function openings(page: Page): Promise<{ path: string; open: () => Promise<unknown> }[]> {
  const wide = (page.viewportSize()?.width ?? 0) >= 1024;
  const [loan, token, , member] = await recordPages(page);
  const press = (name: string | RegExp) => () => page.getByRole('button', { name }).first().click();
  const unfold = () => page.getByText('Raw JSON', { exact: true }).click();
  // The first filter where there is room for all of them, and elsewhere the button that they are behind.
  const pressFilter = () =>
    page
      .getByRole('group', { name: /^Filter/ })
      .getByRole('button')
      .first()
      .click();
  return [
    { path: '/loans', open: () => page.keyboard.press('Control+k') },
    { path: '/loans', open: () => page.keyboard.press('?') },
    ...(wide ? [{ path: '/loans', open: press('Columns') }] : []),
    { path: '/loans', open: pressFilter },
    { path: '/loans', open: press('Export') },
    { path: '/members', open: pressFilter },
    { path: '/customers', open: press('Export') },
    { path: member ?? '', open: press('Cancel an order…') },
    { path: loan ?? '', open: unfold },
    { path: token ?? '', open: unfold },
  ];
}

for (const { theme, width } of looks) {
  test.describe(`${theme}, ${width} wide`, () => {
    test.use({
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      expectedNoise: /status of (500|404)/,
    });
    test.beforeEach(async ({ page }) => {
      test.setTimeout(300_000);
      await withoutRendering(page);
      await signIn(page, 'Crestline', '/settings');
      await chooseSettings(page, { theme });
    });

    const check = async (page: Page) => {
      await expect(page.locator('h1:visible')).toHaveCount(1);
      await expectNoOverflow(page);
      await expectAccessible(page);
    };

    test('a list that loads, has nothing or failed is accessible and fits', async ({ page }) => {
      for (const { path, api, data, empty } of lists) {
        await test.step(path, async () => {
          let release = () => {};
          const held = new Promise<void>((resolve) => {
            release = resolve;
          });
          await page.route(api, async (route) => {
            await held;
            await json(200, { status: 'success', message: 'Nothing.', data })(route).catch(() => {});
          });
          // Other sources are empty, too, so that there is nothing at all.
          await page.route(
            '**/events/log*',
            json(200, { status: 'success', message: '', data: { events: [], next: null } }),
          );
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await check(page);
          release();
          await expect(page.getByText(empty).first()).toBeVisible();
          await check(page);
          await page.unrouteAll({ behavior: 'ignoreErrors' });
          await page.route(api, json(404, { status: 'error', message: 'It is not there' }));
          await page.goto(path);
          await expect(page.getByRole('alert').getByRole('button', { name: 'Retry' })).toBeVisible();
          await check(page);
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        });
      }
    });

    test('every record, dialog and menu is accessible and fits', async ({ page }) => {
      for (const path of await recordPages(page)) {
        await test.step(path, async () => {
          await page.goto(path);
          await expectLoaded(page);
          await check(page);
        });
      }
      for (const { path, open } of await openings(page)) {
        await test.step(`${path}, opened`, async () => {
          await page.goto(path);
          await expectLoaded(page);
          await open();
          // The checker ignores a dialog while it is transparent.
          await page.waitForFunction(() => {
            const opened = document.querySelectorAll(
              '[role$=dialog]:not([hidden]), [aria-expanded=true]:not([aria-haspopup]), details[open]',
            );
            return opened.length > 0 && [...opened].every((one) => getComputedStyle(one).opacity === '1');
          });
          await check(page);
        });
      }
    });
  });
}
