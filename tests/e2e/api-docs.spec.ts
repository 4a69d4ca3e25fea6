import { expect } from '@playwright/test';
import { signIn, test } from './desk.ts';

test('Diagnostics leads to the API documentation, which needs no script and no other host', async ({
  page,
  baseURL,
}) => {
  await signIn(page, 'Crestline', '/diagnostics');
  await page.getByRole('link', { name: 'API documentation' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'API documentation' });
  await expect(heading).toBeVisible();
  // Once more from the start: the page before may still have been fetching.
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.reload();
  await expect(heading).toBeVisible();
  expect(requested).toContain(page.url());
  expect(requested.filter((url) => !url.startsWith(`${baseURL}/`) || url.endsWith('.js'))).toEqual([]);

  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('link', { name: 'Search tokens' }).click();
  await expect(page.getByRole('heading', { level: 4, name: 'Search tokens' })).toBeInViewport();
  await page.getByRole('link', { name: 'FoundTokenPage' }).first().click();
  await expect(page.getByRole('heading', { level: 4, name: 'FoundTokenPage' })).toBeInViewport();
});

test('every link and every operation of both documents is on the page', async ({ page, request }) => {
  await page.goto('/docs');
  const missing = await page
    .locator('a[href^="#"]')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? '').filter((href) => !document.querySelector(href)),
    );
  expect(missing).toEqual([]);
  for (const [prefix, address] of [
    ['service', '/openapi.json'],
    ['gateway', '/openapi-gateway.json'],
  ]) {
    const { paths } = (await (await request.get(address ?? '')).json()) as {
      paths: Record<string, Record<string, { operationId: string; summary: string }>>;
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    expect(operations.length).toBeGreaterThan(9);
    for (const { operationId, summary } of operations) {
      await expect(page.locator(`#${prefix}-${operationId}`)).toHaveText(summary);
    }
  }
});
