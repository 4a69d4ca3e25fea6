import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow, signIn, tagOfLook, test } from './desk.ts';

const rows = (page: Page) => page.getByRole('region', { name: 'Tokens' }).locator('tbody tr[data-index]');

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==',
  'base64',
);

/** Gives every token an image at another host, and records the referrers which that host receives. */
async function addImages(page: Page): Promise<{ referrers: (string | undefined)[] }> {
  const received = { referrers: [] as (string | undefined)[] };
  await page.context().route(/\/v1\/api\/tokens?(\/|\?|$)/, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const token of json.data.tokens ?? [json.data]) token.image = `https://images.test/${token._id}.png`;
    await route.fulfill({ response, json });
  });
  await page.context().route('https://images.test/**', async (route) => {
    received.referrers.push((await route.request().allHeaders()).referer);
    await route.fulfill({ body: PIXEL, contentType: 'image/png' });
  });
  return received;
}

test('a token is found, screened to few, compared, and the screen is kept as an address', async ({
  page,
  context,
}) => {
  const received = await addImages(page);
  await signIn(page, 'Crestline', '/tokens');
  await expect(page.getByText(/^All \d+ active tokens\./)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search tokens by name or symbol' }).fill('shea co-op');
  await expect(page.getByText('1 token found.')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('link', { name: '100% Shea Co-operative' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '100% Shea Co-operative' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'As collateral' })).toContainText(/eligible/i);
  await page.goBack();
  await expect(page).toHaveURL(/\/tokens\?name=shea/);

  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByRole('link', { name: 'All', exact: true }).click();
  const filters = page.getByRole('group', { name: 'Filter tokens' });
  await expect(page.getByText('All 240 tokens.')).toBeVisible();
  await filters.getByRole('button', { name: 'Category', exact: true }).click();
  await page.getByRole('checkbox', { name: /^Corporate Bond/ }).check();
  await page.keyboard.press('Escape');
  await filters.getByRole('button', { name: 'Currency', exact: true }).click();
  await page.getByRole('checkbox', { name: /^NGN/ }).check();
  await page.keyboard.press('Escape');
  await expect(rows(page).filter({ hasNotText: 'NGN' })).toHaveCount(0);
  const unsorted = await rows(page).allTextContents();
  await page.getByRole('columnheader', { name: 'Sell price' }).getByRole('button').click();
  await expect.poll(() => rows(page).allTextContents()).not.toEqual(unsorted);
  const third = (await rows(page).nth(2).textContent()) ?? '';
  const highest = /([\d,]+\.\d\d)NGN[^N]*$/.exec(third.slice(0, third.lastIndexOf('NGN') + 3))?.[1] ?? '';
  await page.getByRole('button', { name: 'Range', exact: true }).click();
  await page.getByLabel('At most').fill(highest);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('3 of 240 tokens.')).toBeVisible();
  const screened = page.url();

  await page.getByRole('button', { name: 'Views', exact: true }).click();
  await page.getByLabel('Save this view as').fill('Cheap naira bonds');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('link', { name: 'Cheap naira bonds' })).toBeVisible();
  await page.keyboard.press('Escape');

  const names = await rows(page).getByRole('link').allTextContents();
  await page.getByRole('checkbox', { name: 'Select all these rows' }).check();
  await page.getByRole('link', { name: 'Compare 3' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible();
  for (const name of names) await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Show differences only' }).check();
  await expect(page.getByRole('rowheader', { name: 'Currency' })).toHaveCount(0);

  const fresh = await context.newPage();
  await fresh.goto(screened);
  await expect(rows(fresh)).toHaveCount(3);
  await expect(fresh.getByText('3 of 240 tokens.')).toBeVisible();
  await expect(rows(fresh).getByRole('link')).toHaveText(names);
  // The end of the test would break off answers that are still on their way.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await fresh.close();
  expect(received.referrers.length).toBeGreaterThan(0);
  expect(received.referrers.filter((referrer) => referrer !== undefined)).toEqual([]);
});

for (const width of [1440, 390]) {
  test(
    `the pages about tokens are accessible and fit, ${width} wide`,
    tagOfLook('light', width),
    async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await signIn(page, 'Crestline', '/tokens');
      const check = async () => {
        await expectNoOverflow(page);
        await expectAccessible(page);
      };
      await expect(page.getByText(/^All \d+ active tokens\./)).toBeVisible();
      await check();
      await page.goto('/tokens?status=all&currency=KES&change=-5..5');
      await expect(page.getByText(/^\d+ of 240 tokens\./)).toBeVisible();
      await check();
      await page
        .getByRole('link', { name: /^Open |^\w/ })
        .first()
        .waitFor();
      const ids = await page.evaluate(async () => {
        const answer = await (await fetch('/v1/api/token/search?limit=3')).json();
        return answer.data.tokens.map((token: { _id: string }) => token._id) as string[];
      });
      await page.goto(`/tokens/${ids[0]}`);
      await expect(page.getByRole('region', { name: 'As collateral' })).toContainText(/eligible/i);
      await check();
      await page.goto(`/tokens/compare?ids=${ids.join(',')}`);
      await expect(page.getByText('3 of 6 tokens')).toBeVisible();
      await check();
    },
  );
}

test('what stays at the side keeps its distance from what goes under it', async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 900 });
  await signIn(page, 'Crestline', '/tokens?status=all');
  await expect(page.getByText('All 240 tokens.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Tokens' })).toHaveAttribute('data-sideways');
  await expect.poll(async () => await rows(page).count()).toBeGreaterThan(10);
  const least = () =>
    rows(page).evaluateAll((all) =>
      Math.min(
        ...all.map((row) => {
          const cell = row.querySelector('a')?.closest('td');
          const content = cell?.firstElementChild;
          if (!cell || !content) return 0;
          return cell.getBoundingClientRect().right - content.getBoundingClientRect().right;
        }),
      ),
    );
  await expect.poll(least).toBeGreaterThan(8);
});
