import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadAssets } from '#gateway/pages/assets.ts';
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { marksOf, readPolicy, scoreOf } from './observatory.ts';

const PAGES = ['/', '/loans', '/nowhere', '/tokens/x'];

let byOrigin: TestGateway;
let byProxy: TestGateway;
beforeAll(async () => {
  const assets = loadAssets(join(import.meta.dirname, '..', '..', 'dist', 'web'));
  byOrigin = await startTestGateway({ assets, publicOrigin: 'https://desk.example.com' });
  byProxy = await startTestGateway({ assets, trustProxy: true });
});
afterAll(async () => {
  await byOrigin.close();
  await byProxy.close();
});

it('every page scores above 100 by the Observatory’s rules, set to https or behind a proxy that speaks it', async () => {
  const proxied = {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'desk.example.com',
    origin: 'https://desk.example.com',
  };
  for (const [gateway, headers] of [
    [byOrigin, {}],
    [byProxy, proxied],
  ] as const) {
    const browser = gateway.browser();
    const signedIn = await browser.fetch('/session', {
      method: 'POST',
      body: '{"accessToken":"pledge_demo_crestline"}',
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(signedIn.status).toBe(200);
    for (const path of PAGES) {
      const page = await browser.fetch(path, { headers });
      const marks = marksOf({
        page: page.headers,
        cookies: signedIn.headers.getSetCookie(),
        html: await page.text(),
      });
      expect(marks.filter(({ points }) => points < 0)).toEqual([]);
      expect(scoreOf(marks)).toBe(135);
    }
  }
});

it('the scorer takes off for what is missing', () => {
  const bare = marksOf({ page: new Headers(), cookies: ['a=b; Path=/'], html: '' });
  expect(scoreOf(bare)).toBeLessThan(50);
  const inline = new Headers({ 'content-security-policy': "default-src 'self' 'unsafe-inline'" });
  expect(marksOf({ page: inline, cookies: [], html: '' })[0]).toMatchObject({ points: -20 });
});

it('the policy names every kind of source that is used, and nothing falls back to more', async () => {
  const { headers } = await byOrigin.browser().fetch('/');
  const policy = readPolicy(headers);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('require-trusted-types-for')).toEqual(["'script'"]);
  for (const name of ['base-uri', 'object-src', 'frame-ancestors'])
    expect(policy.get(name)).toEqual(["'none'"]);
  const wide = [...policy].filter(([, sources]) =>
    sources.some((source) => /^(https?:|data:|blob:)/.test(source)),
  );
  expect(wide.map(([name]) => name)).toEqual(['img-src']);
});
