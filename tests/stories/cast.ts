import type { Browser, BrowserContext } from 'playwright';
import type { Role } from '#contract/permissions.ts';
import type { Theme } from '#contract/settings.ts';
import { type Count, createHand, type Hand, type Means } from './hand.ts';

/** How a story is played. */
export interface Way {
  means: Means;
  width: 1440 | 390;
  theme: Extract<Theme, 'light' | 'dark'>;
}

/** The people of a story, each in a browser of their own. */
export interface Cast {
  /** A person of the demo's first organisation, at a page. What their hand does is counted. */
  enter(role: Role, path: string): Promise<Hand>;
  /** Asks Pledge as a person of a role, outside the story: this isn't counted. */
  ask(role: Role, method: 'GET' | 'PUT' | 'POST', path: string, data?: unknown): Promise<unknown>;
  /** Orders of the demo that can be cancelled, as member and order id. */
  orders: readonly { member: string; order: string }[];
  count: Count;
  end(): Promise<void>;
}

interface DemoOrder {
  member: string;
  order: string;
  status: string;
  type: string;
}

/** Reads what `npm run demo:orders` prints. */
export function readDemoOrders(csv: string): DemoOrder[] {
  const [, ...lines] = csv.trim().split('\n');
  return lines.map((line) => {
    const [member = '', order = '', status = '', type = ''] = line.split(',');
    return { member, order, status, type };
  });
}

/** Of the demo's orders those that can be cancelled. */
export function cancellable(orders: readonly DemoOrder[]): readonly DemoOrder[] {
  return orders.filter(({ status, type }) => status === 'Active' && type !== 'Swap');
}

const ACCESS_TOKEN = 'pledge_demo_crestline';

/** Gathers the people of one story before a running Pledge. */
export function createCast(browser: Browser, address: string, way: Way, orders: Cast['orders']): Cast {
  const count: Count = { clicks: 0, keys: 0 };
  const open: BrowserContext[] = [];
  const asking = new Map<Role, BrowserContext>();

  async function contextOf(role: Role): Promise<BrowserContext> {
    const { width, theme, means } = way;
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width, height: 900 },
      colorScheme: theme,
      locale: 'en-GB',
      ...(means === 'touch' && { hasTouch: true }),
    });
    // A busy machine takes its time.
    context.setDefaultTimeout(60_000);
    open.push(context);
    const answer = await context.request.post('/session', {
      data: { accessToken: ACCESS_TOKEN, demoRole: role },
      headers: { origin: address },
    });
    if (!answer.ok()) throw new Error(`The sign-in as ${role} was refused: ${await answer.text()}`);
    return context;
  }

  return {
    orders,
    count,
    async enter(role, path) {
      const page = await (await contextOf(role)).newPage();
      await page.goto(path);
      const hand = createHand(page, way.means, count);
      await hand.arrive(/./);
      return hand;
    },
    async ask(role, method, path, data) {
      const context = asking.get(role) ?? (await contextOf(role));
      asking.set(role, context);
      const answer = await context.request.fetch(path, { method, data, headers: { origin: address } });
      if (!answer.ok()) throw new Error(`${method} ${path} was refused: ${await answer.text()}`);
      return (await answer.json()).data;
    },
    async end() {
      for (const context of open) await context.close();
    },
  };
}
