import type { Browser, Page } from 'playwright';
import { create, fillLoan, LOAN_PAGE, reviewLoan } from '#tests/e2e/lend.ts';
import type { FoundOrder } from '#tests/support/orders.ts';
import { CRESTLINE } from '#tests/support/service.ts';

/** Opens a page with its own session, cookies, storage and connections. */
export async function sitDown(browser: Browser, address: string, token = CRESTLINE): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const response = await context.request.post('/session', {
    data: { accessToken: token },
    headers: { origin: address },
  });
  if (!response.ok()) throw new Error(`Could not sign in: ${response.status()} ${await response.text()}`);
  return page;
}

/** Fills in a loan up to the last button. Returns how to press it. */
export async function prepareLoan(page: Page, amount: string): Promise<() => Promise<void>> {
  await page.goto('/loans/new');
  await fillLoan(page, amount);
  await reviewLoan(page);
  return async () => await create(page).click({ noWaitAfter: true });
}

/** Fills in a cancellation up to the last button. Returns how to press it. */
export async function prepareCancellation(page: Page, order: FoundOrder): Promise<() => Promise<void>> {
  await page.goto('/orders/cancel?by=one');
  await page.getByLabel('Member id').fill(order.memberId);
  await page.getByLabel('Order id').fill(order.id);
  await page.getByRole('button', { name: 'Cancel this order…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').selectOption('Test order');
  return async () =>
    await dialog.getByRole('button', { name: 'Cancel 1 order' }).click({ noWaitAfter: true });
}

/** What the page says about the write that was requested on it. */
export async function reportOf(page: Page): Promise<'done' | 'not done' | 'open'> {
  if (LOAN_PAGE.test(page.url())) return 'done';
  const text = await page.locator('body').innerText();
  if (/Loan created|Order cancelled|order had already been cancelled/.test(text)) return 'done';
  return /Nothing was (sent|created)|Loan (refused|not sent|not created)|(Cancellation|Order) (refused|not sent|not cancelled)/.test(
    text,
  )
    ? 'not done'
    : 'open';
}
