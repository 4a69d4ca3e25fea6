import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { DEFAULT_SETTINGS, type Settings } from '#contract/settings.ts';
import { readDemoOrders } from '#tests/stories/cast.ts';
import { startProgram } from '#tests/support/processes.ts';
import { copyFirstStart } from './first-start.ts';

export interface Desk {
  address: string;
  /** The demo's orders, as `demo:orders` prints them while the desk runs. */
  orders(): Promise<{ member: string; order: string; status: string; type: string }[]>;
}

/**
 * The tag of a story that runs in several looks: the proof has all but the first. Every page is looked at in dark on a
 * phone, too, before each change (pages.spec.ts).
 */
export function tagOfLook(theme: 'light' | 'dark', width: number): { tag: string[] } {
  return { tag: theme === 'light' && width === 1440 ? [] : ['@proof'] };
}

/** Runs one of the built commands while a desk runs, with what it reads; resolves with what it printed. */
type Beside = (command: string, args?: readonly string[], input?: string) => Promise<string>;

/**
 * Runs the built gateway with its embedded service on a database of its own while `use` runs. `settings` are added to
 * its environment.
 */
export async function withDesk(
  use: (desk: Desk, beside: Beside) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  // A first start takes some ten seconds, most of them for the demo's data.
  const { env, remove } = await copyFirstStart();
  const gateway = await startProgram('gateway', { LOG_LEVEL: 'warn', ...env, ...settings });
  const beside: Beside = async (command, args = [], input = '') => {
    const options = { env: { ...process.env, ...env } };
    const running = promisify(execFile)(process.execPath, [`dist/server/${command}.js`, ...args], options);
    running.child.stdin?.end(input);
    return (await running).stdout;
  };
  const desk: Desk = {
    address: gateway.address,
    async orders() {
      return readDemoOrders(await beside('demo-orders'));
    },
  };
  try {
    await use(desk, beside);
  } finally {
    await gateway.end();
    await remove();
  }
}

interface Options {
  /** What a story causes in the console on purpose, such as the browser's own line for a failed request. */
  expectedNoise: RegExp | null;
}

interface WorkerOptions {
  /**
   * What a file's stories leave behind in the service, `loans` say. Such a file has a desk to itself, so that
   * those which look at the demo's data find it as it was laid.
   */
  leaves: string;
}

/** A browser before the built gateway and its embedded service, which fails on any noise in the console. */
export const test = base.extend<Options, WorkerOptions & { desk: Desk }>({
  leaves: ['nothing', { option: true, scope: 'worker' }],
  expectedNoise: [null, { option: true }],
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      await withDesk(use);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ desk }, use) => {
    await use(desk.address);
  },
  page: async ({ page, desk, expectedNoise }, use) => {
    const noise: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') noise.push(message.text());
    });
    page.on('pageerror', (error) => noise.push(String(error)));
    await page.addInitScript(nameDifferences);
    // Anything that the page's own policy forbids it: Chromium doesn't report every kind by itself.
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        console.error(`The policy was violated: ${effectiveDirective} by ${blockedURI}`),
      );
    });
    await use(page);
    // A page that was left would stay in the document if React were given the same key twice.
    const shown = await page
      .locator('[data-page=in-view]')
      .count()
      .catch(() => 0);
    expect(shown).toBeLessThanOrEqual(1);
    // The next test signs in as the same person, whose settings are in the gateway.
    await chooseSettings(page, DEFAULT_SETTINGS, desk.address).catch(() => {});
    expect(noise.filter((line) => !expectedNoise?.test(line))).toEqual([]);
  },
});

/**
 * Has a page whose text differs from what the server rendered say which pieces of text were there before, and which
 * are there since: React names none.
 */
function nameDifferences(): void {
  const texts = () => {
    const walker = document.createTreeWalker(
      document.getElementById('root') ?? document,
      NodeFilter.SHOW_TEXT,
    );
    const found = new Set<string>();
    while (walker.nextNode()) found.add(walker.currentNode.nodeValue ?? '');
    return found;
  };
  let before = new Set<string>();
  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive') before = texts();
  });
  const log = console.error;
  console.error = (first: unknown, ...rest: unknown[]) => {
    log(first, ...rest);
    if (first !== 'The page differs from what the server rendered.') return;
    const now = texts();
    const apart = [
      [...before].filter((text) => !now.has(text)),
      [...now].filter((text) => !before.has(text)),
    ];
    log(`Texts before and since: ${JSON.stringify(apart.map((some) => some.slice(0, 40)))}`);
  };
}

/** Saves settings of the person who is signed in. A page has them after its next load. */
export async function chooseSettings(
  page: Page,
  data: Partial<Settings>,
  address = new URL(page.url()).origin,
): Promise<void> {
  await page.request.put(`${address}/desk/settings`, { data, headers: { origin: address } });
}

/** Signs in by one of the demo's buttons. */
export async function signInByButton(page: Page, organisation = 'Crestline', path = '/loans'): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: new RegExp(organisation) }).click();
  await expectSignedIn(page);
}

/** Signs in to one of the demo's organisations without the form, which takes seconds, and opens an address. */
export async function signIn(page: Page, organisation = 'Crestline', path = '/loans'): Promise<void> {
  const { origin } = new URL((await page.request.get('/session')).url());
  const data = { accessToken: `pledge_demo_${organisation.toLowerCase()}` };
  await page.request.post('/session', { data, headers: { origin } });
  await page.goto(path);
  await expectSignedIn(page);
}

async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).filter({ hasNotText: /^Sign in$/ })).toBeVisible();
}

/** Signs in by pasting an access token. */
export async function signInWith(page: Page, accessToken: string, path: string): Promise<void> {
  await page.goto(path);
  // Before that, the form is what the server rendered, and takes nothing.
  await expect(page.getByLabel('Access token')).toBeFocused();
  await page.getByLabel('Access token').fill(accessToken);
  await page.getByLabel('Your name').fill('Ruth Kamau');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toHaveCount(0);
}

/**
 * Keeps the gateway from knowing the page's reader, so that it renders no pages: what they would bring along, the page
 * then asks for, and it can be held up or bent on its way.
 */
export async function withoutRendering(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') ?? {};
    Object.defineProperty(document, 'cookie', {
      get: () => get?.call(document),
      set: (text: string) => text.startsWith('pledge-reader=') || set?.call(document, text),
    });
  });
}

/** Ends the session as time would: its cookie is gone. The theme's stays. */
export async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies({ name: /pledge-session/ });
}

/** Presses Refresh, also where the page has found out by itself that the session ended, and a dialog covers it. */
export async function pressRefresh(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refresh', includeHidden: true }).dispatchEvent('click');
}

/** Waits for animations to end: half-transparent text has too little contrast. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What opens is unseen in its first frame, and begins to move in the next.
    for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve));
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(finite.map((animation) => animation.finished));
  });
}

/** Waits until the page is there, and everything that it asked for. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Expects that nothing sticks out of the page to the side, and that no figure is cut off. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const { content, view, cut } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
    cut: [...document.querySelectorAll('dd')]
      .filter((figure) => figure.scrollWidth > figure.clientWidth)
      .map(({ textContent }) => textContent),
  }));
  expect(content).toBeLessThanOrEqual(view);
  expect(cut).toEqual([]);
}

/** Expects that no table has to be scrolled sideways, as none has at 1,440 pixels with the columns it shows unasked. */
export async function expectTablesFit(page: Page): Promise<void> {
  const overhang = (table: HTMLElement) => table.offsetWidth - (table.parentElement?.clientWidth ?? 0);
  for (const table of await page.locator('main table').all())
    expect(await table.evaluate(overhang)).toBeLessThanOrEqual(0);
}

/** Expects that axe finds no violation on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await settle(page);
  // No page has frames, which would need the slower way.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  );
  expect(found).toEqual([]);
}
