import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { addressOf, call, request } from './client.ts';
import { driftSeen } from './diagnostics.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', fetched));
afterEach(() => fetched.mockReset());

const paging = { page: 2, limit: 25 };
const address = addressOf('listLoans', { query: paging });
const listing = {
  docs: [],
  page: 2,
  limit: 25,
  sort: {},
  totalDocs: 0,
  totalPages: 1,
  hasPrevPage: true,
  hasNextPage: false,
};

function answer(body: unknown, status = 200) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'x-request-id': 'r-1' } });
}

const success = (data: unknown) => answer({ status: 'success', message: 'ok', data });
const ask = () => call('listLoans', { query: paging });

test('a failure is told as it is, and the next attempt starts anew', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(ask()).rejects.toMatchObject({ name: 'ApiError', kind: 'network' });
  fetched.mockResolvedValueOnce(success(listing));
  await expect(ask()).resolves.toMatchObject({ data: { totalDocs: 0 }, requestId: 'r-1' });
  expect(fetched.mock.calls.map(([path]) => path)).toEqual([address, address]);
});

test.each([
  ['no JSON', '<h1>Hello</h1>'],
  ['nothing', ''],
  ['half an answer', '{"status":"success","data":{"docs":['],
  ['no data', { status: 'success', message: 'ok' }],
  ['a list instead of an object', { status: 'success', data: [] }],
  ['a text', '"hello"'],
  ['null', 'null'],
])('%s with status 200 is unreadable', async (_, body) => {
  fetched.mockResolvedValueOnce(answer(body));
  await expect(ask()).rejects.toMatchObject({ name: 'ApiError', kind: 'unreadable', requestId: 'r-1' });
});

test('a deletion succeeds without data, but not with half an answer', async () => {
  const remove = () => request('DELETE', '/desk/views/1');
  fetched.mockResolvedValueOnce(answer({ status: 'success', message: 'The view is deleted.' }));
  await expect(remove()).resolves.toMatchObject({ requestId: 'r-1' });
  fetched.mockResolvedValueOnce(answer('{"status":"succ'));
  await expect(remove()).rejects.toMatchObject({ kind: 'unreadable' });
});

test('a request says whether its person has just done something', async () => {
  const headers = async (isActive: boolean) => {
    vi.stubGlobal('navigator', { userActivation: { isActive } });
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal('fetch', fetched);
    fetched.mockResolvedValueOnce(success(listing));
    await request('GET', '/journal');
    return new Headers(fetched.mock.lastCall?.[1]?.headers);
  };
  expect((await headers(true)).has('x-pledge-use')).toBe(true);
  expect((await headers(false)).has('x-pledge-use')).toBe(false);
});

test('the error envelope is an error whatever the status', async () => {
  fetched.mockResolvedValueOnce(answer({ status: 'error', message: 'No such creditor.' }));
  await expect(ask()).rejects.toMatchObject({ kind: 'refused', status: 200, message: 'No such creditor.' });
});

test('a request that was taken back fails as taken back, not as an error to show', async () => {
  const taken = new AbortController();
  fetched.mockImplementationOnce(async (_, init) => {
    taken.abort();
    throw init?.signal?.reason;
  });
  await expect(call('listLoans', { query: paging }, taken.signal)).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test('what differs from the document is read past or set aside, and counted', async () => {
  const loan = { id: 'l', borrower: 'b', amount: 1, repayment_amount: 2, currency: 'NGN', status: 'ACTIVE' };
  fetched.mockResolvedValueOnce(
    success({ ...listing, docs: [null, { ...loan, duration: '3' }, { ...loan, amount: '12' }], surprise: 1 }),
  );
  const { data, drift } = await ask();
  expect(data.docs).toEqual([loan]);
  expect(drift.filter(({ path }) => path === 'docs[]')).toHaveLength(2);
  expect(driftSeen.get('listLoans type docs[].duration')?.times).toBe(1);
  expect(driftSeen.get('listLoans type docs[].amount')?.times).toBe(1);
  expect(driftSeen.get('listLoans added surprise')?.times).toBe(1);
});
