import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#contract/settings.ts';
import { startTestGateway, type TestBrowser, type TestGateway, withKey } from '#tests/support/gateway.ts';
import { orderOf } from '#tests/support/orders.ts';
import { CRESTLINE, HARBOUR } from '#tests/support/service.ts';
import { loadAssets } from '../pages/assets.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

const LOANS = '/v1/api/creditor/credit/loans';
const MINUTE = 60_000;
let now = Date.UTC(2026, 10, 23, 9);
let gateway: TestGateway;
let browser: TestBrowser;
let edge: Upstream | null = null;
let asked: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'pledge-session-end-'));

beforeAll(async () => {
  const page = '<html lang="en"><head><!--desk-state--></head><body><div id="root"></div></body></html>';
  writeFileSync(join(folder, 'index.html'), page);
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  gateway = await startTestGateway({
    clock: () => now,
    upstream,
    assets: loadAssets(folder),
    // The page is rendered from one answer of the service.
    pages: {
      render: async ({ ask, reader, at }) => {
        await ask(LOANS);
        return {
          markup: '<p>Loans</p>',
          from: { address: '/', reader, settings: DEFAULT_SETTINGS, at, state: null },
        };
      },
      codeAt: () => null,
    },
  });
});
beforeEach(async () => {
  browser = gateway.browser();
  await browser.signIn();
  asked = [];
});
afterEach(async () => {
  edge = null;
  await setRevoked(false);
  now += MINUTE;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await gateway.close();
});

async function upstream(request: Parameters<Upstream>[0]) {
  asked.push(request.target);
  return await (edge ?? embeddedUpstream(gateway.service.fetch))(request);
}

async function setRevoked(isRevoked: boolean) {
  const value = isRevoked ? 'now()' : 'null';
  await gateway.service.database.pool.query(
    `update service.api_client set revoked_at = ${value} where name like 'Crestline%'`,
  );
}

/** Another copy of the cookie, at any gateway. */
function copyOf(original: TestBrowser, at = gateway): TestBrowser {
  const copy = at.browser();
  for (const [name, value] of original.cookies) copy.cookies.set(name, value);
  return copy;
}

/** An open stream, and whether it has ended. */
async function listen(by: TestBrowser) {
  const response = await by.fetch('/events');
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const stream = { status: response.status, text: '', isOver: false, cancel: () => reader.cancel() };
  void (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      stream.text += new TextDecoder().decode(value);
    }
    stream.isOver = true;
  })();
  return stream;
}

const over = async (stream: { isOver: boolean }, timeout = 3_000) =>
  await expect.poll(() => stream.isOver, { timeout }).toBe(true);

describe('a session whose access token was revoked', () => {
  it.each(['/journal', '/events/log', '/events'])(
    'no longer reads %s, for a copy of its cookie and at another gateway too',
    async (path) => {
      const copies = [copyOf(browser), copyOf(browser, await startTestGateway({ beside: gateway }))];
      const before = await browser.fetch(path);
      expect(before.status).toBe(200);
      await before.body?.cancel();
      await setRevoked(true);
      now += MINUTE;
      for (const one of [browser, ...copies]) {
        const response = await one.fetch(path);
        expect(response.status).toBe(401);
        expect(await response.json()).toMatchObject({ status: 'error' });
        expect(response.headers.getSetCookie()).toEqual([]);
      }
      await setRevoked(false);
      for (const one of [browser, ...copies]) expect((await one.fetch(path)).status).toBe(401);
    },
  );

  it('gets the answer to its write no more', async () => {
    const order = await orderOf(gateway.service.database.pool, {});
    const path = `/v1/api/members/${order.memberId}/orders/${order.id}/cancel`;
    const repeated = { method: 'POST', headers: withKey() };
    expect((await browser.fetch(path, repeated)).status).toBe(200);
    await setRevoked(true);
    now += MINUTE;
    const response = await browser.fetch(path, repeated);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'TOKEN_REFUSED' });
  });

  it('learns that it has ended, and who ended it', async () => {
    await setRevoked(true);
    now += MINUTE;
    expect(await (await browser.fetch('/journal')).json()).toMatchObject({ code: 'TOKEN_REFUSED' });
  });

  it('has its open streams closed, though nothing else is asked', async () => {
    const stream = await listen(browser);
    await setRevoked(true);
    now += MINUTE;
    await over(stream);
    expect((await copyOf(browser).fetch('/journal')).status).toBe(401);
  });

  it('is over at every gateway as soon as one hears the refusal', async () => {
    const other = await startTestGateway({ beside: gateway, clock: () => now });
    const stream = await listen(copyOf(browser, other));
    const copy = copyOf(browser);
    await setRevoked(true);
    expect((await browser.fetch(LOANS)).status).toBe(401);
    expect((await copy.fetch('/journal')).status).toBe(401);
    await other.hearSignOuts();
    await over(stream, 500);
    expect((await copyOf(copy, other).fetch('/journal')).status).toBe(401);
  });

  it.each(['/loans', '/docs/none', '/healthz/none'])(
    'gets %s as a person who isn’t signed in',
    async (path) => {
      await setRevoked(true);
      now += 10 * MINUTE;
      const response = await browser.fetch(path);
      expect(await response.text()).not.toContain('Crestline Capital');
      expect(response.headers.getSetCookie()).toEqual([]);
      const { data } = (await (await browser.fetch('/session')).json()) as { data: { session: unknown } };
      expect(data.session).toBeNull();
    },
  );
});

describe('asking about a token', () => {
  const probes = () => asked.filter((target) => /loan-configuration|member\?/.test(target)).length;

  it('happens once a minute at most, and at least, while only the journal is read', async () => {
    for (let second = 0; second < 40; second++) {
      expect((await browser.fetch('/journal')).status).toBe(200);
      now += 1_000;
    }
    expect(probes()).toBe(0);
    now += 20_000;
    for (let again = 0; again < 5; again++) await browser.fetch('/journal');
    expect(probes()).toBe(1);
  });

  it('happens once for many requests at the same time', async () => {
    now += MINUTE;
    const copies = Array.from({ length: 8 }, () => copyOf(browser));
    await Promise.all(copies.map((copy) => copy.fetch('/journal')));
    expect(probes()).toBe(1);
  });

  it('is not needed after a request that the service has just answered', async () => {
    now += MINUTE;
    await browser.fetch(LOANS);
    await browser.fetch('/journal');
    expect(probes()).toBe(0);
  });

  it.each<[string, Upstream]>([
    ['can’t be reached', () => Promise.reject(new UpstreamFault('unreachable'))],
    ['fails', async () => answer(500)],
    ['asks to wait', async () => answer(429)],
    ['is replaced by a proxy’s page', async () => ({ ...answer(403), contentType: 'text/html' })],
  ])('ends no session where the service %s, and renews none', async (_, failing) => {
    now += 10 * MINUTE;
    edge = failing;
    const response = await browser.fetch('/journal');
    expect(response.status).toBe(200);
    expect((await browser.fetch(LOANS)).headers.getSetCookie()).toEqual([]);
    const page = await browser.fetch('/loans');
    expect(await page.text()).toContain('Crestline Capital');
    expect(page.headers.getSetCookie()).toEqual([]);
    now += 21 * MINUTE;
    expect((await browser.fetch('/journal')).status).toBe(401);
  });

  it('keeps no request waiting for a service that hangs', async () => {
    now += MINUTE;
    let end = () => {};
    const hanging = new Promise<never>((_, reject) => {
      end = () => reject(new UpstreamFault('timeout'));
    });
    edge = () => hanging;
    const started = performance.now();
    for (let again = 0; again < 5; again++) {
      expect((await browser.fetch('/journal')).status).toBe(200);
    }
    expect(performance.now() - started).toBeLessThan(1_900);
    end();
  });

  it('takes a 403 for a refusal, since the same question was answered at the sign-in', async () => {
    now += MINUTE;
    edge = async () => answer(403);
    expect((await browser.fetch('/journal')).status).toBe(401);
  });
});

function answer(status: number) {
  const body = new TextEncoder().encode('{"status":"error","message":"no"}');
  return { status, contentType: 'application/json', retryAfter: null, body };
}

describe('a session is renewed', () => {
  it('by a request or a page that the service answered, and not by one that it failed', async () => {
    now += 10 * MINUTE;
    edge = async () => answer(500);
    expect((await browser.fetch(LOANS)).headers.getSetCookie()).toEqual([]);
    edge = null;
    expect((await browser.fetch(LOANS)).headers.getSetCookie().join()).toMatch(/^pledge-session=/);
    now += 10 * MINUTE;
    const page = await browser.fetch('/loans');
    expect(page.headers.getSetCookie().join()).toMatch(/^pledge-session=/);
    await page.body?.cancel();
  });
});

describe('signing out', () => {
  it('closes the session’s streams at once, at every gateway, and no other’s', async () => {
    const other = await startTestGateway({ beside: gateway, clock: () => now });
    const harbour = gateway.browser();
    await harbour.signIn(HARBOUR);
    const [here, there, theirs] = await Promise.all([
      listen(browser),
      listen(copyOf(browser, other)),
      listen(harbour),
    ]);
    await browser.fetch('/session', { method: 'DELETE' });
    await over(here, 100);
    await other.hearSignOuts();
    await over(there, 100);
    expect(theirs.isOver).toBe(false);
    await theirs.cancel();
  });
});

describe('event streams', () => {
  it('are at most ten for a session, and another session has its own', async () => {
    const streams = [];
    for (let count = 0; count < 10; count++) streams.push(await listen(browser));
    const eleventh = await browser.fetch('/events');
    expect(eleventh.status).toBe(429);
    expect(eleventh.headers.get('retry-after')).toBe('15');
    expect(await eleventh.json()).toMatchObject({ status: 'error', code: 'TOO_MANY_STREAMS' });
    const second = gateway.browser();
    await second.signIn();
    const theirs = await listen(second);
    expect(theirs.status).toBe(200);
    await streams.pop()?.cancel();
    const next = await listen(browser);
    expect(next.status).toBe(200);
    for (const stream of [...streams, next, theirs]) await stream.cancel();
  });

  it('are not begun by a HEAD', async () => {
    for (let count = 0; count < 10; count++) {
      expect((await browser.fetch('/events', { method: 'HEAD' })).status).toBe(200);
    }
    const stream = await listen(browser);
    expect(stream.status).toBe(200);
    await stream.cancel();
  });
});

describe('signing in again', () => {
  it('ends the session that it replaces, with its streams', async () => {
    const replaced = copyOf(browser);
    const stream = await listen(browser);
    await browser.signIn();
    await over(stream, 100);
    expect((await replaced.fetch('/journal')).status).toBe(401);
    expect((await replaced.fetch(LOANS)).status).toBe(401);
    expect((await browser.fetch(LOANS)).status).toBe(200);
  });

  it('leaves the session alone when it is refused', async () => {
    expect((await browser.signIn('pledge_live_of_somebody_else')).status).toBe(401);
    expect((await browser.fetch('/journal')).status).toBe(200);
  });

  it.each([200, 401])(
    'is not undone by a late answer (HTTP %i) to a request of the replaced session',
    async (status) => {
      now += 10 * MINUTE;
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      edge = async (request) => {
        if (request.target !== LOANS) return await embeddedUpstream(gateway.service.fetch)(request);
        await held;
        return { ...answer(status), body: new TextEncoder().encode('{"status":"success","message":"ok"}') };
      };
      const late = browser.fetch(LOANS);
      await browser.signIn(CRESTLINE);
      release();
      expect((await late).headers.getSetCookie()).toEqual([]);
      edge = null;
      expect((await browser.fetch(LOANS)).status).toBe(200);
    },
  );
});
