import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract, endpointNames, pathTo } from '#contract/contract.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '#gateway/proxy/upstream.ts';
import {
  SECRET,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
  WEBHOOK_SECRET,
} from '#tests/support/gateway.ts';
import { orderOf } from '#tests/support/orders.ts';
import { CRESTLINE } from '#tests/support/service.ts';

/** What the demo's members carry in their secret fields and in their references to providers. */
const OF_MEMBERS = /SECRET-\w|prov-ref-\w|"\w*(two_factor_secret|reference_id|manual_reference)"/;

let gateway: TestGateway;
let browser: TestBrowser;
let edge: ((real: Upstream) => Upstream) | null = null;
/** Every byte that a browser was given, headers too. */
const given: string[] = [];

beforeAll(async () => {
  gateway = await startTestGateway({
    upstream: async (request) => {
      const real = embeddedUpstream(gateway.service.fetch);
      return await (edge ? edge(real) : real)(request);
    },
  });
});
beforeEach(async () => {
  browser = gateway.browser();
  await browser.signIn();
});
afterAll(() => gateway.close());

async function ask(path: string, init?: RequestInit, by = browser): Promise<void> {
  const response = await by.fetch(path, init);
  given.push([...response.headers].join('\n'), path.startsWith('/events?') ? '' : await response.text());
}

/** Asks for everything there is, with ids that are right and ids that aren't. */
async function askForEverything(): Promise<void> {
  const { pool } = gateway.service.database;
  const order = await orderOf(pool, {});
  const { rows } = await pool.query<{ id: string }>('select id from service.token limit 1');
  for (const name of endpointNames) {
    const { method, path } = contract[name];
    for (const ids of [
      { id: order.memberId, orderId: order.id, tokenId: rows[0]?.id ?? '' },
      { id: 'none', orderId: 'none', tokenId: 'none' },
    ]) {
      const address = pathTo(path, ids);
      const body = method === 'POST' && 'body' in contract[name] ? { body: '{"amount":1}' } : {};
      await ask(address, { method, headers: { 'content-type': 'application/json' }, ...body });
      if (method === 'GET') await ask(`${address}?limit=100&page=1&email=a@b.example&name=a`);
      if (method === 'GET') await ask(`${address}?limit=-1&page=x&email=`);
    }
  }
  for (const path of ['/session', '/journal', '/events/log', '/healthz', '/readyz', '/nothing'])
    await ask(path);
  for (const path of ['/journal?limit=x', '/journal/none/close', '/v1/api/nothing']) await ask(path);
}

const signInRequest = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ accessToken: CRESTLINE }),
};

/** What the gateway keeps and what it and the service wrote into their logs. */
async function kept(): Promise<string> {
  const { pool } = gateway.service.database;
  const tables = ['journal', 'event', 'sign_in_attempt'];
  const rows = await Promise.all(
    tables.map(async (name) => (await pool.query(`select * from desk.${name}`)).rows),
  );
  return [JSON.stringify(rows), ...gateway.logged, ...gateway.service.logged].join('\n');
}

const secrets = (): string[] => [CRESTLINE, SECRET, WEBHOOK_SECRET];

/** A text with every character as itself that was written for an address or as a JSON escape, however often. */
function decoded(text: string): string {
  const once = text
    .replace(/\\+u00([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#x([0-9a-f]{2});/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return once === text ? text : decoded(once);
}

function expectNone(text: string): void {
  for (const secret of secrets()) {
    expect(text.includes(secret), secret).toBe(false);
    expect(decoded(text).includes(secret), secret).toBe(false);
  }
  expect(OF_MEMBERS.exec(text)?.[0]).toBeUndefined();
}

describe('no secret leaves the gateway', () => {
  it('in any answer to any request', async () => {
    given.length = 0;
    await askForEverything();
    await browser.signIn('pledge_live_wrong');
    expect(given.join().length).toBeGreaterThan(10_000);
    expectNone(given.join('\n'));
  });

  const envelope = (status: number, message: string) => ({
    status,
    contentType: 'application/json',
    retryAfter: null,
    body: new TextEncoder().encode(JSON.stringify({ status: 'error', message })),
  });

  const hexOf = (text: string, before: string) =>
    [...text].map((character) => before + character.charCodeAt(0).toString(16).padStart(2, '0')).join('');

  /** Ways of writing a token into JSON. */
  const writings: [string, (token: string) => string][] = [
    ['plainly', (token) => `{"status":"error","message":"${token}"}`],
    ['in JSON escapes', (token) => `{"status":"error","message":"${hexOf(token, '\\u00')}"}`],
    ['in escapes of capitals', (token) => `{"status":"error","message":"${upper(hexOf(token, '\\u00'))}"}`],
    ['for addresses', (token) => `{"status":"error","message":"${hexOf(token, '%')}"}`],
    ['for addresses in capitals', (token) => `{"status":"error","message":"${upper(hexOf(token, '%'))}"}`],
    ['for addresses twice', (token) => `{"status":"error","message":"${hexOf(token, '%25')}"}`],
    ['for addresses in escapes', (token) => `{"status":"error","message":"${hexOf(token, '\\u0025')}"}`],
    ['partly for addresses', (token) => `{"status":"error","message":"${token.replace('_', '%5f')}"}`],
    ['as JSON in JSON', (token) => `{"status":"error","message":"${hexOf(token, '\\\\u00')}"}`],
    ['as HTML', (token) => `{"status":"error","message":"${hexOf(token, ';&#x').slice(1)};"}`],
    ['as a name', (token) => `{"status":"error","message":"no","data":{"${token}":1}}`],
    ['under a name that is given twice', (token) => `{"status":"error","message":"${token}","message":"no"}`],
    ['in broken JSON', (token) => `{"status":"error","message":"${token}"`],
    ['beyond all depth', (token) => `{"a":${'['.repeat(9_000)}"${token}"${']'.repeat(9_000)}}`],
  ];
  function upper(text: string): string {
    return text.replace(/([u%]\w{2,4})/g, (part) => part[0] + part.slice(1).toUpperCase());
  }

  describe.each([200, 400])('from a service that answers %i', (status) => {
    it.each(writings)('and writes the token back %s', async (_, write) => {
      given.length = 0;
      const echo = embeddedUpstream(async (request) => {
        const token = (request.headers.get('authorization') ?? '').replace('Bearer ', '');
        return new Response(write(token), { status, headers: { 'content-type': 'application/json' } });
      });
      edge = () => echo;
      await askForEverything();
      await ask('/session', signInRequest);
      edge = null;
      expectNone(given.join('\n'));
      expectNone(await kept());
    });

    it.each([
      ['the type of its answer', { 'content-type': `text/${CRESTLINE}` }],
      ['the parameters of that type', { 'content-type': `text/html; charset=${CRESTLINE}` }],
      ['a type of JSON', { 'content-type': `application/${CRESTLINE}+json` }],
      ['the pause that it asks for', { 'retry-after': CRESTLINE, 'content-type': 'application/json' }],
      ['the pause of a page', { 'retry-after': `5 ${CRESTLINE}`, 'content-type': 'text/html' }],
      ['a header of its own', { 'x-token': CRESTLINE, 'content-type': 'application/json' }],
    ])('and writes the token into %s', async (_, headers) => {
      given.length = 0;
      edge = () => embeddedUpstream(async () => new Response('{"status":"error"}', { status, headers }));
      await askForEverything();
      await ask('/session', signInRequest);
      edge = null;
      expectNone(given.join('\n'));
      expectNone(await kept());
    });
  });

  it.each<[string, (real: Upstream) => Upstream]>([
    [
      'says the token back in its failures',
      () =>
        async ({ headers }) =>
          envelope(400, `Bad ${headers.authorization}`),
    ],
    [
      'says the token back in what it refuses',
      () =>
        async ({ headers }) =>
          envelope(403, `No ${headers.authorization}`),
    ],
    [
      'says the token back in its answers',
      (real) => async (request) => {
        const reply = await real(request);
        const { data } = JSON.parse(new TextDecoder().decode(reply.body));
        const echoed = { status: 'success', message: `For ${request.headers.authorization}`, data };
        return { ...reply, status: 200, body: new TextEncoder().encode(JSON.stringify(echoed)) };
      },
    ],
    [
      'fails with the token in its words',
      () => async (request) => {
        throw new UpstreamFault('broken', new Error(`broke with ${request.headers.authorization}`));
      },
    ],
    [
      'fails in a way that nobody foresaw',
      () => async (request) => {
        throw new Error(`unforeseen ${request.headers.authorization}`);
      },
    ],
  ])('where the service %s', async (_, faulty) => {
    given.length = 0;
    edge = faulty;
    await askForEverything();
    edge = null;
    expectNone(given.join('\n'));
    expectNone(await kept());
  });

  it('into its store or its log', async () => {
    const text = await kept();
    expect(text).toContain('/v1/api/credit/loan');
    expectNone(text);
  });
});

it('no secret, and no setting of the server’s, is in what is built for browsers', () => {
  const web = join(import.meta.dirname, '..', '..', 'dist', 'web');
  const files = readdirSync(web, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files
    .filter(({ name }) => !/\.(br|gz|woff2)$/.test(name))
    .map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), 'utf8') }));
  expect(texts.length).toBeGreaterThan(10);
  for (const { name, text } of texts) {
    expectNone(text);
    const named = /whsec_|SESSION_SECRET|DATABASE_URL|pledge_demo_|PRIVATE KEY/.exec(text);
    expect(named?.[0], name).toBeUndefined();
  }
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([]);
});
