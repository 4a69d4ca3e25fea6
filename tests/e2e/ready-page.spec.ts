import { expect, type Page } from '@playwright/test';
import { signIn, test } from './desk.ts';

test('a page is painted while its link is pointed at, where nobody sees or reaches it', async ({ page }) => {
  await signIn(page, 'Crestline', '/settings');
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Loans' });
  const height = await heightOf(page);
  await link.hover();
  const ready = page.locator('[data-page=ready] table');
  await expect
    .poll(() => ready.evaluate((table) => table.getBoundingClientRect().height))
    .toBeGreaterThan(400);
  await expect(page.locator('[data-page=ready]')).toHaveCSS('opacity', '0');
  await expect(page.getByRole('table')).toHaveCount(0);
  const met = await page.evaluate(() => {
    const { top, left, width, height } =
      document.querySelector('#main')?.getBoundingClientRect() ?? new DOMRect();
    const places = [0.1, 0.3, 0.5, 0.7, 0.9];
    const points = places.flatMap((x) => places.map((y) => [left + x * width, top + y * height] as const));
    return points.filter(([x, y]) => document.elementFromPoint(x, y)?.closest('[data-page=ready]')).length;
  });
  expect(met).toBe(0);
  expect(await heightOf(page)).toBe(height);
  // The last that Tab comes to on the page in view.
  await page.getByRole('checkbox', { name: /^Single keys/ }).focus();
  for (let press = 0; press < 3; press++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[data-page=ready]'))).toBeNull();
  }

  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Loans' })).toBeFocused();
  await expect(page.getByRole('table')).toBeVisible();
  expect(await page.evaluate(() => document.scrollingElement?.scrollLeft)).toBe(0);
});

test('a page that is ready is in view in the very next frame, and all that follows it comes after', async ({
  page,
}) => {
  await signIn(page, 'Crestline', '/settings');
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Customers' });
  await link.hover();
  const ready = page.locator('[data-page=ready] [role=row], [data-page=ready] tr').nth(5);
  await expect.poll(() => ready.evaluate((row) => row.getBoundingClientRect().height)).toBeGreaterThan(20);
  const inNextFrame = page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => [document.querySelector('[data-page=in-view] h1')?.textContent, document.title];
        addEventListener('click', () => requestAnimationFrame(() => resolve(look())), {
          capture: true,
          once: true,
        });
      }),
  );
  await link.click();
  expect(await inNextFrame).toEqual(['Customers', 'Settings · Pledge']);
  await expect(page).toHaveTitle('Customers · Pledge');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(link).toHaveAttribute('aria-current', 'page');
});

test('a page that is pressed before it is ready is shown as soon as it is made, not made anew', async ({
  page,
}) => {
  await signIn(page, 'Crestline', '/settings');
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Customers' });
  const whenShown = link.evaluate(
    (link: HTMLElement) =>
      new Promise((resolve) => {
        const main = document.querySelector('#main') as HTMLElement;
        let pressed = false;
        new MutationObserver(() => {
          const ready = main.querySelector('[data-page=ready]');
          if (!pressed && ready?.children.length === 0) {
            pressed = true;
            link.click();
          }
          if (main.querySelector('[data-page=in-view] h1')?.textContent === 'Customers')
            resolve(document.title);
        }).observe(main, { childList: true, subtree: true, attributeFilter: ['data-page'] });
      }),
  );
  await link.hover();
  // React, which writes the title, was not told yet.
  expect(await whenShown).toBe('Settings · Pledge');
  await expect(page).toHaveTitle('Customers · Pledge');
  await expect(page).toHaveURL(/\/customers$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('row').nth(20)).toBeVisible();
});

test('Back leads to where a list was scrolled, however quickly the next page was shown', async ({ page }) => {
  await signIn(page, 'Crestline', '/customers');
  const frame = page.locator('[data-page=in-view] [data-keep-scroll]').first();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await frame.evaluate((element) => element.scrollTo({ top: 900 }));
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(900);
  const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Terms' });
  await link.hover();
  const ready = page.locator('[data-page=ready] h1');
  await expect
    .poll(() => ready.evaluate((title) => title.getBoundingClientRect().height))
    .toBeGreaterThan(10);
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customers');
  await expect.poll(() => frame.evaluate((element) => element.scrollTop)).toBe(900);
});

test('two links pressed one after the other lead to the second, and Back to the first', async ({ page }) => {
  await signIn(page, 'Crestline', '/settings');
  const links = page.getByRole('navigation', { name: 'Pages' });
  await links.getByRole('link', { name: 'Terms' }).hover();
  const ready = page.locator('[data-page=ready] h1');
  await expect
    .poll(() => ready.evaluate((title) => title.getBoundingClientRect().height))
    .toBeGreaterThan(10);
  await links.evaluate((navigation) => {
    for (const name of ['Terms', 'Activity']) {
      const link = [...navigation.querySelectorAll('a')].find(({ textContent }) => textContent === name);
      link?.click();
    }
  });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity');
  await expect(page).toHaveURL(/\/activity$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
});

/** How far what the page holds can be scrolled. */
function heightOf(page: Page): Promise<number> {
  return page.locator('#main').evaluate((main) => main.scrollHeight);
}

test.describe('once the network is gone', () => {
  test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED/ });

  test('the jump opens, its code being there before it is asked for', async ({ page }) => {
    await signIn(page, 'Crestline', '/settings');
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/jump-dialog-')),
    );
    await page.context().setOffline(true);
    await page.keyboard.press('Control+k');
    const jump = page.getByRole('dialog');
    await expect(jump.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('customers');
    await expect(jump.getByRole('option', { name: /^Customers/ })).toBeVisible();
  });
});
