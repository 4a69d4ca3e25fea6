import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { KillableBrowser } from './browser.ts';

/** Starts a run of pairs as a person does, up to its grace period. Returns the path of the run's page. */
export async function beginRun(
  person: KillableBrowser,
  pairs: { member: string; order: string }[],
): Promise<string> {
  await person.open('/orders/cancel');
  const { page } = person;
  await page
    .getByLabel(/Paste lines/)
    .fill(pairs.map(({ member, order }) => `${member},${order}`).join('\n'));
  await page.getByText(`${pairs.length} to cancel`).waitFor();
  await page.getByLabel('Reason', { exact: true }).selectOption('Test order');
  await page.getByRole('button', { name: `Cancel ${pairs.length} orders…` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(`Type ${pairs.length} to confirm`).fill(String(pairs.length));
  await dialog.getByRole('button', { name: `Cancel ${pairs.length} orders` }).click();
  await page.getByText(/^Starts in \d+ s/).waitFor();
  return new URL(page.url()).pathname;
}

/** Watches the page of a run, without doing anything, until so many orders have an outcome. */
export async function watchUntil(
  page: Page,
  isReached: (ended: number, state: string) => boolean,
): Promise<void> {
  const progress = page.getByRole('region', { name: 'Progress' });
  await expect
    .poll(
      async () => {
        // The state comes first, and once the run is done, what came of it: `Done: 500 cancelled`.
        const [state = ''] = (await progress.getByRole('status').first().textContent())?.split(':') ?? [];
        const text = (await progress.textContent()) ?? '';
        const ended = Number(/([\d,]+) of [\d,]+ order/.exec(text)?.[1]?.replace(',', '') ?? 0);
        return isReached(ended, state);
      },
      { timeout: 240_000, interval: 50 },
    )
    .toBe(true);
}

/** Expects that every order of a run was cancelled. */
export async function expectRunDone(page: Page, orders: number): Promise<void> {
  const chips = page.getByRole('group', { name: /^Outcomes of/ }).getByRole('button');
  expect(await chips.allTextContents()).toEqual([`All ${orders}`, `Cancelled ${orders}`]);
}
