import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';

let gateway: TestGateway;
let browser: TestBrowser;
beforeAll(async () => {
  gateway = await startTestGateway();
  browser = gateway.browser();
  await browser.signIn();
});
afterAll(() => gateway.close());

const line = { memberId: 'a member', orderId: 'an order' };
const request = { kind: 'cancelOrders', reason: 'Test order', lines: [line] };

async function put(body: unknown, id: string = randomUUID(), headers: Record<string, string> = {}) {
  const response = await browser.fetch(`/runs/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const { code, message } = await response.json();
  return { status: response.status, code, message };
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ memberId: 'm', orderId: String(nth) }));
const withLine = (second: unknown) => ({ ...request, lines: [line, second] });

describe('a request for a run is refused, and says why,', () => {
  it.each<[string, unknown, string]>([
    ['if it is not JSON', '{', 'The body is not valid JSON.'],
    ['if it is not an object', [], 'The body must be an object.'],
    ['if it is of no known kind', { ...request, kind: 'payOut' }, 'kind must be "cancelOrders".'],
    ['without a reason', { ...request, reason: ' ' }, 'reason must not be empty.'],
    ['if the reason is missing', { ...request, reason: undefined }, 'reason is required.'],
    [
      'if the note is too long',
      { ...request, note: 'x'.repeat(2_001) },
      'note must have at most 2000 characters.',
    ],
    ['without lines', { ...request, lines: [] }, 'lines must have at least one line.'],
    ['if the lines are no list', { ...request, lines: 'all' }, 'lines must be a list.'],
    ['with 50,001 lines', { ...request, lines: lines(50_001) }, 'lines must have at most 50,000 lines.'],
    ['if a line is no object', withLine('x'), 'Line 2: must be an object.'],
    ['if an id is missing', withLine({ memberId: 'm' }), 'Line 2: orderId is required.'],
    ['if an id is empty', withLine({ ...line, memberId: '' }), 'Line 2: memberId must not be empty.'],
    [
      'if an id is too long',
      withLine({ ...line, orderId: 'x'.repeat(201) }),
      'Line 2: orderId must have at most 200 characters.',
    ],
    [
      'if an id contains NUL',
      withLine({ ...line, orderId: 'a\0b' }),
      'Line 2: orderId must not contain a NUL character or half of a surrogate pair.',
    ],
    [
      'if an id contains half of a surrogate pair',
      withLine({ ...line, memberId: 'a\ud800' }),
      'Line 2: memberId must not contain a NUL character or half of a surrogate pair.',
    ],
    [
      'if no address can carry an id',
      withLine({ ...line, memberId: '..' }),
      'Line 2: memberId must not consist of dots only.',
    ],
    ['if a line is repeated', withLine({ ...line }), 'Line 2 is the same as line 1.'],
    [
      'if its lines are numbered backwards',
      {
        ...request,
        lines: [
          { ...line, line: 7 },
          { memberId: 'm', orderId: 'o', line: 6 },
        ],
      },
      'Line 2: line must be above that of the line before.',
    ],
    [
      'with a field that nothing reads',
      withLine({ memberId: 'm', orderId: 'o', amount: 1 }),
      'Line 2: has a field that is not known: "amount".',
    ],
    [
      'if it is nested 3,000 levels deep',
      `{"kind":"cancelOrders","reason":"x","lines":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
      'Line 1: must be an object.',
    ],
  ])('%s', async (_what, body, message) => {
    expect(await put(body)).toEqual({ status: 400, code: 'MALFORMED_REQUEST', message });
  });

  it('if its id is not a UUID', async () => {
    expect(await put(request, 'run-1')).toMatchObject({
      status: 400,
      message: "The run's ID must be a UUID.",
    });
  });

  it('if it does not say that it is JSON', async () => {
    expect(await put(request, undefined, { 'content-type': 'text/plain' })).toMatchObject({ status: 415 });
  });

  it('if it is larger than any run', async () => {
    expect(await put({ ...request, note: 'x'.repeat(8 * 1024 * 1024) })).toMatchObject({
      status: 413,
      code: 'BODY_TOO_LARGE',
    });
  });

  it('if someone else has signed in meanwhile', async () => {
    expect(await put(request, undefined, { 'x-pledge-holder': 'another' })).toMatchObject({
      status: 401,
      code: 'SESSION_CHANGED',
    });
  });

  it('and nothing of it is kept', async () => {
    const { rows } = await gateway.service.database.pool.query(
      'select (select count(*)::int from desk.run) as runs, (select count(*)::int from desk.journal) as entries',
    );
    expect(rows).toEqual([{ runs: 0, entries: 0 }]);
  });
});

describe('a question about runs is refused if it can’t be read', () => {
  it.each([
    ['/runs?limit=0', 'limit must be at least 1.'],
    ['/runs?limit=x', 'limit must be a whole number.'],
    ['/runs?before=yesterday', 'before must be the `next` of an earlier page.'],
    [`/runs/${randomUUID()}/lines?after=-1`, 'after must be a line.'],
    [`/runs/${randomUUID()}/lines?after=3000000000`, 'after must be a line.'],
    [`/runs/${randomUUID()}/lines?limit=1001`, 'limit must be at most 1,000.'],
    [`/runs/${randomUUID()}/lines?outcome=great`, /^outcome must be "waiting" or /],
  ])('%s', async (path, message) => {
    const response = await browser.fetch(path);
    expect(response.status).toBe(400);
    expect((await response.json()).message).toMatch(message);
  });

  it('and answered with 404 if there is no such run', async () => {
    const paths = ['', '/lines', '/report.csv'].flatMap((part) => [
      `/runs/${randomUUID()}${part}`,
      `/runs/no-uuid${part}`,
    ]);
    for (const path of paths) {
      const response = await browser.fetch(path);
      expect([path, response.status, (await response.json()).message]).toEqual([
        path,
        404,
        'There is no such run that you may see.',
      ]);
    }
  });
});
