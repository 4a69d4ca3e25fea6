import { beforeEach, expect, test, vi } from 'vitest';
import { DESK_STATE_ELEMENT } from '#contract/session.ts';

vi.mock('./main.tsx', () => ({}));
vi.mock('#dashboard/pages/loans/loans-page.tsx', () => ({ default: () => null }));
const fetched = vi.fn(async () => new Response());

/** Opens the page at an address, with what the gateway put into it. */
async function open(path: string, state: object | null) {
  const url = new URL(path, 'http://desk.test');
  vi.stubGlobal('location', url);
  vi.stubGlobal('document', {
    getElementById: (id: string) =>
      id === DESK_STATE_ELEMENT && state ? { textContent: JSON.stringify(state) } : null,
  });
  vi.stubGlobal('fetch', fetched);
  vi.resetModules();
  await import('./boot.ts');
  return fetched.mock.calls.map(([asked]: unknown[]) => asked);
}

beforeEach(() => fetched.mockClear());

const signedIn = { session: { label: 'Sterling' } };

test.each([
  ['/loans', '/v1/api/creditor/credit/loans?page=1&limit=25'],
  ['/', '/v1/api/creditor/credit/loans?page=1&limit=25'],
  ['/loans/?page=3&limit=50', '/v1/api/creditor/credit/loans?page=3&limit=50'],
  ['/loans?page=nonsense&limit=7', '/v1/api/creditor/credit/loans?page=1&limit=25'],
])('at %s the first request is under way before the desk is there', async (path, asked) => {
  expect(await open(path, signedIn)).toEqual([asked]);
});

test('nothing is asked for at an address without a page', async () => {
  expect(await open('/nowhere', signedIn)).toEqual([]);
});

test('nothing is asked of the service while nobody is signed in', async () => {
  expect(await open('/loans', { session: null })).toEqual([]);
});

test('a page without the desk’s state asks for that', async () => {
  expect(await open('/loans', null)).toEqual(['/session']);
});
