import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { READER_COOKIE, RENDERED_ELEMENT, type ServerPages } from '#contract/rendered-page.ts';
import { type ChosenSettings, DEFAULT_SETTINGS } from '#contract/settings.ts';
import { openPages } from '#dashboard/app/rendering/render-page.tsx';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { CRESTLINE, HARBOUR } from '#tests/support/service.ts';
import { embeddedUpstream, type Upstream, type UpstreamReply } from '../proxy/upstream.ts';
import { loadAssets } from './assets.ts';

const CSS = 'body { color: teal }';
const READER = { zone: 'Asia/Tokyo', locale: 'en-US', wide: true, mac: false };

let folder: string;
let desk: TestGateway;
let built: ServerPages;
let hasty: ServerPages;
/** What the service's answer becomes on its way; set by a test. */
let change: (reply: UpstreamReply) => Promise<UpstreamReply>;
let render: ServerPages['render'];
let browser: TestBrowser;
const clock = { now: Date.now() };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pledge-rendered-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'index-1.css'), CSS);
  const link = '<link rel="stylesheet" crossorigin href="/assets/index-1.css">';
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html>\n<html lang="en"><head><!--desk-state-->${link}<script type="module" src="/assets/index-1.js"></script></head><body><div id="root"></div></body></html>`,
  );
  mkdirSync(join(folder, '.vite'));
  writeFileSync(
    join(folder, '.vite', 'manifest.json'),
    JSON.stringify({
      'index.html': { file: 'assets/index-1.js', isEntry: true },
      'src/loans-page.tsx': part('loans-page', ['_list.js', 'index.html']),
      'src/sign-in-page.tsx': part('sign-in-page', []),
      'src/new-loan-page.tsx': part('new-loan-page', []),
      '_list.js': { name: 'list', file: 'assets/list-1.js', imports: ['index.html'] },
    }),
  );
  // Long enough for a machine that is full.
  built = await openPages(10_000);
  hasty = await openPages(500);
  let inner: Upstream;
  desk = await startTestGateway({
    assets: loadAssets(folder),
    pages: { render: (asked) => render(asked), codeAt: built.codeAt },
    upstream: async (asked) => await change(await inner(asked)),
    clock: () => clock.now,
  });
  inner = embeddedUpstream(desk.service.fetch);
});
afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  // What came too late in the last test is forgotten.
  clock.now += 60_000;
  change = async (reply) => reply;
  render = built.render;
  desk.logged.length = 0;
  browser = await reader();
});

/** A page in the build's manifest. */
const part = (name: string, imports: string[]) => ({
  name,
  imports,
  isDynamicEntry: true,
  file: `assets/${name}-1.js`,
});

/** The browser of a person who has used Pledge before. */
async function reader(accessToken = CRESTLINE, ways: object = READER): Promise<TestBrowser> {
  const opened = desk.browser();
  await opened.signIn(accessToken);
  opened.cookies.set(READER_COOKIE, encodeURIComponent(JSON.stringify(ways)));
  return opened;
}

const idsOf = (html: string) => new Set(html.match(/(?<=href="\/loans\/)[0-9a-f]{24}/g));
const rowsOf = (html: string) => idsOf(html).size;
const htmlOf = async (path: string, by = browser) => await (await by.fetch(path)).text();

const fromOf = (html: string) => {
  const json = new RegExp(`id="${RENDERED_ELEMENT}">(.*?)</script>`).exec(html)?.[1] ?? 'null';
  return JSON.parse(json);
};
/** What was sent by the answers that a page brings along. */
const sentIn = (html: string) =>
  fromOf(html).state.queries.flatMap(
    (query: { state: { data: { sent?: object } } }) => query.state.data.sent ?? [],
  );

test('a page comes with what it shows first, and with the answers that it was rendered from', async () => {
  const response = await browser.fetch('/loans');
  const html = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(rowsOf(html)).toBe(24);
  expect(html).toContain('<div id="root" inert>');
  const address = '/v1/api/creditor/credit/loans?page=1&limit=100';
  const { data } = (await (await browser.fetch(address)).json()) as { data: object };
  expect(sentIn(html)[0]).toMatchObject({ name: 'listLoans', data });
});

test.each([
  ['/', 'Overview'],
  ['/loans', 'Loans'],
  ['/loans?currency=NGN', 'Loans'],
  ['/loans/terms', 'Terms'],
  ['/loans/cover', 'Cover'],
  ['/loans/new', 'New loan'],
  ['/loans/64af00000000000000000000', 'Loan'],
  ['/tokens', 'Tokens'],
  ['/tokens?status=all', 'Tokens'],
  ['/tokens?view=watchlist', 'Tokens'],
  ['/tokens/compare', 'Compare'],
  ['/tokens/64af00000000000000000000', 'Token'],
  ['/customers', 'Customers'],
  ['/customers/abc', 'Customer'],
  ['/members', 'Members'],
  ['/members/64af00000000000000000000', 'Member'],
  ['/orders/cancel', 'Cancel orders'],
  ['/orders/runs', 'Cancellation runs'],
  ['/orders/runs/abc', 'Run'],
  ['/activity', 'Activity'],
  ['/activity/abc', 'Request'],
  ['/audit-log', 'Audit log'],
  ['/diagnostics', 'Diagnostics'],
  ['/settings', 'Settings'],
  ['/nowhere', 'Page not found'],
])('%s is rendered', async (path, title) => {
  const html = await htmlOf(path);
  expect(/<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1]).toBe(title);
  // The policy of pages forbids styles in attributes.
  expect(html).not.toContain(' style="');
});

test.each([
  // A short list comes whole, and with it what is worked out from all of its rows.
  ['/', ['listLoans', 'listLoans', 'listMembers']],
  ['/loans?currency=NGN&sort=-amount', ['listLoans', 'listLoans', 'listMembers']],
  ['/loans/terms', ['getLoanConfiguration']],
  ['/loans/new', ['getLoanConfiguration']],
  ['/tokens', ['listTokens']],
  ['/tokens?name=bond', ['searchTokens']],
  ['/members', ['listMembers']],
])('%s brings its answers along, and shows them', async (path, names) => {
  const html = await htmlOf(path);
  const sent = sentIn(html).map(({ name }: { name: string }) => name);
  expect(sent.toSorted()).toEqual(names);
  if (path !== '/loans/new') expect(html).not.toContain('aria-busy="true"');
});

test('cancel orders comes with its form', async () => {
  const html = await htmlOf('/orders/cancel');
  expect(html).not.toContain('aria-busy="true"');
  expect(html).toContain('<textarea');
});

test.each([
  ['loan', 'listLoans', '/v1/api/creditor/credit/loans?page=2&limit=100', 'docs'],
  ['member', 'listMembers', '/v1/api/member?page=1&limit=100', 'members'],
])('a %s comes with its record', async (kind, name, address, field) => {
  const { data } = (await (await browser.fetch(address)).json()) as { data: Record<string, object[]> };
  const record = data[field]?.[7] as { _id?: string; id?: string; created_at?: string };
  const id = record.id ?? record._id ?? '';
  const html = await htmlOf(`/${kind}s/${id}?at=${encodeURIComponent(record.created_at ?? '')}`);
  expect(html).not.toContain('aria-busy');
  expect(html).toContain('Raw JSON');
  expect(sentIn(html)).toContainEqual(expect.objectContaining({ name, data }));
});

test('of all customers the first travel in a page, and how many there are', async () => {
  const html = await htmlOf('/customers');
  expect(html.match(/href="\/customers\/[\w-]{16}"/g)).toHaveLength(24);
  expect(html).toContain('All 1,200 customers.');
  expect(html).not.toContain('aria-busy="true"');
  const [query, ...others] = fromOf(html).state.queries;
  expect(others).toEqual([]);
  expect(query.state.data.data).toMatchObject({ length: 1200, unreadable: 0 });
  expect(query.state.data.data.rows).toHaveLength(60);
  // In another order they would be others.
  expect(fromOf(await htmlOf('/customers?sort=name')).state.queries).toEqual([]);
});

test('a customer comes with what the list says of them, and with their transactions', async () => {
  const address = /\/customers\/[\w-]{16}/.exec(await htmlOf('/customers'))?.[0] ?? '';
  const html = await htmlOf(address);
  expect(html).not.toContain('aria-busy="true"');
  expect(html).toContain('Copy email');
  expect(sentIn(html)).toEqual([expect.objectContaining({ name: 'listTransactions' })]);
  expect(html).not.toContain('Customer not found');
});

test('customers who are too many are left to the browser, and not asked for again for a while', async () => {
  const harbour = await reader(HARBOUR);
  let asked = 0;
  change = async (reply) => {
    asked += 1;
    const envelope = JSON.parse(Buffer.from(reply.body).toString());
    envelope.data = Array.from({ length: 100 }, () => envelope.data).flat();
    return { ...reply, body: Buffer.from(JSON.stringify(envelope)) };
  };
  for (let again = 0; again < 2; again++) {
    const html = await htmlOf('/customers', harbour);
    expect(fromOf(html).state.queries).toEqual([]);
    expect(html).toContain('aria-busy="true"');
  }
  expect(asked).toBe(1);
});

test('an answer that is too large for a page is left to the browser', async () => {
  change = async (reply) => {
    const envelope = JSON.parse(Buffer.from(reply.body).toString());
    envelope.data.docs[0].note = 'x'.repeat(300_000);
    return { ...reply, body: Buffer.from(JSON.stringify(envelope)) };
  };
  const html = await htmlOf('/loans?limit=10');
  expect(sentIn(html)).toEqual([]);
  expect(rowsOf(html)).toBe(0);
  expect(html).toContain('<h1');
});

test('pages that are rendered at the same time keep to their readers', async () => {
  const zones = ['Asia/Tokyo', 'America/New_York', 'UTC', 'Africa/Lagos', 'Australia/Sydney'];
  const readers = await Promise.all(zones.map((zone) => reader(CRESTLINE, { ...READER, zone })));
  const pages = await Promise.all(readers.map((by) => htmlOf('/loans?limit=10', by)));
  const cities = ['Tokyo (', 'New York (', 'UTC.', 'Lagos (', 'Sydney ('];
  for (const [place, html] of pages.entries()) expect(html).toContain(`Times in ${cities[place]}`);
});

test('it is written as its reader reads: zone, language, and cards where there is no room', async () => {
  expect(await htmlOf('/loans')).toContain('Times in Tokyo (GMT+9)');
  const other = await reader(CRESTLINE, { ...READER, zone: 'America/New_York', wide: false });
  const choose = async (settings: ChosenSettings) =>
    await other.fetch('/desk/settings', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    });
  await choose({ theme: 'dark', language: 'de' });
  const html = await htmlOf('/loans', other);
  await choose(DEFAULT_SETTINGS as ChosenSettings);
  expect(html).toContain('<html data-theme="dark"');
  expect(html).toContain('Times in New York (GMT-');
  expect(html).toMatch(/\d\.\d{3}\.\d{3}(?:<!-- -->)?,\d\d/);
  expect(html).not.toContain('<table');
  expect(html).toContain('Theme: dark');
  expect(sentIn(html)[0]).toMatchObject({ input: { query: { page: 1, limit: 100 } } });
});

test('its styles stand in it, and its policy lets those pass and no others', async () => {
  const response = await browser.fetch('/loans');
  expect(await response.text()).toContain(`<style>${CSS}</style>`);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(CSS));
  const hash = `'sha256-${Buffer.from(digest).toString('base64')}'`;
  const styles = (policy: Response) =>
    /style-src [^;]*/.exec(policy.headers.get('content-security-policy') ?? '')?.[0];
  expect(styles(response)).toBe(`style-src 'self' ${hash}`);
  expect(styles(await browser.fetch('/healthz'))).toBe("style-src 'self'");
});

test('it is sent in the best encoding that the browser takes', async () => {
  // What a page says of the time is the same in all of them, even where an hour passes meanwhile.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const plain = await htmlOf('/loans');
  const sent = async (encoding: string) => {
    const response = await browser.fetch('/loans', { headers: { 'accept-encoding': encoding } });
    return {
      name: response.headers.get('content-encoding'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  const br = await sent('gzip, br');
  const gzip = await sent('gzip');
  expect([br.name, gzip.name]).toEqual(['br', 'gzip']);
  const same = (html: string) => html.replace(/"requestId":"[^"]*"|"expiresAt":"[^"]*"/g, '');
  expect(same(brotliDecompressSync(br.bytes).toString()) === same(plain)).toBe(true);
  expect(same(gunzipSync(gzip.bytes).toString()) === same(plain)).toBe(true);
});

test('everybody sees their own', async () => {
  const harbour = await reader(HARBOUR);
  const [theirs, ours] = await Promise.all([htmlOf('/loans', harbour), htmlOf('/loans')]);
  expect(idsOf(ours).size).toBe(24);
  expect(idsOf(theirs).size).toBeGreaterThan(0);
  expect([...idsOf(ours)].filter((id) => idsOf(theirs).has(id))).toEqual([]);
  expect(ours).not.toContain(CRESTLINE);
});

test.each([
  ['an unknown zone', { ...READER, zone: 'Mars/Olympus' }],
  ['a language that is none', { ...READER, locale: '<b>' }],
  ['nothing that could be read', { listRows: 'x'.repeat(9_000) }],
])('for a reader with %s nothing is rendered', async (_, ways) => {
  const html = await htmlOf('/loans', await reader(CRESTLINE, ways));
  expect(html).toContain('<div id="root"></div>');
  expect(fromOf(html)).toBeNull();
});

test('whoever is signed in, but not known, gets the empty page', async () => {
  browser.cookies.delete(READER_COOKIE);
  expect(await htmlOf('/loans')).toContain('<div id="root"></div>');
});

test('whoever is not signed in gets the sign-in, known or not, in the theme of the browser', async () => {
  const asked = vi.fn();
  change = async (reply) => {
    asked();
    return reply;
  };
  for (const stranger of [browser, desk.browser()]) {
    stranger.cookies.delete('pledge-session');
    stranger.cookies.set('pledge-theme', 'dark');
    const html = await htmlOf('/loans', stranger);
    expect(html).toContain('Sign in</h1>');
    expect(html).toContain('Access token');
    expect(html).toContain('Theme: dark');
    expect(fromOf(html)).toMatchObject({ reader: '', settings: { theme: 'dark' }, state: { queries: [] } });
  }
  expect(asked).not.toHaveBeenCalled();
});

test.each([
  ['fails', async (reply: UpstreamReply) => ({ ...reply, status: 500 })],
  ['knows the token no longer', async (reply: UpstreamReply) => ({ ...reply, status: 401 })],
  ['answers with nonsense', async (reply: UpstreamReply) => ({ ...reply, body: Buffer.from('{"status":') })],
])('where the service %s, the page comes without its data, and asks for them itself', async (_, fault) => {
  change = fault;
  const html = await htmlOf('/loans');
  expect(html).toMatch(/<h1[^>]*>Loans<\/h1>.*<\/html>/s);
  expect(html).toContain('aria-busy="true"');
  expect(rowsOf(html)).toBe(0);
  expect(fromOf(html).state.queries).toEqual([]);
  expect(html).toContain('"label":"Crestline Capital"');
});

test('where the service takes long, a page comes without its data, and asks for none for a while', async () => {
  let asked = 0;
  let answer = () => {};
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  change = async (reply) => {
    asked += 1;
    await late;
    return reply;
  };
  render = hasty.render;
  for (let again = 0; again < 2; again++) {
    const html = await htmlOf('/loans');
    expect(html).toMatch(/<h1[^>]*>Loans<\/h1>.*<\/html>/s);
    expect(rowsOf(html)).toBe(0);
  }
  expect(asked).toBe(2);
  expect(await htmlOf('/loans/terms')).toContain('<h1');
  expect(asked).toBe(3);
  answer();
  clock.now += 10_000;
  await expect.poll(async () => rowsOf(await htmlOf('/loans'))).toBe(24);
});

test('its head has the browser fetch the code of the page, before the page itself is rendered', async () => {
  const preloads = async (path: string) => {
    const first = await (await browser.fetch(path)).body?.getReader().read();
    const head = new TextDecoder().decode(first?.value);
    return [...head.matchAll(/rel="modulepreload" crossorigin href="([^"]+)"/g)].map((found) => found[1]);
  };
  expect(await preloads('/loans?sort=amount')).toEqual(['/assets/loans-page-1.js', '/assets/list-1.js']);
  expect(await preloads('/loans/new')).toEqual(['/assets/new-loan-page-1.js']);
  expect(await preloads('/nowhere')).toEqual([]);
  browser.cookies.delete('pledge-session');
  expect(await preloads('/loans')).toEqual(['/assets/sign-in-page-1.js']);
});

test('its head is there before the service has answered', async () => {
  let answer = () => {};
  change = async (reply) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return reply;
  };
  const parts = (await browser.fetch('/loans')).body?.getReader();
  const first = await parts?.read();
  expect(new TextDecoder().decode(first?.value)).toContain('<style>');
  answer();
  await parts?.cancel();
});

test('what goes wrong in rendering is told in the log, without the token, and nobody else hears of it', async () => {
  render = async () => {
    throw new Error(`nothing rendered for ${CRESTLINE}`);
  };
  expect(await htmlOf('/loans')).toContain('<div id="root"></div>');
  const told = desk.logged.filter((line) => line.includes('could not be rendered'));
  expect(told).toHaveLength(1);
  expect(told[0]).not.toContain(CRESTLINE);
});

test('texts of the service are text in it', async () => {
  const hostile = '</script><img src=x onerror=alert(1)><style>*{display:none}</style>';
  change = async (reply) => {
    const envelope = JSON.parse(Buffer.from(reply.body).toString());
    for (const loan of envelope.data.docs) loan.status = hostile;
    return { ...reply, body: Buffer.from(JSON.stringify(envelope)) };
  };
  const html = await htmlOf('/loans?limit=10');
  expect(rowsOf(html)).toBe(24);
  expect(html).not.toContain('<img');
  expect(html.match(/<style/g)).toHaveLength(1);
  expect(html.match(/<script/g)).toHaveLength(3);
});

test('a session goes on by it, as by the request that it saves', async () => {
  clock.now += 10 * 60_000;
  const response = await browser.fetch('/loans');
  expect(response.headers.getSetCookie().join()).toContain('pledge-session=');
  const endsAt = /"expiresAt":"([^"]+)"/.exec(await response.text())?.[1] ?? '';
  expect(Date.parse(endsAt) - clock.now).toBe(30 * 60_000);
});
