import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { expectAccessible, expectNoOverflow, signIn } from './desk.ts';

/** The address for creating a loan. */
const LOAN = '**/v1/api/credit/loan';

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** The one button that sends a loan. */
export const create = (page: Page) => page.getByRole('button', { name: 'Create loan' });
/** The address of a loan's page. */
export const LOAN_PAGE = /\/loans\/[0-9a-f]+\?at=/;

/** Opens the form and fills it in: each story lends another amount, so that none is the same loan again. */
export async function fillLoan(page: Page, amount: string): Promise<void> {
  const who = page.getByRole('combobox', { name: 'Borrower' });
  await who.fill('a');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await who.press('Enter');
  // The focus goes on by itself, a frame later.
  const currency = page.getByRole('combobox', { name: 'Currency' });
  await expect(currency).toBeFocused();
  await currency.selectOption('NGN');
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  const search = page.getByRole('combobox', { name: 'Add a token' });
  await search.fill('Asaba Textiles Bond');
  await page
    .getByRole('option', { name: /Asaba Textiles Bond/ })
    .first()
    .waitFor();
  await search.press('Enter');
  await page.getByRole('textbox', { name: /^Quantity of/ }).fill('50');
}

/** Presses what leads to the review; what is wrong keeps it from coming. */
export async function wantReview(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review loan' }).locator('visible=true').click();
}

export async function reviewLoan(page: Page): Promise<void> {
  await wantReview(page);
  await heading(page, 'Review loan').waitFor();
  await consent(page);
}

/** Ticks what speaks against lending to the borrower, if anything does. */
async function consent(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Borrower’s record' })).toHaveAttribute('aria-busy', 'false');
  const tick = page.getByRole('checkbox', { name: /^Lend although/ });
  if ((await tick.count()) > 0) await tick.check();
}

/** From nothing to the review of a loan of an amount. */
export async function reviewedLoan(page: Page, amount: string): Promise<void> {
  await signIn(page, 'Crestline', '/loans/new');
  await fillLoan(page, amount);
  await reviewLoan(page);
}

/** The newest loans of an amount, as the service lists them. */
export async function loansOf(page: Page, amount: number): Promise<{ id: string; reason?: string }[]> {
  const answer = await page.request.get('/v1/api/creditor/credit/loans?page=1&limit=100');
  const { data } = await answer.json();
  return data.docs.filter((loan: { amount: number }) => loan.amount === amount);
}

/** Counts the loans that go out over the wire, and says what becomes of each. */
export async function onLoan(
  on: { route: Page['route'] },
  fate: (route: Route, count: number) => Promise<void>,
): Promise<{ sent: number }> {
  const seen = { sent: 0 };
  await on.route(LOAN, async (route) => {
    seen.sent += 1;
    await fate(route, seen.sent);
  });
  return seen;
}

/** Something that is waited for until a story lets it happen. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** Presses Tab until a control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    if ((await control.count()) === 1 && (await control.evaluate((node) => node === document.activeElement)))
      return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

/** Expects that the page is accessible and fits its window. */
export async function expectSound(page: Page): Promise<void> {
  await expect(page.locator('h1:visible')).toHaveCount(1);
  await expectNoOverflow(page);
  await expectAccessible(page);
}
