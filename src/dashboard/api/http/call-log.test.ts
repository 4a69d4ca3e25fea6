import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callsSeen, changesSeen, forgetCalls, MOST_CALLS, subscribeToCalls } from './call-log.ts';
import { request, send } from './client.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
  forgetCalls();
});
afterEach(() => fetched.mockReset());

const success = (data: unknown = 1) =>
  new Response(JSON.stringify({ status: 'success', message: '', data }), {
    headers: { 'x-request-id': 'r-1' },
  });
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
const last = () => {
  const call = callsSeen().at(-1);
  if (!call) throw new Error('No call was taken down');
  return call;
};

it('takes a call down as it goes out, and what became of it', async () => {
  let answer = (_: Response) => {};
  fetched.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const changed = vi.fn();
  const stop = subscribeToCalls(changed);
  const asked = request('POST', '/journal/1/close', { body: { reason: 'lost' } });
  expect(last()).toMatchObject({ method: 'POST', path: '/journal/1/close', state: 'under-way', ms: null });
  expect(textOf(last().requestBody?.bytes)).toBe('{"reason":"lost"}');
  answer(success('é'));
  await asked;
  expect(last()).toMatchObject({ state: 'answered', status: 200, size: 45, retries: 0 });
  expect(last().ms).toBeGreaterThanOrEqual(0);
  expect(last().headers).toContainEqual(['x-request-id', 'r-1']);
  expect(textOf(last().body?.bytes)).toBe('{"status":"success","message":"","data":"é"}');
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
  const before = changesSeen();
  forgetCalls();
  expect(changesSeen()).toBe(before + 1);
  expect(changed).toHaveBeenCalledTimes(2);
});

it('keeps the last ones, and of a body the beginning, without the rest in memory', async () => {
  fetched.mockImplementation(async () => success('é'.repeat(10_000)));
  for (let n = 0; n < MOST_CALLS + 5; n++) await request('GET', `/journal?page=${n}`);
  expect(callsSeen()).toHaveLength(MOST_CALLS);
  expect(callsSeen()[0]?.path).toBe('/journal?page=5');
  const { body, size } = last();
  expect(body?.cut).toBe(true);
  expect(body?.bytes.buffer.byteLength).toBeLessThanOrEqual(4_096);
  expect(size).toBeGreaterThan(10_000);
});

it('never takes down the bodies of a session, which carry access tokens', async () => {
  fetched.mockImplementation(async () => success({ demoSignIns: [{ accessToken: 'pledge_live_1' }] }));
  await request('POST', '/session', { body: { accessToken: 'pledge_live_2' } });
  expect(last()).toMatchObject({ path: '/session', requestBody: null, body: null, status: 200 });
  expect(JSON.stringify(callsSeen())).not.toContain('pledge_live');
});

it('tells calls that found no connection, took too long or were taken back from one another', async () => {
  const abort = new AbortController();
  for (const [cause, state] of [
    [new TypeError('Failed to fetch'), 'network'],
    [new DOMException('', 'TimeoutError'), 'timeout'],
    [new DOMException('', 'AbortError'), 'cancelled'],
  ] as const) {
    fetched.mockRejectedValueOnce(cause);
    await request('GET', `/x?${state}`, { signal: abort.signal }).catch(() => {});
    expect(last()).toMatchObject({ state, status: null, size: null });
  }
});

it('keeps the status of an answer that broke off after its head', async () => {
  const broken = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) });
  fetched.mockResolvedValueOnce(new Response(broken, { status: 201 }));
  await expect(send('/x', { method: 'POST' })).rejects.toThrow();
  expect(last()).toMatchObject({ state: 'network', status: 201, body: null });
});

it('counts how often a read was tried in vain, and never a write', async () => {
  const failure = () => new Response('{"status":"error","message":"No"}', { status: 503 });
  for (const [answer, retries] of [
    [failure(), 0],
    [failure(), 1],
    [success(), 2],
    [success(), 0],
  ] as const) {
    fetched.mockResolvedValueOnce(answer);
    await request('GET', '/x').catch(() => {});
    expect(last().retries).toBe(retries);
  }
  for (let n = 0; n < 2; n++) {
    fetched.mockResolvedValueOnce(failure());
    await request('POST', '/x', { body: {} }).catch(() => {});
    expect(last().retries).toBe(0);
  }
});
