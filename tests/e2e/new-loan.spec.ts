import { expect } from '@playwright/test';
import { signIn, tagOfLook, test } from './desk.ts';
import {
  create,
  expectSound,
  fillLoan,
  gate,
  heading,
  LOAN_PAGE,
  loansOf,
  onLoan,
  reviewedLoan,
  reviewLoan,
  tabTo,
  wantReview,
} from './lend.ts';

const TOKEN = 'pledge_demo_crestline';

test.use({ leaves: 'loans' });

test('the keyboard alone takes a loan from nothing to created', async ({ page }) => {
  await page.goto('/loans/new');
  await expect(page.getByLabel('Access token')).toBeFocused();
  await page.keyboard.type(TOKEN);
  await tabTo(page, page.getByLabel('Your name'));
  await page.keyboard.type('Ruth Kamau');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'New loan')).toBeFocused();
  const who = page.getByRole('combobox', { name: 'Borrower' });
  await expect(who).toBeEnabled();
  await tabTo(page, who);
  await page.keyboard.type('a');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  const currency = page.getByRole('combobox', { name: 'Currency' });
  await expect(currency).toBeFocused();
  await page.keyboard.type('NGN');
  await expect(currency).toHaveValue('NGN');
  await tabTo(page, page.getByRole('textbox', { name: 'Amount' }));
  await page.keyboard.type('12345.67');
  await expect(page.getByRole('textbox', { name: 'Amount' })).toHaveValue('12,345.67');
  await tabTo(page, page.getByRole('textbox', { name: 'Reason' }));
  await page.keyboard.type('By keyboard');
  await tabTo(page, page.getByRole('combobox', { name: 'Add a token' }));
  await page.keyboard.type('Asaba Textiles Bond');
  await expect(page.getByRole('option', { name: /Asaba Textiles Bond/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  const quantity = page.getByRole('textbox', { name: /^Quantity of/ });
  await expect(quantity).toBeFocused();
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Review loan')).toBeFocused();
  const consent = page.getByRole('checkbox', { name: /^Lend although/ });
  await expect(page.getByRole('region', { name: 'Borrower’s record' })).toHaveAttribute('aria-busy', 'false');
  if ((await consent.count()) > 0) {
    await tabTo(page, consent);
    await page.keyboard.press('Space');
  }
  await tabTo(page, create(page));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(LOAN_PAGE);
  const [loan] = await loansOf(page, 12_345.67);
  expect(loan?.reason).toMatch(/^By keyboard \[ref [2-9A-Z]{4}-[2-9A-Z]{2}\]$/);
});

test('two tabs that press at once create one loan, and both show it', async ({ page, context }) => {
  const answer = gate();
  await onLoan(context, async (route) => {
    await answer.opened;
    await route.continue();
  });
  await signIn(page, 'Crestline', '/loans/new');
  await fillLoan(page, '2222.22');
  const other = await context.newPage();
  await other.goto('/loans/new');
  await other.getByRole('button', { name: 'Continue with it' }).click();
  await expect(other.getByRole('textbox', { name: 'Amount' })).toHaveValue('2,222.22');
  await reviewLoan(page);
  await reviewLoan(other);
  await Promise.all([create(page).click(), create(other).click()]);
  answer.open();
  for (const tab of [page, other]) await expect(tab).toHaveURL(LOAN_PAGE);
  expect(new URL(other.url()).pathname).toBe(new URL(page.url()).pathname);
  expect(await loansOf(page, 2222.22)).toHaveLength(1);
  await other.close();
});

test('the same loan from another browser asks first, and names the earlier request', async ({
  page,
  browser,
  baseURL,
}) => {
  await reviewedLoan(page, '2323.23');
  await create(page).click();
  await expect(page).toHaveURL(LOAN_PAGE);
  await expect(page.getByText('Loan created')).toBeVisible();
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await context.newPage();
  await reviewedLoan(other, '2323.23');
  await create(other).click();
  const dialog = other.getByRole('dialog', { name: 'This loan was already requested' });
  await expect(dialog).toContainText('Crestline Capital');
  await expect(dialog.getByRole('link', { name: 'Open that loan' })).toHaveAttribute(
    'href',
    new RegExp(new URL(page.url()).pathname),
  );
  expect(await loansOf(page, 2323.23)).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Create another loan' }).click();
  await expect(other).toHaveURL(LOAN_PAGE);
  expect(await loansOf(page, 2323.23)).toHaveLength(2);
  await context.close();
});

test('a double click, and Enter and a click on top of it, send one loan', async ({ page }) => {
  const answer = gate();
  const seen = await onLoan(page, async (route) => {
    await answer.opened;
    await route.continue();
  });
  await reviewedLoan(page, '3333.33');
  await create(page).focus();
  // At one go, as fast as no person is: nothing of the page runs between two of them but what they set off.
  await create(page).evaluate((button: HTMLElement) => {
    for (let press = 0; press < 3; press += 1) button.click();
  });
  await page.keyboard.press('Enter');
  const sending = page.getByRole('button', { name: 'Creating loan' });
  await expect(sending).toHaveAttribute('aria-disabled', 'true');
  await sending.dblclick({ force: true });
  await page.keyboard.press('Enter');
  answer.open();
  await expect(page).toHaveURL(LOAN_PAGE);
  expect(seen.sent).toBe(1);
  expect(await loansOf(page, 3333.33)).toHaveLength(1);
});

test.describe('the service', () => {
  test.use({ expectedNoise: /status of 4\d\d/ });

  test('refuses, and shows each refusal at its field', async ({ page }) => {
    test.setTimeout(180_000);
    const field = (name: string | RegExp) => page.getByRole('textbox', { name });
    const tokens = page.getByRole('combobox', { name: 'Add a token' });
    const line = { token_id: 'none', quantity: 1 };
    // What is typed is sound, so the loan is spoilt on its way: the words are the service's own.
    const refusals = [
      [{ user_id: 'nobody' }, page.getByRole('button', { name: 'Change borrower' }), 'no member has this'],
      [{ currency: 'EUR' }, page.getByRole('combobox', { name: 'Currency' }), 'has no limit'],
      [{ amount: '50000000.01', repayment_amount: '60000000' }, field('Amount'), 'is above the limit'],
      [{ amount: '0.001' }, field('Amount'), 'decimal places'],
      [{ duration: 13 }, field('Term'), 'is above the 12 months'],
      [{ interest_rate: 1.01 }, field('Monthly interest rate'), 'must be from 0 to 1'],
      [{ repayment_amount: '1' }, field('Total repayable'), 'must not be below the amount'],
      [{ reason: 'x'.repeat(2001) }, field('Reason'), '2000'],
      [{ collaterals: [] }, tokens, 'must have at least one line'],
      [{ collaterals: Array.from({ length: 51 }, () => line) }, tokens, 'must have at most 50 lines'],
      [{ amount: '40000000', repayment_amount: '40000000' }, tokens, 'is worth'],
      [{ bank_name: 'x'.repeat(201) }, field('Bank name'), '200'],
      [{ bank_code: 'x'.repeat(51) }, field('Bank code'), '50'],
      [{ account_number: 'x'.repeat(51) }, field('Account number'), '50'],
    ] as const;
    const seen = await onLoan(page, async (route, count) => {
      const spoilt = refusals[count - 1]?.[0];
      await route.continue(spoilt && { postData: { ...route.request().postDataJSON(), ...spoilt } });
    });
    await reviewedLoan(page, '1111.11');
    for (const [, control, words] of refusals) {
      await create(page).click();
      const summary = page.getByRole('alert', { name: /^Fix \d+ problem/ });
      await expect(summary).toBeFocused();
      await expect(summary).toContainText('Nothing was created.');
      await expect(control).toHaveAccessibleDescription(new RegExp(`The service says: “.*${words}`));
      await reviewLoan(page);
    }
    expect(await loansOf(page, 1111.11)).toHaveLength(0);
    await create(page).click();
    await expect(page).toHaveURL(LOAN_PAGE);
    expect(seen.sent).toBe(refusals.length + 1);
  });
});

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(
      `every step is accessible and fits, ${theme}, ${width} wide`,
      tagOfLook(theme, width),
      async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: theme });
        await page.setViewportSize({ width, height: 900 });
        await signIn(page, 'Crestline', '/loans/new');
        const who = page.getByRole('combobox', { name: 'Borrower' });
        await expect(who).toBeEnabled();
        await expectSound(page);
        await wantReview(page);
        await expect(page.getByRole('alert', { name: /^Fix \d+ problem/ })).toBeFocused();
        await expectSound(page);
        await who.fill('a');
        await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
        await expectSound(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('listbox')).toHaveCount(0);
        await who.fill('');
        await fillLoan(page, '5555.55');
        await expectSound(page);
        await reviewLoan(page);
        await expectSound(page);
      },
    );
  }
}
