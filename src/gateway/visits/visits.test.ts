import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';

let now = Date.parse('2026-11-23T09:00:00.000Z');
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    describeService: describeDemo,
    clock: () => now,
    lifetimeMs: 1e11,
    idleMs: 1e11,
  });
});
afterAll(() => gateway.close());

async function signedIn(name: string): Promise<TestBrowser> {
  const browser = gateway.browser();
  await browser.signIn(undefined, { name });
  return browser;
}

const after = (minutes: number) => new Date(Date.parse('2026-11-23T09:00:00.000Z') + minutes * 60_000);

/** Visits so many minutes after nine; returns what was seen at the end of the visit before. */
async function visit(browser: TestBrowser, minutes: number, seen = after(minutes).toISOString()) {
  now = after(minutes).getTime();
  const response = await browser.fetch('/desk/visit', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seen }),
  });
  const { data, message } = await response.json();
  return response.status === 200 ? data.since : message;
}

it('a reload stays in the visit, and a long pause begins another, in whatever browser', async () => {
  const [laptop, phone] = [await signedIn('Ruth'), await signedIn('Ruth')];
  expect(await visit(laptop, 0)).toBeNull();
  expect(await visit(phone, 29)).toBeNull();
  expect(await visit(laptop, 1_000)).toBe(after(29).toISOString());
  expect(await visit(phone, 1_010)).toBe(after(29).toISOString());
  expect(await visit(await signedIn('Kim'), 1_020)).toBeNull();
});

it('a browser whose clock is wrong changes nothing that lasts', async () => {
  const browser = await signedIn('Ada');
  expect(await visit(browser, 2_000, '2099-01-01T00:00:00.000Z')).toBeNull();
  expect(await visit(browser, 2_001, '1999-01-01T00:00:00.000Z')).toBeNull();
  expect(await visit(browser, 3_000)).toBe(after(2_000).toISOString());
  expect(await visit(browser, 3_001, '0000-01-01T00:00:00.000Z')).toMatch(/^seen: /);
  expect(await visit(browser, 3_002, 'yesterday')).toMatch(/^seen: /);
});
