import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { findChromium } from '#tests/support/chromium.mjs';
import { CRESTLINE } from '#tests/support/service.ts';

/** A browser whose tab and whose whole self can be killed; what it keeps on disk outlives both. */
export interface KillableBrowser {
  page: Page;
  /** Opens an address of the desk, and signs in if needed. */
  open(path: string): Promise<void>;
  killTab(): Promise<void>;
  /** Whether its local storage on disk holds a text. */
  hasStored(text: string): boolean;
  kill(): Promise<void>;
  close(): Promise<void>;
}

const ARGS = [
  '--headless',
  '--remote-debugging-port=0',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A profile that was not closed in order must not open with a bubble about it.
  '--hide-crash-restore-bubble',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export async function startBrowser(address: string): Promise<KillableBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'pledge-browser-'));
  let child: ChildProcess;
  let browser: Browser;
  const start = async () => {
    const program = findChromium({ full: true });
    if (program === null) throw new Error('No Chromium is installed here.');
    // A group of its own, so that its helpers die with it.
    child = spawn(program, [...ARGS, `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    browser = await chromium.connectOverCDP(await debuggerOf(child));
    await openTab();
  };
  const openTab = async () => {
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no window.');
    one.page = await context.newPage();
  };
  const kill = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-(child.pid as number), 'SIGKILL');
    await ended;
    await browser.close().catch(() => undefined);
  };
  const one: KillableBrowser = {
    page: undefined as unknown as Page,
    async open(path) {
      await one.page.goto(address + path, { timeout: 60_000 });
      const token = one.page.getByLabel('Access token');
      await token.or(one.page.locator('main h1')).first().waitFor({ timeout: 60_000 });
      if (!(await token.isVisible())) return;
      // Before that, the form is what the server rendered, and takes nothing.
      await one.page.locator('input:focus').waitFor({ timeout: 60_000 });
      await token.fill(CRESTLINE);
      await one.page.getByLabel('Your name').fill('Ruth Kamau');
      await one.page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await one.page.locator('main h1').waitFor({ timeout: 60_000 });
    },
    async killTab() {
      const session = await one.page.context().newCDPSession(one.page);
      const crashed = new Promise((resolve) => one.page.once('crash', resolve));
      // The tab that would answer is gone.
      session.send('Page.crash').catch(() => undefined);
      await crashed;
      await one.page.close();
      await openTab();
    },
    hasStored(text) {
      const folder = join(profile, 'Default', 'Local Storage', 'leveldb');
      const files = existsSync(folder) ? readdirSync(folder) : [];
      return files.some((file) => {
        const bytes = readFileSync(join(folder, file));
        // As bytes: a search for a text of two bytes a letter would find it at even places only.
        return bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le'));
      });
    },
    async kill() {
      await kill();
      await start();
    },
    async close() {
      await kill();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
  await start();
  return one;
}

async function debuggerOf(child: ChildProcess): Promise<string> {
  return await new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The browser ended at its start:\n${said}`)));
  });
}
