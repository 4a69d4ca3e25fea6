import { expect, type Page } from '@playwright/test';
import { endSession, signIn, test } from './desk.ts';
import { create, expectSound, gate, LOAN_PAGE, loansOf, onLoan, reviewedLoan, reviewLoan } from './lend.ts';

const TOKEN = 'pledge_demo_crestline';

test.use({ leaves: 'loans', expectedNoise: /net::ERR_FAILED|net::ERR_CONNECTION|status of 401/ });

const sentBefore = (page: Page, amount: string) => page.getByText(`Loan created: ${amount} NGN`);

test('cut after the service took it: it is created, and its page opens', async ({ page }) => {
  const seen = await onLoan(page, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await reviewedLoan(page, '6111.11');
  const reference = /\[ref (\S+)\]/.exec(await page.getByRole('main').innerText())?.[1] ?? 'none';
  await create(page).click();
  await expect(page).toHaveURL(LOAN_PAGE);
  const [loan] = await loansOf(page, 6111.11);
  expect(loan?.reason).toContain(reference);
  await expect(page).toHaveURL(new RegExp(`/loans/${loan?.id}\\?at=`));
  await expect(page.getByRole('heading', { level: 1, name: / · 6,111\.11 NGN$/ })).toBeVisible();
  await expect(page.getByText('Loan created')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Loan created')).toBeVisible();
  expect(seen.sent).toBe(1);
});

test('cut before: nothing was sent, and it is sent again by choice: one loan, reloads or not', async ({
  page,
}) => {
  const seen = await onLoan(page, async (route, count) => {
    await (count === 1 ? route.abort() : route.continue());
  });
  await reviewedLoan(page, '6222.22');
  await create(page).click();
  await expect(page.getByText('Nothing was sent', { exact: true })).toBeVisible();
  await expectSound(page);
  await page.reload();
  await expect(page.getByText(/^Your draft of .* is restored$/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('6,222.22');
  await expectSound(page);
  expect(seen.sent).toBe(1);
  expect(await loansOf(page, 6222.22)).toHaveLength(0);

  await reviewLoan(page);
  await create(page).click();
  await expect(page).toHaveURL(LOAN_PAGE);
  expect(seen.sent).toBe(2);
  expect(await loansOf(page, 6222.22)).toHaveLength(1);
});

test('a reload while it is being sent loses nothing: the loan is named, and its draft not offered', async ({
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
  await expect(sentBefore(page, '6,333.33')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  await expectSound(page);
  await page.getByRole('link', { name: 'Open loan' }).click();
  await expect(page).toHaveURL(LOAN_PAGE);
  expect(seen.sent).toBe(1);
  expect(await loansOf(page, 6333.33)).toHaveLength(1);
});

test('a reload before it got anywhere leaves the draft, and nothing is sent by itself', async ({ page }) => {
  const seen = await onLoan(page, async () => {});
  await reviewedLoan(page, '6444.44');
  await create(page).click();
  await expect.poll(() => seen.sent).toBe(1);
  await page.reload();
  await expect(page.getByText(/^Your draft of .* is restored$/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('6,444.44');
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
