import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { CRESTLINE } from '#tests/support/service.ts';
import { embeddedUpstream, UpstreamFault } from '../proxy/upstream.ts';

const GUESS = 'pledge_live_of_somebody_else';
let now = Date.UTC(2026, 10, 21, 12);
let gateway: TestGateway;
let asked = 0;
let isDown = false;
beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => now,
    signInsPerMinute: 3,
    trustProxy: false,
    upstream: async (request) => {
      asked += 1;
      if (isDown) throw new UpstreamFault('unreachable');
      return await embeddedUpstream(gateway.service.fetch)(request);
    },
  });
});
beforeEach(async () => {
  await gateway.service.database.pool.query('delete from desk.sign_in_attempt');
});
afterAll(() => gateway.close());

const statusOf = async (browser: TestBrowser, token = GUESS) => (await browser.signIn(token)).status;

describe('guessing access tokens', () => {
  it('ends after a few from one address, in words that say for how long, and without asking the service', async () => {
    const browser = gateway.browser('203.0.113.7');
    for (let guess = 0; guess < 3; guess++) {
      expect(await statusOf(browser)).toBe(401);
      now += 10_000;
    }
    asked = 0;
    const refused = await browser.signIn(GUESS);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect(await refused.json()).toEqual({
      status: 'error',
      code: 'TOO_MANY_ATTEMPTS',
      message: 'Too many sign-ins were refused. Try again in 30 s.',
    });
    expect(await statusOf(browser, CRESTLINE)).toBe(429);
    expect(asked).toBe(0);
    expect(await statusOf(gateway.browser('203.0.113.8'), CRESTLINE)).toBe(200);

    now += 30_000;
    expect(await statusOf(browser)).toBe(401);
    expect(await statusOf(browser)).toBe(429);
    now += 60_000;
    expect(await statusOf(browser, CRESTLINE)).toBe(200);
  });

  it('locks an address for no longer if the clock is put back', async () => {
    const browser = gateway.browser('203.0.113.12');
    for (let guess = 0; guess < 3; guess++) expect(await statusOf(browser)).toBe(401);
    expect(await statusOf(browser, CRESTLINE)).toBe(429);
    now -= 3_600_000;
    expect(await statusOf(browser, CRESTLINE)).toBe(200);
    now += 3_600_000;
  });

  it('all at once gets no more than one after another', async () => {
    const browser = gateway.browser('203.0.113.9');
    const statuses = await Promise.all(Array.from({ length: 12 }, () => statusOf(browser)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(9);
  });

  it('from many addresses locks out no other address, and leaves rows for a minute only', async () => {
    const guess = (host: number) => statusOf(gateway.browser(`198.51.100.${host}`));
    const hosts = Array.from({ length: 80 }, (_, host) => host);
    for (const host of [...hosts, ...hosts, ...hosts]) expect(await guess(host)).toBe(401);
    for (const host of hosts) expect(await guess(host)).toBe(429);
    expect(await statusOf(gateway.browser('203.0.113.30'), CRESTLINE)).toBe(200);
    expect(await statusOf(gateway.browser('203.0.113.30'))).toBe(401);
    const { pool } = gateway.service.database;
    const kept = async () => (await pool.query('select address from desk.sign_in_attempt')).rows;
    expect(await kept()).toHaveLength(241);
    expect(JSON.stringify(await kept())).not.toContain('198.51');
    now += 60_000;
    expect(await guess(60)).toBe(401);
    expect(await kept()).toHaveLength(1);
  });

  it('from one network of IPv6, or from IPv4 written as IPv6, is from one address', async () => {
    for (const host of ['2001:db8::1', '2001:db8:0:0:ffff::9', '2001:0db8::2']) {
      expect(await statusOf(gateway.browser(host))).toBe(401);
    }
    expect(await statusOf(gateway.browser('2001:db8:0:0:1:2:3:4'))).toBe(429);
    expect(await statusOf(gateway.browser('2001:db8:0:1::1'))).toBe(401);
    for (let guess = 0; guess < 3; guess++) await statusOf(gateway.browser('::ffff:192.0.2.1'));
    expect(await statusOf(gateway.browser('192.0.2.1'))).toBe(429);
  });
});

describe('an honest sign-in uses nothing up', () => {
  it('where the token is good', async () => {
    const browser = gateway.browser('203.0.113.20');
    for (let again = 0; again < 8; again++) expect(await statusOf(browser, CRESTLINE)).toBe(200);
  });

  it('where the service is down, or the token is torn', async () => {
    const browser = gateway.browser('203.0.113.21');
    isDown = true;
    for (let again = 0; again < 8; again++) expect(await statusOf(browser, CRESTLINE)).toBe(503);
    isDown = false;
    for (let again = 0; again < 8; again++) expect(await statusOf(browser, 'a b')).toBe(400);
    expect(await statusOf(browser, CRESTLINE)).toBe(200);
  });

  it('where nothing can be counted: the store is away, and the log says so', async () => {
    const { pool } = gateway.service.database;
    await pool.query('alter table desk.sign_in_attempt rename to hidden');
    gateway.logged.length = 0;
    expect(await statusOf(gateway.browser('203.0.113.22'), CRESTLINE)).toBe(200);
    await pool.query('alter table desk.hidden rename to sign_in_attempt');
    expect(gateway.logged.join()).toContain('sign_in_attempt');
  });
});
