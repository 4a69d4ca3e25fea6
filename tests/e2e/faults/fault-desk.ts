import { type Browser, expect as baseExpect, type Page } from '@playwright/test';
import { test as base } from '../desk.ts';
import { withFarService } from './far-service.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { TIMEOUT_MS } from './faults.ts';

/** Reads are tried three times before they are given up, and several desks do so at once: that takes a while. */
export const expect = baseExpect.configure({ timeout: 60_000 });

interface FaultDesk {
  /** Between the browser and the gateway. */
  front: FaultProxy;
  /** Between the gateway and the service. */
  back: FaultProxy;
}

interface Seats {
  /** Opens a browser, signed in under a name that the fault proxies recognise. It closes when the test ends. */
  sit: (name: string) => Promise<Sitting>;
}

/** The built gateway before the built service, with a fault proxy on either side of the gateway. */
export const test = base.extend<Seats, { faulty: FaultDesk }>({
  faulty: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      await withFarService(TIMEOUT_MS, async ({ desk, back }) => {
        const front = await startFaultProxy(desk);
        await use({ front, back });
        await front.close();
      });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ faulty }, use) => await use(faulty.front.address),
  sit: async ({ browser, faulty }, use) => {
    const sittings: Sitting[] = [];
    await use(async (name) => {
      const sitting = await sitDown(browser, faulty.front.address, name);
      sittings.push(sitting);
      return sitting;
    });
    for (const { page } of sittings) await page.context().close();
  },
});

/** A person at a desk of their own: cookies, storage and faults of one don't touch another's. */
export interface Sitting {
  page: Page;
  token: string;
  /** What the console said, but for what a browser says of itself about a request that failed. */
  noise: string[];
}

async function sitDown(browser: Browser, address: string, name: string): Promise<Sitting> {
  const context = await browser.newContext({ baseURL: address, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const noise: string[] = [];
  page.on('console', (message) => {
    const isOwnLine = /^Failed to load resource|^EventSource's response has a (MIME type|charset)/.test(
      message.text(),
    );
    if (['error', 'warning'].includes(message.type()) && !isOwnLine) noise.push(message.text());
  });
  page.on('pageerror', (error) => noise.push(String(error)));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`The policy was violated: ${effectiveDirective} by ${blockedURI}`),
    );
  });
  const token = `pledge_demo_crestline.${name}`;
  const answer = await context.request.post('/session', {
    data: { accessToken: token },
    headers: { origin: address },
  });
  expect(answer.status()).toBe(200);
  return { page, token, noise };
}

/** Signs in again in the dialog that came over the page. */
export async function signInAgain({ page, token }: Sitting): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Access token').fill(token);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
}

/** Expects a working page: one heading, the desk around it, and no text that only a program would write. */
export async function expectSound({ page, noise }: Sitting): Promise<void> {
  await expect(page.locator('h1:visible')).toHaveCount(1);
  await expect(page.locator('h1:visible')).not.toBeEmpty();
  await expect(page.getByText('Something went wrong on this page')).toHaveCount(0);
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/\bNaN\b|\bundefined\b|\[object |Invalid Date|\bInfinity\b|\bnull\b/);
  // Removed here, so that the next check doesn't report it again.
  expect(noise.splice(0)).toEqual([]);
}

/** Expects that nothing on the page complains. */
export async function expectQuiet(page: Page): Promise<void> {
  await expect.poll(() => page.getByRole('alert').allTextContents(), { timeout: 60_000 }).toEqual([]);
}

/** What came of each pair, printed as a table: a row for each fault, a column for each thing that met it. */
export class Matrix {
  readonly #failures: string[] = [];
  readonly #cells = new Map<string, Map<string, string>>();

  /** Lets a pair meet and keeps what came of it, so that one failure doesn't hide the others. True where all is well. */
  async pair(fault: string, column: string, meet: () => Promise<void>): Promise<boolean> {
    const row = this.#cells.get(fault) ?? new Map<string, string>();
    this.#cells.set(fault, row);
    try {
      await base.step(`${column}: ${fault}`, meet);
      if (!row.has(column)) row.set(column, 'ok');
      return true;
    } catch (error) {
      row.set(column, 'FAILED');
      const failure = `${column}, ${fault}: ${(error as Error).message.slice(0, 600)}`;
      // At once: a test that runs out of time never comes to print its table.
      console.error(failure);
      this.#failures.push(failure);
      return false;
    }
  }

  /** Prints the table, and expects that all went well. */
  conclude(title: string): void {
    const columns = [...new Set([...this.#cells.values()].flatMap((row) => [...row.keys()]))];
    const lines = [['', ...columns]];
    for (const [fault, row] of this.#cells)
      lines.push([fault, ...columns.map((name) => row.get(name) ?? '')]);
    const widths = ['', ...columns].map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
    const text = lines.map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
    console.log(`\n${title}\n${text.join('\n')}\n`);
    expect(this.#failures).toEqual([]);
  }
}
