import { expect, type Page } from '@playwright/test';
import { signInByButton, test } from './desk.ts';
import { fillLoan } from './lend.ts';

/** All that a tab can find of what the browser keeps for Pledge. */
async function keptBy(page: Page): Promise<{ keys: string[]; stores: string[]; text: string }> {
  return await page.evaluate(async () => ({
    keys: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    stores: [...(await indexedDB.databases()).map(({ name }) => name ?? ''), ...(await caches.keys())],
    text: [
      document.documentElement.outerHTML,
      document.title,
      location.href,
      document.cookie,
      JSON.stringify(history.state),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ].join('\n'),
  }));
}

test('signing out leaves nothing of a person in the browser, in any of its tabs', async ({ page }) => {
  await signInByButton(page, 'Crestline', '/loans');
  const reply = await page.request.get('/v1/api/creditor/credit/loans?limit=1');
  const { id } = (await reply.json()).data.docs[0];
  const other = await page.context().newPage();
  await other.goto(`/loans/${id}`);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await other.goto('/settings');
  await other.getByText('Compact').click();
  await expect(other.getByText('Saved.')).toBeVisible();
  await other.goto(`/loans/${id}`);
  await expect.poll(async () => (await keptBy(other)).keys).toContain('pledge-recent');
  await page.goto('/orders/cancel');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/loans/new');
  await fillLoan(page, '4321.5');
  await expect.poll(async () => (await keptBy(page)).text).toContain('4,321.5');

  await page.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await expect.poll(async () => (await keptBy(tab)).keys).toEqual([]);
    await expect.poll(async () => (await keptBy(tab)).stores).toEqual([]);
    const { text } = await keptBy(tab);
    for (const trace of ['321.5', 'Asaba', 'Crestline Capital']) expect(text).not.toContain(trace);
  }
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('pledge-session');

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await signInByButton(page, 'Crestline', '/settings');
  await expect(page.getByRole('radio', { name: /Compact/ })).toBeChecked();
  await page.goto('/loans/new');
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
});
