import { expect, type Locator, type Page } from '@playwright/test';
import { endSession, signIn, test } from './desk.ts';
import {
  create,
  expectSound,
  gate,
  heading,
  LOAN_PAGE,
  loansOf,
  onLoan,
  reviewedLoan,
  reviewLoan,
} from './lend.ts';

const TOKEN = 'pledge_demo_crestline';

test.use({ leaves: 'loans', expectedNoise: /net::ERR_FAILED|net::ERR_CONNECTION|status of 401/ });

/** Has the desk look for a lost loan without waiting for the pauses in between, until something is there. */
async function lookUntil(page: Page, end: Locator): Promise<void> {
  const look = page.getByRole('button', { name: 'Look now' });
  await expect(async () => {
    if (await look.isVisible()) await look.click({ timeout: 2_000 });
    await expect(end).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
}

test('cut after the service took it: unknown, then created, and it is the right one', async ({ page }) => {
  const seen = await onLoan(page, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await reviewedLoan(page, '6111.11');
  const reference = /\[ref (\S+)\]/.exec(await page.getByRole('main').innerText())?.[1] ?? 'none';
  await create(page).click();
  await expect(page.getByText('The loan you sent was created')).toBeVisible();
  const [loan] = await loansOf(page, 6111.11);
  expect(loan?.reason).toContain(reference);
  await page.getByRole('link', { name: 'Open it' }).click();
  await expect(page).toHaveURL(new RegExp(`/loans/${loan?.id}\\?at=`));
  await expect(heading(page, 'Loan of 6,111.11 NGN')).toBeVisible();
  expect(seen.sent).toBe(1);
});

test('cut before: unknown, not seen, and sent again by choice: one loan, reloads or not', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const seen = await onLoan(page, async (route, count) => {
    await (count === 1 ? route.abort() : route.continue());
  });
  await reviewedLoan(page, '6222.22');
  await create(page).click();
  await expect(heading(page, 'Was the loan created?')).toBeFocused();
  await expectSound(page);
  // A slow answer may come after the next press: the second look is no sight to wait for.
  await lookUntil(page, page.getByText(/^Looked [2-6] of 7 times\./));
  await page.reload();
  await expect(heading(page, 'Was the loan created?')).toBeVisible();
  await expect(page.getByText(/^Looked [2-7] of 7 times\./)).toBeVisible();
  const unseen = page.getByText('It was not seen: it is safe to send it again');
  await lookUntil(page, unseen);
  await expectSound(page);
  await page.reload();
  await expect(unseen).toBeVisible();
  await expect(page.getByText(/were read 7 times between .* none carries the reference/)).toBeVisible();
  expect(seen.sent).toBe(1);
  expect(await loansOf(page, 6222.22)).toHaveLength(0);

  await page.getByRole('button', { name: 'Go back to send it again' }).click();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('6,222.22');
  await reviewLoan(page);
  await create(page).click();
  await expect(page).toHaveURL(LOAN_PAGE);
  expect(seen.sent).toBe(2);
  expect(await loansOf(page, 6222.22)).toHaveLength(1);
});

test('a reload while it is under way loses nothing: the loan is found, and not sent again', async ({
  page,
}) => {
  const taken = gate();
  const seen = await onLoan(page, async (route) => {
    await route.fetch();
    taken.open();
  });
  await reviewedLoan(page, '6333.33');
  await create(page).click();
  await taken.opened;
  await page.reload();
  await expect(page.getByText('The loan you sent was created')).toBeVisible();
  await page.getByRole('link', { name: 'Open it' }).click();
  await expect(page).toHaveURL(LOAN_PAGE);
  expect(seen.sent).toBe(1);
  expect(await loansOf(page, 6333.33)).toHaveLength(1);
});

test('a reload before it got anywhere: not seen, and nothing is sent by itself', async ({ page }) => {
  const seen = await onLoan(page, async () => {});
  await reviewedLoan(page, '6444.44');
  await create(page).click();
  await expect.poll(() => seen.sent).toBe(1);
  await page.reload();
  await lookUntil(page, page.getByText('It was not seen: it is safe to send it again'));
  await expect(page.getByText('it never left this desk')).toBeVisible();
  expect(seen.sent).toBe(1);
  expect(await loansOf(page, 6444.44)).toHaveLength(0);
});

test.describe('a session that has ended by the time of the press', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

  test('is signed in over the form; nothing is lost, and nothing sent by itself', async ({ page }) => {
    const seen = await onLoan(page, (route) => route.continue());
    await reviewedLoan(page, '6555.55');
    await endSession(page);
    await create(page).click();
    await dialog(page).getByLabel('Access token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByText('Your session ended before this loan was sent')).toBeVisible();
    expect(await loansOf(page, 6555.55)).toHaveLength(0);
    expect(seen.sent).toBe(0);
    await create(page).click();
    await expect(page).toHaveURL(LOAN_PAGE);
    expect(seen.sent).toBe(1);
    expect(await loansOf(page, 6555.55)).toHaveLength(1);
  });

  test('and a reload on top of it leaves the form as it was typed', async ({ page }) => {
    const seen = await onLoan(page, (route) => route.continue());
    await reviewedLoan(page, '6666.66');
    await endSession(page);
    await create(page).click();
    await expect(dialog(page)).toBeVisible();
    await page.reload();
    await signIn(page, 'Crestline', '/loans/new');
    await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('6,666.66');
    expect(seen.sent).toBe(0);
    await reviewLoan(page);
    await create(page).click();
    await expect(page).toHaveURL(LOAN_PAGE);
    expect(await loansOf(page, 6666.66)).toHaveLength(1);
  });
});
