import { expect } from '@playwright/test';
import { endSession, pressRefresh, signInByButton, test } from './desk.ts';

const TOKEN = 'pledge_demo_crestline';

test.describe('an access token', () => {
  test.use({ expectedNoise: /status of 401/ });

  test('that is wrong, missing or torn has its own message, and stays to be mended', async ({ page }) => {
    await page.goto('/loans');
    const field = page.getByLabel('Access token');
    const send = page.getByRole('button', { name: 'Sign in' });
    // What the server rendered answers now.
    await expect(field).toBeFocused();

    await page.getByLabel('Your name').fill('Ruth Kamau');
    await send.click();
    await expect(page.getByText('Enter your access token.').last()).toBeVisible();
    await expect(field).toHaveAttribute('aria-invalid', 'true');

    await field.fill('pledge demo crestline');
    await send.click();
    await expect(page.getByText(/contains no spaces or line breaks/)).toBeVisible();
    await expect(field).toHaveValue('pledge demo crestline');

    await field.fill('pledge_demo_crestlime');
    await send.click();
    await expect(page.getByRole('alert')).toContainText('That access token isn’t valid');
    await expect(field).toHaveValue('pledge_demo_crestlime');

    await field.fill(` ${TOKEN} `);
    await send.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Loans' })).toBeVisible();
  });

  test('is out of reach for scripts once it is signed in with', async ({ page }) => {
    await signInByButton(page);
    const seen = await page.evaluate(() =>
      [document.cookie, ...Object.values(localStorage), ...Object.values(sessionStorage)].join('\n'),
    );
    expect(seen).not.toContain('session');
    expect(seen).not.toContain(TOKEN);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name.includes('session'));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(cookie?.value).not.toContain(TOKEN);
  });
});

test.describe('a session that ends in the middle of work', () => {
  test.use({ expectedNoise: /status of 401/ });

  test('is taken up again over the page, whose rows stay', async ({ page }) => {
    await signInByButton(page, 'Crestline', '/loans?sort=amount');
    await expect(page.getByText('All 137 loans.', { exact: true })).toBeVisible();
    const row = page.getByRole('region', { name: 'Loans', includeHidden: true }).locator('tbody tr').first();
    // The names of borrowers come after the loans; until then their ids are shown, shortened.
    await expect(row).not.toContainText('…');
    const text = (await row.textContent()) ?? '';
    await endSession(page);
    await pressRefresh(page);

    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog.getByLabel('Access token')).toBeFocused();
    await expect(row).toHaveText(text);
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect(dialog).toBeVisible();

    await dialog.getByLabel('Access token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(row).toHaveText(text);
    await expect(page).toHaveURL(/\/loans\?sort=amount$/);
    await expect(page.getByText('All 137 loans.', { exact: true })).toBeVisible();
  });

  test('holds the keyboard in the dialog', async ({ page }) => {
    await signInByButton(page);
    await endSession(page);
    await pressRefresh(page);
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog.getByLabel('Access token')).toBeFocused();
    for (let press = 0; press < 12; press += 1) {
      await page.keyboard.press('Tab');
      const outside = await dialog.evaluate((box) => {
        const { activeElement: active } = document;
        const guard = active?.hasAttribute('data-base-ui-focus-guard') || active === document.body;
        return !guard && !box.contains(active);
      });
      expect(outside).toBe(false);
    }
  });

  test('can be taken up by another organisation, which sees its own loans only', async ({ page }) => {
    await signInByButton(page);
    await expect(page.getByText('All 137 loans.', { exact: true })).toBeVisible();
    await endSession(page);
    await pressRefresh(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Harbour' }).click();
    await expect(page.getByText('All 23 loans.', { exact: true })).toBeVisible();
    await expect(page.getByText('Crestline Capital')).toHaveCount(0);
  });

  test('in one tab has ended in the other, too', async ({ page, context }) => {
    await signInByButton(page);
    const other = await context.newPage();
    await other.goto('/loans');
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    await expect(page.getByRole('table')).toHaveCount(0);
  });
});
