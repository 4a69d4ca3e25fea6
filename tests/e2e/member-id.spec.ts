import { expect } from '@playwright/test';
import { test as base, type Desk, signIn, withDesk } from './desk.ts';

/** Before a service that takes the id of a member's user where others take the member's. */
const test = base.extend<object, { desk: Desk }>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      await withDesk(use, { MEMBER_ID: 'user._id' });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('an order is cancelled by whichever id of its member the service takes', async ({ page, desk }) => {
  const cancellable = (await desk.orders()).filter(
    ({ status, type }) => status === 'Active' && /^(Buy|Sell)$/.test(type),
  );
  await signIn(page, 'Crestline', '/members');
  const { data } = await (await page.request.get('/v1/api/member?page=1&limit=100')).json();
  const members: { _id: string; user: { _id: string } }[] = data.members;
  const wanted = cancellable.find(({ member }) => members.some(({ _id }) => _id === member));
  const member = members.find(({ _id }) => _id === wanted?.member);
  if (!wanted || !member) throw new Error('The demo has no order that could be cancelled.');
  expect(member.user._id).not.toBe(member._id);

  await page.goto(`/members/${member._id}`);
  await expect(page.getByRole('link', { name: 'Cancel several orders' })).toHaveAttribute(
    'href',
    new RegExp(`[?&]member=${member.user._id}(&|$)`),
  );
  await page.getByRole('button', { name: 'Cancel an order…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(member.user._id);
  await dialog.getByLabel('Order ID').fill(wanted.order);
  await dialog.getByLabel('Reason').selectOption('Test order');
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    dialog.getByRole('button', { name: 'Cancel 1 order' }).click(),
  ]);
  expect(new URL(sent.url()).pathname).toBe(
    `/v1/api/members/${member.user._id}/orders/${wanted.order}/cancel`,
  );
  await expect(page.getByRole('dialog', { name: 'Order cancelled' })).toContainText('Terminated');
  const after = (await desk.orders()).find(({ order }) => order === wanted.order);
  expect(after?.status).toBe('Terminated');

  // The journal keeps the id that was sent, and it leads to the same member.
  await page.goto('/activity');
  const lines = page.getByRole('region', { name: 'Activity' }).getByRole('row');
  await expect(lines.filter({ hasText: 'Test order' })).toHaveCount(1);
  await page.goto(`/members/${member.user._id}`);
  await expect(page.getByRole('link', { name: 'Cancel several orders' })).toHaveAttribute(
    'href',
    new RegExp(`[?&]member=${member.user._id}(&|$)`),
  );
});
