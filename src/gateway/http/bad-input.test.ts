import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOTE_HEADER } from '#contract/operations.ts';
import { listen } from '#server/listen.ts';
import { startTestGateway, type TestBrowser, type TestGateway, withKey } from '#tests/support/gateway.ts';
import { connectRaw } from '#tests/support/raw.ts';
import { embeddedUpstream, type Upstream } from '../proxy/upstream.ts';

const JSON_BODY = { 'content-type': 'application/json' };
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
let gateway: TestGateway;
let browser: TestBrowser;
let edge: Upstream | null = null;
let asked = 0;
beforeAll(async () => {
  gateway = await startTestGateway({
    upstream: async (request) => {
      asked += 1;
      return await (edge ?? embeddedUpstream(gateway.service.fetch))(request);
    },
  });
  browser = gateway.browser();
  await browser.signIn();
});
afterAll(() => gateway.close());

async function expectRefused(response: Response) {
  expect(await response.json()).toMatchObject({ status: 'error', code: 'MALFORMED_REQUEST' });
  expect(response.status).toBe(400);
}

describe('an address that no text of a database can match', () => {
  it.each([
    '/journal?order=a%00b',
    '/journal?member=%00',
    '/journal?loan=%00',
    '/journal?kind=%00',
    '/journal?before=%00',
    '/events/log?order=a%00b',
    '/events/log?member=%00',
    '/journal/%00',
    '/events?last=%00',
    '/v1/api/token/%00',
    '/v1/api/token/search?name=%00',
    '/v1/api/customers/transactions?email=a%00',
  ])('is refused: %s', async (path) => {
    asked = 0;
    await expectRefused(await browser.fetch(path));
    expect(asked).toBe(0);
  });

  it.each([
    '/journal?from=0000-01-01T00:00:00Z',
    '/events/log?to=0000-12-31T00:00:00Z',
    ...['/journal?from', '/events/log?to', '/desk/log?from'].map(
      (name) => `${name}=2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
    ),
  ])('names no instant: %s', async (path) => await expectRefused(await browser.fetch(path)));

  it.each([
    '/v1/api/members/%00/orders/o/cancel',
    '/v1/api/members/m/orders/o%00/cancel',
    '/journal/%00/close',
  ])('is written to by nobody: %s', async (path) => {
    asked = 0;
    await expectRefused(
      await browser.fetch(path, { method: 'POST', headers: { ...JSON_BODY, ...withKey() }, body: '{}' }),
    );
    expect(asked).toBe(0);
  });
});

it('a loan whose text is not UTF-8 is refused and not sent, for its text would be changed', async () => {
  asked = 0;
  const body = new Uint8Array(Buffer.from('{"bank_name":"Société"}', 'latin1'));
  const headers = { ...JSON_BODY, ...withKey() };
  await expectRefused(await browser.fetch('/v1/api/credit/loan', { method: 'POST', headers, body }));
  expect(asked).toBe(0);
});

describe('a body that is nested too deep', () => {
  it.each([33, 3_000, 30_000])('by %i levels is refused, and nothing is sent', async (levels) => {
    asked = 0;
    const body = `{"user_id":"u","reason":${deep(levels)}}`;
    const response = await browser.fetch('/v1/api/credit/loan', {
      method: 'POST',
      headers: { ...JSON_BODY, ...withKey() },
      body,
    });
    await expectRefused(response);
    expect(asked).toBe(0);
  });

  it('in a note is refused', async () => {
    for (const note of [
      `{"reason":${deep(3_000)}}`,
      `{"collateral":${deep(3_000)}}`,
      '{"reason":"\\u0000"}',
    ]) {
      const headers = { [NOTE_HEADER]: Buffer.from(note).toString('base64url') };
      await expectRefused(
        await browser.fetch('/v1/api/members/m/orders/o/cancel', {
          method: 'POST',
          headers: { ...headers, ...withKey() },
        }),
      );
    }
  });
});

it('an answer of the service that is nested too deep is still written down as what it was', async () => {
  const data = `{"_id":"deep","status":"Terminated","deep":${deep(3_000)},"x\\u0000":"y"}`;
  edge = async () => ({
    status: 200,
    contentType: 'application/json',
    retryAfter: null,
    body: new TextEncoder().encode(`{"status":"success","message":"ok","data":${data}}`),
  });
  const response = await browser.fetch('/v1/api/members/m/orders/deep/cancel', {
    method: 'POST',
    headers: withKey(),
  });
  edge = null;
  expect(response.status).toBe(200);
  const journal = await (await browser.fetch('/journal?order=deep')).json();
  expect(journal.data.entries).toMatchObject([
    { outcome: 'done', reply: { _id: 'deep', status: 'Terminated', x: 'y' } },
  ]);
});

it('a body that is broken off is the caller’s doing: no failure in the log', async () => {
  const listening = await listen(gateway.gateway, { port: 0, host: '127.0.0.1' });
  const head = `POST /session HTTP/1.1\r\nHost: desk.test\r\nOrigin: http://desk.test\r\n`;
  const body = 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"accessToken":';
  const caller = await connectRaw(listening.port, head + body);
  caller.socket.end(() => caller.socket.destroy());
  const lines = () => gateway.logged.map((line) => JSON.parse(line));
  await expect
    .poll(() => lines().find(({ msg }) => msg === 'the caller gave up'))
    .toMatchObject({ level: 30 });
  await expect.poll(() => lines().at(-1)).toMatchObject({ path: '/session', status: 400 });
  expect(lines().filter(({ level }) => level > 30)).toEqual([]);
  listening.stopAccepting();
  await listening.finish();
});
