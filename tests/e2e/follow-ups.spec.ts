import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow, test } from './desk.ts';

test.use({ leaves: 'follow-ups' });

/** Signs in as one of the people of the demo, on the overview. */
async function signInAs(page: Page, role: string): Promise<void> {
  await page.goto('/');
  const people = page.getByRole('list', { name: 'People of Crestline' });
  await people.getByRole('button', { name: role }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
}

async function anotherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  return await context.newPage();
}

test('a late loan is followed up by a colleague in another browser', async ({ page, browser, baseURL }) => {
  const other = await anotherBrowser(browser, baseURL);
  await signInAs(other, 'Operations');
  const mine = other.getByRole('region', { name: 'My follow-ups' });
  await expect(mine).toContainText('No open follow-up is assigned to you.');

  await signInAs(page, 'Creditor');
  const late = page.getByRole('region', { name: /^Late without a follow-up/ });
  const count = Number.parseInt((await late.getByText(/^\d+ loans$/).textContent()) ?? '', 10);
  const loan = late.getByRole('link').first();
  const borrower = (await loan.textContent()) ?? '';
  await loan.click();
  await expect(page.getByRole('heading', { level: 1, name: / · [\d,.]+ [A-Z]{3}$/ })).toBeVisible();
  const followUps = page.getByRole('region', { name: 'Follow-ups' });
  await followUps.getByRole('button', { name: 'Add follow-up' }).click();
  await followUps.getByLabel('Note').fill(`Call ${borrower}. <b>Agree a date.</b>`);
  await followUps.getByLabel('Next date').fill('2031-11-28');
  const choice = followUps.getByLabel('Assigned to');
  const colleague = await mine.page().evaluate(async () => {
    const { data } = await (await fetch('/session')).json();
    return data.session.person.name as string;
  });
  await choice.selectOption({ label: colleague });
  await expectAccessible(page);
  await followUps.getByRole('button', { name: 'Save follow-up' }).click();
  await expect(followUps).toContainText(`Assigned to ${colleague}`);
  await expect(followUps).toContainText('Due 28 Nov 2031');

  // It comes by itself, without a reload.
  await expect(mine).toContainText(`Call ${borrower}. <b>Agree a date.</b>`);
  await expectAccessible(other);
  await mine.getByRole('link', { name: / · [\d,.]+ [A-Z]{3}$/ }).click();
  const theirs = other.getByRole('region', { name: 'Follow-ups' });
  await theirs.getByRole('button', { name: 'Mark as done' }).click();
  await expect(theirs.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await expect(followUps).toContainText(`done by ${colleague}`);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(late.getByText(`${count} loans`, { exact: true })).toBeVisible();
  await other.context().close();
});
