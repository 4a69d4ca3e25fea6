import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { FIRST_ANSWERS_ELEMENT, type FirstPictures, READER_COOKIE } from '#contract/picture.ts';
import { openPictures } from '#dashboard/first-picture.tsx';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { CRESTLINE, HARBOUR } from '#tests/support/service.ts';
import { loadAssets } from './assets.ts';
import { embeddedUpstream, type Upstream, type UpstreamReply } from './upstream.ts';

const CSS = 'body { color: teal }';
const READER = {
  ...{ density: 'comfortable', pageSize: 25, timeZone: 'mine', language: 'en' },
  ...{ zone: 'Asia/Tokyo', wide: true, mac: false },
};

let folder: string;
let desk: TestGateway;
let pictures: FirstPictures;
/** What the service's answer becomes on its way; set by a test. */
let change: (reply: UpstreamReply) => Promise<UpstreamReply>;
let draw: FirstPictures['draw'];
let browser: TestBrowser;
const clock = { now: Date.now() };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pledge-picture-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'index-1.css'), CSS);
  const link = '<link rel="stylesheet" crossorigin href="/assets/index-1.css">';
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html>\n<html lang="en"><head><!--desk-state-->${link}</head><body><div id="root"></div></body></html>`,
  );
  pictures = await openPictures();
  let inner: Upstream;
  desk = await startTestGateway({
    assets: loadAssets(folder),
    pictures: { ...pictures, draw: (...asked) => draw(...asked) },
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
  draw = pictures.draw;
  desk.logged.length = 0;
  browser = await reader();
});

/** The browser of a person who has used Pledge before. */
async function reader(accessToken = CRESTLINE, ways: object = READER): Promise<TestBrowser> {
  const opened = desk.browser();
  await opened.signIn(accessToken);
  opened.cookies.set(READER_COOKIE, encodeURIComponent(JSON.stringify(ways)));
  return opened;
}

const rowsOf = (html: string) => html.match(/<tr data-index/g)?.length ?? 0;
const htmlOf = async (path: string, by = browser) => await (await by.fetch(path)).text();

test('a page comes with what it shows first, and with the answers that it was drawn from', async () => {
  const response = await browser.fetch('/loans?limit=10');
  const html = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(rowsOf(html)).toBe(10);
  expect(html).toContain('<div id="root" inert>');
  const json = new RegExp(`id="${FIRST_ANSWERS_ELEMENT}">(.*?)</script>`).exec(html)?.[1] ?? '';
  const [{ address, body }] = JSON.parse(json);
  expect(address).toBe('/v1/api/creditor/credit/loans?page=1&limit=10');
  expect(JSON.parse(body)).toEqual(await (await browser.fetch(address)).json());
});

test('it is written as its reader reads: zone, language, page size, and cards where there is no room', async () => {
  expect(await htmlOf('/loans')).toContain('Asia/Tokyo, GMT+09:00');
  const other = await reader(CRESTLINE, {
    ...{ ...READER, theme: 'dark', zone: 'America/New_York', language: 'de', pageSize: 10, wide: false },
  });
  const html = await htmlOf('/loans', other);
  expect(html).toContain('America/New_York, GMT-0');
  expect(html).toMatch(/\d\.\d{3}\.\d{3},\d\d/);
  expect(html).not.toContain('<table');
  expect(html).toContain('Theme: dark');
  expect(html).toContain('loans?page=1&limit=10');
});

test('its styles stand in it, and its policy lets those pass and no others', async () => {
  const response = await browser.fetch('/loans');
  expect(await response.text()).toContain(`<style>${CSS}</style>`);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(CSS));
  const hash = `'sha256-${Buffer.from(digest).toString('base64')}'`;
  const styles = (policy: Response) =>
    /style-src [^;]*/.exec(policy.headers.get('content-security-policy') ?? '')?.[0];
  expect(styles(response)).toBe(`style-src 'self' ${hash}`);
  expect(styles(await browser.fetch('/settings'))).toBe("style-src 'self'");
});

test('it is sent in the best encoding that the browser takes', async () => {
  // What a picture says of the time is the same in all of them, even where an hour passes meanwhile.
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
  const ids = (html: string) => new Set(html.match(/(?<=href="\/loans\/)[0-9a-f]{24}/g));
  expect(ids(ours).size).toBe(25);
  expect(ids(theirs).size).toBeGreaterThan(0);
  expect([...ids(ours)].filter((id) => ids(theirs).has(id))).toEqual([]);
  expect(ours).not.toContain(CRESTLINE);
});

test.each([
  ['a page that has none', '/settings', READER],
  ['a list that is read whole', '/loans?all=1', READER],
  ['more rows than are seen at once', '/loans?limit=100', READER],
  ['an unknown reader', '/loans', { ...READER, zone: 'Mars/Olympus' }],
  ['a language that is none', '/loans', { ...READER, language: '<b>' }],
  ['nothing that could be read', '/loans', { pageSize: 'x'.repeat(9_000) }],
])('of %s there is no picture', async (_, path, ways) => {
  const html = await htmlOf(path, await reader(CRESTLINE, ways));
  expect(html).toContain('<div id="root"></div>');
  expect(html).not.toContain(`id="${FIRST_ANSWERS_ELEMENT}"`);
});

test('whoever is not signed in, or not known, gets the empty page', async () => {
  browser.cookies.delete('pledge-session');
  expect(await htmlOf('/loans')).toContain('<div id="root"></div>');
  const known = await reader();
  known.cookies.delete(READER_COOKIE);
  expect(await htmlOf('/loans', known)).toContain('<div id="root"></div>');
});

test.each([
  ['fails', async (reply: UpstreamReply) => ({ ...reply, status: 500 })],
  ['knows the token no longer', async (reply: UpstreamReply) => ({ ...reply, status: 401 })],
  ['answers with nonsense', async (reply: UpstreamReply) => ({ ...reply, body: Buffer.from('{"status":') })],
  [
    'takes long',
    async (reply: UpstreamReply) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return reply;
    },
  ],
])('where the service %s, the page comes without, and asks for itself', async (_, fault) => {
  change = fault;
  const html = await htmlOf('/loans');
  expect(html).toMatch(/<div id="root"><\/div>.*<\/html>/s);
  // A browser that waits for this element before it paints would complain of one that isn't there.
  expect(html).toContain(`id="${FIRST_ANSWERS_ELEMENT}">[]</script>`);
  expect(html).toContain('"label":"Crestline Capital"');
});

test('after an answer that came too late no picture is taken for a while', async () => {
  let asked = 0;
  change = async (reply) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 400));
    return reply;
  };
  await htmlOf('/loans');
  await htmlOf('/loans');
  expect(asked).toBe(1);
  clock.now += 60_000;
  change = async (reply) => reply;
  expect(rowsOf(await htmlOf('/loans'))).toBe(25);
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

test('what goes wrong in drawing is told in the log, without the token, and nobody else hears of it', async () => {
  draw = () => {
    throw new Error(`no picture for ${CRESTLINE}`);
  };
  expect(await htmlOf('/loans')).toContain('<div id="root"></div>');
  const told = desk.logged.filter((line) => line.includes('could not be drawn'));
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
  expect(rowsOf(html)).toBe(10);
  expect(html).not.toContain('<img');
  expect(html.match(/<style/g)).toHaveLength(1);
  expect(html.match(/<script/g)).toHaveLength(2);
});

test('a session goes on by it, as by the request that it saves', async () => {
  clock.now += 10 * 60_000;
  const response = await browser.fetch('/loans');
  expect(response.headers.getSetCookie().join()).toContain('pledge-session=');
  const endsAt = /"expiresAt":"([^"]+)"/.exec(await response.text())?.[1] ?? '';
  expect(Date.parse(endsAt) - clock.now).toBe(30 * 60_000);
});
