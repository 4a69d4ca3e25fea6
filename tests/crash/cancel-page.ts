import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { KillableBrowser } from './browser.ts';

export const CANCEL_PAGE = '/orders/cancel';

/** Begins a run of pairs as a person does, up to its first request. */
export async function beginRun(
  person: KillableBrowser,
  pairs: { member: string; order: string }[],
): Promise<void> {
  await person.open(CANCEL_PAGE);
  const { page } = person;
  await page
    .getByLabel(/Paste lines/)
    .fill(pairs.map(({ member, order }) => `${member},${order}`).join('\n'));
  await page.getByText(`${pairs.length} to send`).waitFor();
  await page.getByLabel('Reason').selectOption('Test order');
  await page.getByRole('button', { name: `Cancel ${pairs.length} orders…` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Type ${pairs.length} to confirm`).fill(String(pairs.length));
  await dialog.getByRole('button', { name: `Cancel ${pairs.length} orders` }).click();
  await page.getByText(/Nothing is sent yet/).waitFor();
}

/** Lets the run go on, resuming it wherever it paused, until so many orders have an outcome. */
export async function goOnUntil(
  page: Page,
  isReached: (ended: number, title: string) => boolean,
): Promise<void> {
  const resume = page.getByRole('button', { name: 'Resume', exact: true });
  const status = page.getByRole('status').filter({ hasText: /Cancelling|Paused|Done|Nothing is sent/ });
  await expect
    .poll(
      async () => {
        const title = (await status.first().textContent()) ?? '';
        const line = (await status.first().locator('..').textContent()) ?? '';
        const ended = Number(/· (\d+) of/.exec(line)?.[1] ?? 0);
        if (isReached(ended, title)) return true;
        if (await resume.isVisible()) await resume.click().catch(() => undefined);
        return false;
      },
      { timeout: 240_000, interval: 50 },
    )
    .toBe(true);
}

/** Expects that every order of a run was cancelled, by it or by a call of it whose answer was lost. */
export async function expectRunDone(page: Page, orders: number): Promise<void> {
  const chips = page.getByRole('group', { name: /^Outcomes of/ }).getByRole('button');
  const outcomes = (await chips.allTextContents()).filter((text) => !text.startsWith('All'));
  expect(outcomes.filter((text) => !/^(Cancelled|Already cancelled) /.test(text))).toEqual([]);
  expect(outcomes.reduce((sum, text) => sum + Number(/\d+$/.exec(text)?.[0]), 0)).toBe(orders);
}
