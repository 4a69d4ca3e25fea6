import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { startProgram, temporaryFolder } from '#tests/support/processes.ts';

export { expect } from '@playwright/test';

interface Desk {
  address: string;
}

interface Options {
  /** Patterns of console lines that the story causes on purpose, such as the browser's own line for a failed request. */
  expectedNoise: RegExp[];
}

/** A browser before the built gateway and its embedded service, which fails on any noise in the console. */
export const test = base.extend<Options, { desk: Desk }>({
  expectedNoise: [[], { option: true }],
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const data = temporaryFolder();
      const gateway = await startProgram('gateway', { DATA_DIR: data.path, LOG_LEVEL: 'warn' });
      await use({ address: gateway.address });
      await gateway.end();
      data.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ desk }, use) => {
    await use(desk.address);
  },
  page: async ({ page, expectedNoise }, use) => {
    const noise: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') noise.push(message.text());
    });
    page.on('pageerror', (error) => noise.push(String(error)));
    await use(page);
    expect(noise.filter((line) => !expectedNoise.some((pattern) => pattern.test(line)))).toEqual([]);
  },
});

/** Signs in by one of the demo's buttons. */
export async function signIn(page: Page, organisation = 'Crestline', path = '/loans'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: new RegExp(organisation) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Expects that axe finds nothing to complain of on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  expect(found).toEqual([]);
}
