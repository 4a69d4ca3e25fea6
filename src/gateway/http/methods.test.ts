import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

it.each([
  ['DELETE', '/v1/api/tokens', 'GET, HEAD'],
  ['GET', '/v1/api/credit/loan', 'POST'],
  ['PUT', '/v1/api/members/a/orders/b/cancel', 'POST'],
  ['OPTIONS', '/v1/api/tokens', 'GET, HEAD'],
  ['PATCH', '/session', 'GET, HEAD, POST, DELETE'],
  ['POST', '/journal', 'GET, HEAD'],
  ['GET', '/webhooks', 'POST'],
  ['POST', '/healthz', 'GET, HEAD'],
  ['POST', '/loans', 'GET, HEAD'],
])('%s %s is a 405 that names %s, wherever it comes from', async (method, path, allow) => {
  const browser = gateway.browser();
  await browser.signIn();
  for (const origin of [undefined, 'https://elsewhere.test']) {
    const response = await browser.fetch(path, { method, headers: origin ? { origin } : {} });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    expect(await response.json()).toEqual({
      status: 'error',
      code: 'METHOD_NOT_ALLOWED',
      message: `${method} is not allowed at ${path}, only ${allow}.`,
    });
  }
});

it('an unknown address is a 404 for every method', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const response = await gateway.browser().fetch('/v1/api/nothing', { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('allow')).toBeNull();
  }
});
