import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOf, ORIGIN, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { loadAssets } from './assets.ts';

const SCRIPT = `console.log('${'x'.repeat(2000)}')`;
let folder: string;
let gateway: TestGateway;
let page: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pledge-assets-'));
  mkdirSync(join(folder, 'assets'));
  mkdirSync(join(folder, '.vite'));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html>\n<html lang="en"><head><!--desk-state--></head></html>',
  );
  writeFileSync(join(folder, 'assets', 'main-abc123.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'main-abc123.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'main-abc123.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  gateway = await startTestGateway({ assets: loadAssets(folder) });
  const browser = gateway.browser();
  page = async (path, headers, method = 'GET') =>
    await browser.fetch(path, { method, ...(headers && { headers }) });
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

describe('the built app', () => {
  it('is sent in the best encoding that the browser takes', async () => {
    const br = await page('/assets/main-abc123.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(Buffer.from(await br.arrayBuffer())).toString()).toBe(SCRIPT);
    const gz = await page('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gz.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(Buffer.from(await gz.arrayBuffer())).toString()).toBe(SCRIPT);
    const plain = await page('/assets/main-abc123.js');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(SCRIPT);
    for (const { headers } of [br, gz, plain]) expect(headers.get('vary')).toBe('accept-encoding');
  });

  it('is kept for good where its name has a hash, and asked after otherwise', async () => {
    const hashed = await page('/assets/main-abc123.js');
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const icon = await page('/favicon.svg');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    const again = await page('/favicon.svg', { 'if-none-match': icon.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  // A proxy that compresses makes tags weak, and a cache may have kept several.
  it.each([
    [304, 'is unchanged for a weak tag', (tag: string) => `W/${tag}`],
    [304, 'is unchanged for one of several tags', (tag: string) => `"other,one", W/"x",${tag}`],
    [304, 'is unchanged for any tag', () => '*'],
    [200, 'is sent for other tags', (tag: string) => `"x", W/"${tag.slice(2)}`],
  ])('%i: %s', async (status, _, asked) => {
    const icon = await page('/favicon.svg');
    const again = await page('/favicon.svg', { 'if-none-match': asked(icon.headers.get('etag') ?? '') });
    expect(again.status).toBe(status);
  });

  it('gives the page, never kept, for every address of the dashboard', async () => {
    for (const path of ['/', '/loans', '/loans/x?page=2', '/index.html', '/no/such/page']) {
      const response = await page(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each([
    '/assets/gone-000000.js',
    '/.vite/manifest.json',
    '/assets/../index.html.br',
    '/v1/other',
    '/session/x',
  ])('has no page and no file at %s', async (path) => {
    const response = await page(path);
    const isPage = /text\/html/.test(response.headers.get('content-type') ?? '');
    if (path === '/.vite/manifest.json' || path.includes('..')) expect(await response.text()).not.toBe('{}');
    else expect({ status: response.status, isPage }).toEqual({ status: 404, isPage: false });
  });

  it('says clearly that nothing was built', () => {
    expect(() => loadAssets(join(folder, 'nowhere'))).toThrow(/run "npm run build"/);
  });
});

describe('the page', () => {
  it('carries the state of the desk, so that nothing has to be asked first', async () => {
    const html = await (await page('/')).text();
    const json = /<script type="application\/json" id="desk-state">(.*)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toMatchObject({ session: null, environment: { kind: 'demo' } });
  });

  it('can’t be broken out of by a name', async () => {
    const hostile = '</script><script>alert(1)</script>$&$1';
    const test = await startTestGateway({
      assets: loadAssets(folder),
      describeService: async () => ({ environment: { kind: 'live', host: hostile }, demoSignIns: [] }),
    });
    const html = await (await test.browser().fetch('/')).text();
    await test.close();
    expect(html.match(/<script/g)).toHaveLength(1);
    const json = /id="desk-state">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(JSON.parse(json).environment.host).toBe(hostile);
  });

  it('comes in the theme that was chosen, and in no other', async () => {
    const themed = async (cookie: string) => await (await page('/', { cookie })).text();
    expect(await themed('pledge-theme=dark')).toContain('<html data-theme="dark" lang="en">');
    expect(await themed('pledge-theme=light')).toContain('<html data-theme="light" lang="en">');
    expect(await themed('pledge-theme=x"onload="alert(1)')).toContain('<html lang="en">');
  });

  it('knows who is signed in', async () => {
    const browser = browserOf((request) => gateway.browser().fetch(new URL(request.url).pathname), ORIGIN);
    expect(await (await browser.fetch('/')).text()).toContain('"session":null');
    const signedIn = gateway.browser();
    await signedIn.signIn();
    expect(await (await signedIn.fetch('/')).text()).toContain('"label":"Crestline Capital"');
  });
});
