import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readCustomers } from '#dashboard/api/customers/customer-rows.ts';
import { callsSeen, forgetCalls } from '../http/call-log.ts';
import { requestCustomers } from './customers.ts';

const fetched = vi.fn<typeof fetch>();

/** The globals that the worker's own code runs with. */
class Scope extends EventTarget {
  postMessage: (message: unknown) => void = () => {};
}
const scope = new Scope();
vi.stubGlobal('self', scope);
await import('./customers-worker.ts');

/** Runs the worker's code, with what it says and hears copied as between threads. */
class NearWorker extends EventTarget {
  static started = 0;
  static ended = 0;
  #ended = false;

  constructor() {
    super();
    NearWorker.started += 1;
  }

  postMessage(question: unknown) {
    scope.postMessage = (message) => {
      const data = structuredClone(message);
      if (!this.#ended) this.dispatchEvent(new MessageEvent('message', { data }));
    };
    scope.dispatchEvent(new MessageEvent('message', { data: structuredClone(question) }));
  }

  terminate() {
    this.#ended = true;
    NearWorker.ended += 1;
  }
}

/** A worker whose code can't be fetched. */
class LostWorker extends EventTarget {
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event('error', { cancelable: true })));
  }
  postMessage() {}
  terminate() {}
}

beforeEach(() => {
  vi.stubGlobal('self', scope);
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('Worker', NearWorker);
  NearWorker.started = 0;
  NearWorker.ended = 0;
  forgetCalls();
});
afterEach(() => fetched.mockReset());

const list = Array.from({ length: 300 }, (_, place) => ({
  _id: { email: `${place}@é.example` },
  total_trades: place,
  name: place === 7 ? null : `Ada \ud83d${place}`,
  date: '2026-05-11T04:44:41.000Z',
}));
const answerOf = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'x-request-id': 'r-1' } });

const ask = (signal = new AbortController().signal) => requestCustomers(signal);

test('a list comes as the window would read it, and Diagnostics hears of it as of any call', async () => {
  const body = { status: 'success', message: '', data: list };
  fetched.mockResolvedValueOnce(answerOf(body));
  expect(await ask()).toEqual(readCustomers(list));
  expect([NearWorker.started, NearWorker.ended]).toEqual([1, 1]);
  expect(fetched).toHaveBeenCalledTimes(1);
  const [call] = callsSeen();
  const size = new TextEncoder().encode(JSON.stringify(body)).length;
  expect(call).toMatchObject({ path: '/v1/api/customers', state: 'answered', status: 200, size });
  expect(call?.headers).toContainEqual(['x-request-id', 'r-1']);
  expect(call?.body?.cut).toBe(true);
  expect(new TextDecoder().decode(call?.body?.bytes)).toMatch(/^\{"status":"success".*0@é/);
});

test.each([
  ['a failure of the service', answerOf({ status: 'error', message: 'Broken' }, 500), 'server', 'Broken'],
  ['a refusal in a good answer', answerOf({ status: 'error', message: 'No' }), 'refused', 'No'],
  ['an answer without a list', answerOf({ status: 'success', data: {} }), 'unreadable', 'no list'],
  ['an answer that is cut off', new Response('{"status":"success","data":[{'), 'unreadable', 'cut off'],
])('%s is told as it is', async (_, answer, kind, message) => {
  const { status } = answer;
  fetched.mockResolvedValueOnce(answer);
  const error = { name: 'ApiError', kind, message: expect.stringContaining(message) };
  await expect(ask()).rejects.toMatchObject(error);
  expect(callsSeen()).toMatchObject([{ state: 'answered', status }]);
});

test.each([
  [new TypeError('Failed to fetch'), 'network', 'network'],
  [new DOMException('Out of time', 'TimeoutError'), 'timeout', 'timeout'],
])('no answer is told by why there is none: %s', async (cause, kind, state) => {
  fetched.mockRejectedValueOnce(cause);
  await expect(ask()).rejects.toMatchObject({ name: 'ApiError', kind });
  expect(callsSeen()).toMatchObject([{ state }]);
});

/** A worker that hears everything and says nothing. */
class SilentWorker extends NearWorker {
  override postMessage() {}
}

test('who leaves before the answer takes the question back', async () => {
  fetched.mockImplementationOnce(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  );
  const abort = new AbortController();
  const asked = ask(abort.signal);
  abort.abort();
  await expect(asked).rejects.toBe(abort.signal.reason);
  expect([NearWorker.started, NearWorker.ended]).toEqual([1, 1]);
  expect(callsSeen()).toMatchObject([{ state: 'cancelled' }]);
});

test('who leaves while the worker reads ends it', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  fetched.mockResolvedValueOnce(answerOf({ status: 'success', data: list }));
  const abort = new AbortController();
  const asked = ask(abort.signal);
  await vi.waitFor(() => expect(callsSeen()).toMatchObject([{ state: 'answered' }]));
  abort.abort();
  await expect(asked).rejects.toBe(abort.signal.reason);
  expect([NearWorker.started, NearWorker.ended]).toEqual([1, 1]);
});

test.each([
  ['can’t be started', undefined],
  ['can’t be fetched', LostWorker],
  ['never answers', SilentWorker],
])('where the worker %s, the window reads in its place, and nothing is asked twice', async (_, Lost) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('Worker', Lost);
  fetched.mockResolvedValueOnce(answerOf({ status: 'success', message: '', data: list }));
  const asked = ask();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await asked).toEqual(readCustomers(list));
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(callsSeen()).toMatchObject([{ path: '/v1/api/customers', state: 'answered' }]);
});
