import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { RULES_OFF } from '#contract/approvals.ts';
import { expectAccessible, expectLoaded, expectNoOverflow, expectTablesFit, test } from './desk.ts';

test.use({ leaves: 'rules of approval' });

async function browserOf(browser: Browser, baseURL: string | undefined, role: string, width = 1440) {
  const viewport = { width, height: 900 };
  const context = await browser.newContext({ ...(baseURL && { baseURL }), viewport });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('list', { name: 'People of Crestline' }).getByRole('button', { name: role }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  return page;
}

/** Sixty orders that the service doesn't know: the run goes through all of them all the same. */
async function askForSixty(clerk: Page): Promise<string> {
  const lines = Array.from({ length: 60 }, (_, nth) => `nobody${nth},order${nth}`).join('\n');
  await clerk.goto('/orders/cancel');
  await clerk.getByLabel(/Paste lines/).fill(lines);
  await clerk.getByLabel('Reason').selectOption('Test order');
  await clerk.getByRole('button', { name: 'Cancel 60 orders…' }).click();
  const dialog = clerk.getByRole('dialog');
  await dialog.getByLabel('Type 60 to confirm').fill('60');
  await dialog.getByRole('button', { name: 'Cancel 60 orders' }).click();
  await expect(clerk.getByText('Someone else has to approve this run.')).toBeVisible();
  return clerk.url();
}

test('a run is asked for, approved on a phone and carried out, its requester gone', async ({
  browser,
  baseURL,
}) => {
  const administrator = await browserOf(browser, baseURL, 'Administrator');
  await administrator.goto('/approvals/rules');
  await administrator.getByRole('checkbox', { name: 'Large runs need approval' }).check();
  await administrator.getByRole('button', { name: 'Save rules' }).click();
  await expect(administrator.getByText('The rules are saved and in force.')).toBeVisible();

  const approver = await browserOf(browser, baseURL, 'Approver', 390);
  const clerk = await browserOf(browser, baseURL, 'Operations');
  const run = await askForSixty(clerk);
  await clerk.context().close();

  await approver.goto('/approvals');
  await approver.getByRole('link', { name: /Cancellation of 60 orders/ }).click();
  await expect(approver.getByText(/runs of more than 50 orders need approval/)).toBeVisible();
  await expectNoOverflow(approver);
  await expectAccessible(approver);
  const reason = 'Agreed with the desk: the issuer has withdrawn this token, and has told its holders';
  await approver.getByLabel('Reason').fill(reason);
  await approver.getByRole('button', { name: 'Approve' }).click();
  await expect(approver.getByText(reason)).toBeVisible();

  await approver.goto(run);
  await expect(approver.getByText('60 of 60 orders', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(approver.getByText(/Started by Ruth Kamau/)).toBeVisible();
  await approver.goto('/activity');
  const list = approver.getByRole('main');
  await expect(list.getByText('Ruth Kamau', { exact: true }).first()).toBeVisible();
  await expect(list.getByText('Approved by Samuel Adeleke', { exact: true }).first()).toBeVisible();
  await approver.goto('/audit-log?action=approved');
  await expect(approver.getByRole('main').getByText('Samuel Adeleke')).toBeVisible();
  // A long reason doesn't make the list wider than its window.
  await administrator.goto('/audit-log?action=approved');
  await expectLoaded(administrator);
  await expectTablesFit(administrator);
});

test('an analyst’s request by hand is refused and recorded', async ({ browser, baseURL }) => {
  const analyst = await browserOf(browser, baseURL, 'Analyst');
  const answer = await analyst.evaluate(
    async ([rules, id]) => {
      const response = await fetch('/desk/rules', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'idempotency-key': id },
        body: rules,
      });
      return await response.json();
    },
    [JSON.stringify(RULES_OFF), randomUUID()] as const,
  );
  expect(answer).toMatchObject({ code: 'PERMISSION_REQUIRED', data: { permission: 'manage-people' } });
  const approver = await browserOf(browser, baseURL, 'Approver');
  await approver.goto('/audit-log?action=permission-refused');
  await expect(approver.getByText(/Not permitted to manage people/).first()).toBeVisible();
  await expect(approver.getByText('Ama Boateng').first()).toBeVisible();
});
