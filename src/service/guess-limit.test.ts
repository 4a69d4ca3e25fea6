import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway } from '#tests/support/gateway.ts';
import { CRESTLINE, HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';

const GUESS = 'pledge_live_of_somebody_else';
let now = Date.UTC(2026, 10, 23, 12);
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ clock: () => now, refusalsPerMinute: 5, trustProxy: true });
});
beforeEach(() => {
  now += 2 * 3_600_000;
});
afterAll(() => service.close());

const ask = async (token: string, remote?: string, headers: Record<string, string> = {}) => {
  const authorization = `Bearer ${token}`;
  const request = new Request('http://service.test/v1/api/tokens?limit=1', {
    headers: { authorization, ...headers },
  });
  return await service.fetch(request, remote);
};
const statusOf = async (...parts: Parameters<typeof ask>) => (await ask(...parts)).status;

describe('guessing access tokens at the service', () => {
  it('ends after a few refusals from one address, in words that say for how long', async () => {
    for (let guess = 0; guess < 5; guess++) {
      expect(await statusOf(`${GUESS}${guess}`, '203.0.113.7')).toBe(401);
      now += 5_000;
    }
    const refused = await ask(GUESS, '203.0.113.7');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('35');
    expect(await refused.json()).toEqual({
      status: 'error',
      message: 'Too many access tokens were refused. Try again in 35 s.',
    });
    expect(await statusOf(CRESTLINE, '203.0.113.7')).toBe(429);
    now += 35_000;
    expect(await statusOf(CRESTLINE, '203.0.113.7')).toBe(200);
  });

  it('all at once gets no more than one after another', async () => {
    const guesses = Array.from({ length: 12 }, () => statusOf(GUESS, '203.0.113.9'));
    const statuses = await Promise.all(guesses);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  it('locks an address for no longer if the clock is put back', async () => {
    for (let guess = 0; guess < 5; guess++) await statusOf(GUESS, '203.0.113.11');
    expect(await statusOf(CRESTLINE, '203.0.113.11')).toBe(429);
    now -= 3_600_000;
    expect(await statusOf(CRESTLINE, '203.0.113.11')).toBe(200);
  });

  it('never refuses a valid token that comes many times at once, as after a restart', async () => {
    const answers = Array.from({ length: 12 }, () => statusOf(CRESTLINE, '203.0.113.10'));
    expect(new Set(await Promise.all(answers))).toEqual(new Set([200]));
  });

  it('stops neither another address nor a token that is at work', async () => {
    expect(await statusOf(HARBOUR, '203.0.113.8')).toBe(200);
    for (let guess = 0; guess < 6; guess++) await statusOf(GUESS, '203.0.113.8');
    expect(await statusOf(GUESS, '203.0.113.8')).toBe(429);
    expect(await statusOf(HARBOUR, '203.0.113.8')).toBe(200);
    expect(await statusOf(CRESTLINE, '203.0.113.88')).toBe(200);
  });

  it('counts by the address that a trusted proxy names, and never the gateway in this process', async () => {
    const from = (client: string) => ({ 'x-forwarded-for': client });
    for (let guess = 0; guess < 6; guess++) await statusOf(GUESS, '10.0.0.1', from('198.51.100.1'));
    expect(await statusOf(CRESTLINE, '10.0.0.1', from('198.51.100.1'))).toBe(429);
    expect(await statusOf(CRESTLINE, '10.0.0.1', from('198.51.100.2'))).toBe(200);
    for (let guess = 0; guess < 20; guess++) expect(await statusOf(GUESS)).toBe(401);
  });

  it('through a gateway is counted by the browser’s address, so that one locks out no other', async () => {
    const gateway = await startTestGateway({
      clock: () => now,
      signInsPerMinute: 0,
      upstream: async ({ target, headers, method }) => {
        const request = new Request(`http://service.test${target}`, { method, headers });
        const response = await service.fetch(request, '10.0.0.1');
        return {
          status: response.status,
          contentType: 'application/json',
          retryAfter: response.headers.get('retry-after'),
          body: new Uint8Array(await response.arrayBuffer()),
        };
      },
    });
    const signIn = async (remote: string, token: string) =>
      (await gateway.browser(remote).signIn(token)).status;
    for (let guess = 0; guess < 5; guess++) expect(await signIn('192.0.2.1', GUESS)).toBe(401);
    expect(await signIn('192.0.2.1', GUESS)).toBe(429);
    expect(await signIn('192.0.2.2', CRESTLINE)).toBe(200);
    await gateway.close();
  });
});
