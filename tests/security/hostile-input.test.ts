import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOTE_HEADER } from '#contract/operations.ts';
import { startTestGateway, type TestBrowser, type TestGateway, withKey } from '#tests/support/gateway.ts';
import { type DocumentedOperation, gatewayOperations, pathWith } from '#tests/support/operations.ts';

let gateway: TestGateway;
let browser: TestBrowser;
beforeAll(async () => {
  gateway = await startTestGateway();
  browser = gateway.browser();
  await browser.signIn();
});
afterAll(() => gateway.close());

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const deepObject = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

/** Encoded for an address: NUL, half of a surrogate pair, bytes that are no UTF-8, and deep JSON. */
const IN_ADDRESS = ['%00', 'a%00b', '%ED%A0%80', '%ff', '%', encodeURIComponent(deep(3_000)), '__proto__'];

/** Encoded for JSON. */
const IN_JSON = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', deep(3_000), deepObject(3_000), '1e999', 'null'];

/** The fields of all bodies, so that each reaches the field that an operation reads. */
const bodyOf = (value: string) =>
  JSON.stringify(
    Object.fromEntries(
      ['accessToken', 'id', 'reason', 'note', 'loan', 'user_id', 'amount', 'collaterals', 'type', 'data'].map(
        (name) => [name, 'VALUE'],
      ),
    ),
  )
    .replace('}', ',"kind":"cancelOrders","lines":[{"memberId":"VALUE","orderId":"VALUE"}]}')
    .replaceAll('"VALUE"', value);

const BODIES = [...IN_JSON, ...IN_JSON.map(bodyOf), deep(30_000), '{"\\u0000":1}', '{"\\ud800":1}', '\0', ''];

function* requestsTo({ method, path, query, headers, hasBody }: DocumentedOperation) {
  const sent = { 'content-type': 'application/json', ...withKey() };
  const base = { method, headers: sent, ...(hasBody && { body: '{}' }) };
  const known = pathWith(path, randomUUID());
  if (path.includes('{')) for (const value of IN_ADDRESS) yield { path: pathWith(path, value), init: base };
  for (const name of query) {
    for (const value of IN_ADDRESS) yield { path: `${known}?${name}=${value}`, init: base };
  }
  for (const name of headers) {
    for (const value of IN_JSON) {
      const text = name === NOTE_HEADER ? Buffer.from(`{"reason":${value}}`).toString('base64url') : value;
      yield { path: known, init: { ...base, headers: { ...sent, [name]: text } } };
    }
  }
  if (hasBody) for (const body of BODIES) yield { path: known, init: { ...base, body } };
}

const operations = gatewayOperations().filter(({ id }) => id !== 'signOut');

it.each(operations)('$method $path refuses hostile input, and nothing fails', async (operation) => {
  gateway.logged.length = 0;
  let count = 0;
  for (const { path, init } of requestsTo(operation)) {
    const response = await browser.fetch(path, init);
    expect(response.status, `${path.slice(0, 80)} ${String(init.body ?? '').slice(0, 80)}`).toBeLessThan(500);
    if (response.status >= 400) expect(await response.json()).toMatchObject({ status: 'error' });
    else await response.body?.cancel();
    count += 1;
  }
  const { path, query, hasBody } = operation;
  expect(count > 0).toBe(path.includes('{') || query.length > 0 || hasBody || operation.headers.length > 0);
  expect(gateway.logged.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
});
