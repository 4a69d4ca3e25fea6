import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOf, ORIGIN, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';

let gateway: TestGateway;
let secure: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
  secure = await startTestGateway({ publicOrigin: 'https://desk.example.com' });
});
afterAll(async () => {
  await gateway.close();
  await secure.close();
});

describe('a write', () => {
  const signIn = (headers: Record<string, string>) =>
    gateway.browser().fetch('/session', {
      method: 'POST',
      body: '{"accessToken":"pledge_demo_crestline"}',
      headers: { 'content-type': 'application/json', ...headers },
    });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://desk.test:81' }],
    ['the same host by https', { origin: 'https://desk.test' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a site that the browser calls cross-site', { origin: ORIGIN, 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { origin: ORIGIN, 'sec-fetch-site': 'same-site' }],
  ])('from %s is refused', async (_, headers) => {
    const response = await signIn(headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ status: 'error', code: 'FOREIGN_ORIGIN' });
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('that says nothing of where it comes from is refused', async () => {
    const browser = browserOf(async (request) => {
      const headers = new Headers(request.headers);
      headers.delete('origin');
      return await gateway
        .browser()
        .fetch('/session', { method: 'DELETE', headers: { ...Object.fromEntries(headers), origin: '' } });
    }, ORIGIN);
    expect((await browser.fetch('/session', { method: 'DELETE' })).status).toBe(403);
  });

  it('of a signed-in person is not sent on when it comes from elsewhere', async () => {
    const browser = gateway.browser();
    await browser.signIn();
    const before = gateway.service.logged.length;
    const response = await browser.fetch('/v1/api/members/a/orders/b/cancel', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(403);
    expect(gateway.service.logged.length).toBe(before);
  });
});

describe('a gateway that only this machine can reach', () => {
  it('answers under this machine’s names and no other, so that no page of another name reads it', async () => {
    const local = await startTestGateway({ knownHosts: ['localhost'] });
    const stranger = await local.browser().fetch('/session');
    expect(stranger.status).toBe(400);
    expect(await stranger.json()).toMatchObject({ message: expect.stringMatching(/PUBLIC_ORIGIN/) });
    const known = await startTestGateway({ knownHosts: ['desk.test'] });
    expect((await known.browser().fetch('/session')).status).toBe(200);
    await local.close();
    await known.close();
  });
});

describe('every answer', () => {
  const answers = async (test: TestGateway) => {
    const browser = test.browser();
    const all = [
      await browser.fetch('/session'),
      await browser.fetch('/v1/api/tokens'),
      await browser.signIn(),
    ];
    return [
      ...all,
      await browser.fetch('/v1/api/tokens'),
      await browser.fetch('/nothing'),
      await browser.fetch('/healthz'),
    ];
  };

  it('carries the security headers and its request id', async () => {
    for (const { headers } of await answers(gateway)) {
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/);
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('set-cookie') ?? '').not.toContain('Secure');
    }
  });

  it('carries a request id of its own unless a proxy in front is trusted', async () => {
    const headers = { 'x-request-id': 'chosen-by-somebody' };
    const trusting = await startTestGateway({ trustProxy: true, beside: gateway });
    const idAt = async (test: TestGateway, path: string) =>
      (await test.browser().fetch(path, { headers })).headers.get('x-request-id');
    for (const path of ['/session', '/healthz', '/nothing']) {
      expect(await idAt(gateway, path)).toMatch(/^[0-9a-f-]{36}$/);
      expect(await idAt(trusting, path)).toBe('chosen-by-somebody');
    }
    expect(gateway.logged.join()).not.toContain('chosen-by-somebody');
  });

  it('binds the browser to https where https is used, and so does the cookie', async () => {
    for (const { headers } of await answers(secure)) {
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
    }
    const response = await secure.browser().signIn();
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-pledge-session=.*; Secure; SameSite=Strict$|^__Host-pledge-session=.*HttpOnly; Secure; SameSite=Strict$/,
    );
  });
});
