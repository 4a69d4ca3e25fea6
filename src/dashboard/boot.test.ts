import { beforeEach, expect, test, vi } from 'vitest';
import { FIRST_ANSWERS_ELEMENT } from '#contract/picture.ts';
import { DESK_STATE_ELEMENT } from '#contract/session.ts';

vi.mock('./main.tsx', () => ({}));
for (const page of [
  'loans/loans',
  'loan/loan',
  'overview/overview',
  'terms/terms',
  'settings/settings',
  'customers/customers',
]) {
  vi.doMock(`#dashboard/pages/${page}-page.tsx`, () => ({ default: () => null }));
}
const fetched = vi.fn(async () => new Response());

/** Opens the page at an address, with what the gateway put into it. */
async function open(path: string, state: object | null, answers?: object[]) {
  const url = new URL(path, 'http://desk.test');
  vi.stubGlobal('location', url);
  vi.stubGlobal('document', {
    getElementById: (id: string) => {
      const value = { [DESK_STATE_ELEMENT]: state, [FIRST_ANSWERS_ELEMENT]: answers }[id];
      return value ? { textContent: JSON.stringify(value) } : null;
    },
  });
  vi.stubGlobal('fetch', fetched);
  vi.resetModules();
  await import('./boot.ts');
  return fetched.mock.calls.map(([asked]: unknown[]) => asked);
}

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('localStorage', undefined);
});

const signedIn = { session: { label: 'Sterling' } };

const terms = '/v1/api/credit/loan-configuration';

test.each([
  ['/loans', ['/v1/api/creditor/credit/loans?page=1&limit=25']],
  ['/', ['/v1/api/creditor/credit/loans?page=1&limit=100']],
  ['/loans/terms', [terms]],
  ['/loans/?page=3&limit=50', ['/v1/api/creditor/credit/loans?page=3&limit=50']],
  ['/loans?page=nonsense&limit=7', ['/v1/api/creditor/credit/loans?page=1&limit=25']],
])('at %s the first requests are under way before the desk is there', async (path, asked) => {
  expect(await open(path, signedIn)).toEqual(asked);
});

test('the first request is of the page size that was chosen', async () => {
  vi.stubGlobal('localStorage', { getItem: () => '{"pageSize":50}' });
  expect(await open('/loans', signedIn)).toEqual(['/v1/api/creditor/credit/loans?page=1&limit=50']);
});

test.each(['/nowhere', '/settings', '/loans/64af', '/loans/%', '/loans/a/b', '/x//'])(
  'nothing is asked for at %s',
  async (path) => {
    expect(await open(path, signedIn)).toEqual([]);
  },
);

test('all customers are asked for by a worker', async () => {
  const asked = vi.fn();
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      postMessage = asked;
    },
  );
  expect(await open('/customers', signedIn)).toEqual([]);
  expect(asked.mock.calls).toEqual([[{ path: '/v1/api/customers', timeout: 45_000 }]]);
});

test('nothing is asked of the service while nobody is signed in', async () => {
  expect(await open('/loans', { session: null })).toEqual([]);
});

test('what came with the page is not asked for, and is there for whoever asks, once', async () => {
  const address = '/v1/api/creditor/credit/loans?page=1&limit=25';
  const answers = [{ address, body: '{"data":1}', requestId: 'abc' }];
  expect(await open('/loans', signedIn, answers)).toEqual([]);
  const { takeEarly } = await import('./api/early.ts');
  const answer = await takeEarly(address)?.answer;
  expect(answer?.ok).toBe(true);
  expect(answer?.headers.get('x-request-id')).toBe('abc');
  expect(await answer?.json()).toEqual({ data: 1 });
  expect(takeEarly(address)).toBeUndefined();
  expect(await open('/loans?limit=10', signedIn, answers)).toEqual([address.replace('25', '10')]);
});

test('a page without the desk’s state asks for that', async () => {
  expect(await open('/loans', null)).toEqual(['/session']);
});
