import type { CDPSession, Page, Request } from 'playwright';
import type { Desk } from './desk.ts';
import { noteTimeToPaint } from './in-page.ts';
import type { Stage } from './stage.ts';

/** A page in a browser context of its own, so with a cold cache. */
interface OpenPage {
  page: Page;
  cdp: CDPSession;
  close(): Promise<void>;
}

interface Slowness {
  /** How many times slower than this machine the page's processor is. */
  cpu?: number;
  /** Whether the network is Lighthouse's slow 4G. */
  slowNetwork?: boolean;
  /** Runs in the page before anything of its own. */
  before?: () => void;
}

const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};

/** Opens an empty page, signed in where a desk is given, with the processor and the network asked for. */
export async function openPage(stage: Stage, desk: Desk | null, slowness: Slowness = {}): Promise<OpenPage> {
  const browser = await stage.browser();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Africa/Lagos',
    ...(desk && { storageState: desk.storageState, baseURL: desk.address }),
  });
  // What has failed here would hold up the bench for long.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  if (slowness.before) await page.addInitScript(slowness.before);
  if (slowness.slowNetwork) {
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW_4G);
  }
  if (slowness.cpu) await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowness.cpu });
  return { page, cdp, close: () => context.close() };
}

/** Does something and waits until nothing has been asked of the network for a while, but for the stream of events. */
export async function settled(page: Page, act: () => Promise<unknown>, ms = 400): Promise<void> {
  const open = new Set<unknown>();
  let since = 0;
  const begin = (asked: Request) => {
    if (new URL(asked.url()).pathname !== '/events') open.add(asked);
  };
  const end = (asked: Request) => {
    open.delete(asked);
    since = Date.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await act();
  since = Date.now();
  while (open.size > 0 || Date.now() - since < ms) await new Promise((resolve) => setTimeout(resolve, 25));
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}

/** The milliseconds from an act's event to the paint that answers it. */
export async function timeToPaint(
  page: Page,
  until: Parameters<typeof noteTimeToPaint>[0],
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(noteTimeToPaint, until);
  await act();
  return (await page.evaluate(() => window.bench.timeToPaint)) as number;
}
