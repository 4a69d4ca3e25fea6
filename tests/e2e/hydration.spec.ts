import { expect, type Page } from '@playwright/test';
import { PLAIN_PAGES, recordPages } from './access/records.ts';
import { signIn, test } from './desk.ts';

/** Keeps what the server rendered, before any script of the page runs. */
function keepRendered(): void {
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive') {
      Object.assign(window, { rendered: document.querySelector('#root > *') });
    }
  });
}

/** Opens a page, which must come rendered; the browser has to take over its elements as they are. */
async function open(page: Page, path: string) {
  await page.goto(path);
  // An effect names the document.
  await expect(page, path).toHaveTitle(/ · Pledge$/);
  const isKept = await page.evaluate(() => {
    const { rendered } = window as { rendered?: Element | null };
    return rendered?.isConnected ?? 'nothing was rendered';
  });
  expect(isKept, path).toBe(true);
}

/** Chooses on the settings page how pages are to look. */
async function choose(page: Page, theme: string, language: string) {
  await page.getByRole('radio', { name: theme, exact: true }).check();
  const isSaved = page.waitForResponse(
    (response) => response.url().endsWith('/desk/settings') && response.request().postDataJSON().language,
  );
  await page.getByLabel('Number and date format').selectOption(language);
  await isSaved;
}

const PAGES = [
  ...PLAIN_PAGES,
  ...['/loans?all=1', '/loans?limit=100', '/tokens?view=watchlist', '/diagnostics'],
  ...['/orders/runs/none', '/activity/none', '/customers/none'],
];

const Lagos = 'Africa/Lagos';
const NewYork = 'America/New_York';
const Kolkata = 'Asia/Kolkata';

/**
 * Pairs of looks in which all differs. A page is opened in one pair: at both widths, in both themes and both languages,
 * and in two of three zones. Over all pages each two of these come together.
 */
const looks = [
  { share: 0, width: 1440, theme: 'Light', timezoneId: Lagos, language: 'en' },
  { share: 0, width: 390, theme: 'Dark', timezoneId: NewYork, language: 'de' },
  { share: 1, width: 1440, theme: 'Dark', timezoneId: Kolkata, language: 'de' },
  { share: 1, width: 390, theme: 'Light', timezoneId: Lagos, language: 'en' },
  { share: 2, width: 1440, theme: 'Dark', timezoneId: NewYork, language: 'en' },
  { share: 2, width: 390, theme: 'Light', timezoneId: Kolkata, language: 'de' },
];

for (const { share, width, theme, timezoneId, language } of looks) {
  test.describe(`${width} wide, ${theme}, ${timezoneId}, ${language}`, () => {
    // There are no records of the name "none".
    test.use({ viewport: { width, height: 900 }, timezoneId, expectedNoise: /status of 404/ });
    test('pages are in the browser what they were on the server', async ({ page }) => {
      await signIn(page, 'Crestline', '/settings');
      await choose(page, theme, language);
      await page.addInitScript(keepRendered);
      const all = [...PAGES, ...(await recordPages(page))];
      for (const path of all.filter((_, place) => place % 3 === share)) await open(page, path);
    });
  });
}
