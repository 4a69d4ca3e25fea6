import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { signIn, test } from './desk.ts';
import { expectNoBlankCard, expectNoBlankRow } from './long-list.ts';

const lists = [
  { label: 'Loans', address: '/loans' },
  { label: 'Tokens', address: '/tokens?status=all' },
  { label: 'Members', address: '/members' },
  { label: 'Customers', address: '/customers' },
];

for (const { label, address } of lists) {
  test(`${label}: no row is blank, wherever the list is scrolled to`, async ({ page }) => {
    await signIn(page, 'Crestline', address);
    await expectNoBlankRow(page, label);
  });
}

test('on a phone no card is blank, wherever the page is scrolled to', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const { label, address } of lists) {
    await (label === 'Loans' ? signIn(page, 'Crestline', address) : page.goto(address));
    await expectNoBlankCard(page, label);
  }
});

test('Activity: no row is blank, and no card, wherever they are scrolled to', async ({ page }) => {
  await signIn(page, 'Crestline', '/settings');
  await finishRun(page, 150);
  await page.goto('/activity');
  await expectNoBlankRow(page, 'Activity');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoBlankCard(page, 'Activity');
});

/** Makes a run of orders that the service does not know, and waits for its end: each line is one of Activity. */
async function finishRun(page: Page, size: number): Promise<void> {
  const { origin } = new URL(page.url());
  const headers = { origin };
  const path = `/runs/${randomUUID()}`;
  const lines = Array.from({ length: size }, (_, nth) => ({ memberId: 'nobody', orderId: `order-${nth}` }));
  const created = await page.request.put(path, {
    headers,
    data: { kind: 'cancelOrders', reason: 'Test order', lines },
  });
  expect(created.ok()).toBe(true);
  expect((await page.request.post(`${path}/now`, { headers })).ok()).toBe(true);
  const finishedAt = async () => (await (await page.request.get(path)).json()).data.finishedAt;
  await expect.poll(finishedAt, { timeout: 60_000 }).not.toBeNull();
}
