import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JournalEntry, KEY_HEADER, NOTE_HEADER } from '#contract/operations.ts';
import { newReference, withReference } from '#contract/reference.ts';
import { loanIdentity } from '#contract/same-loan.ts';
import { type FragilePool, makeFragile } from '#tests/support/fragile-pool.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { embeddedUpstream, type Upstream, UpstreamFault, type UpstreamReply } from '../proxy/upstream.ts';

let database: FragilePool;
let gateway: TestGateway;
let browser: TestBrowser;
let lending: Lending;
/** Replaces the connection between the gateway and the service; null leaves it as it is. */
let edge: Upstream | null = null;
let now = Date.now();
let cents = 0;

const real: Upstream = async (request) => await embeddedUpstream(gateway.service.fetch)(request);
const json = (status: number, body: object): UpstreamReply => ({
  status,
  contentType: 'application/json',
  retryAfter: null,
  body: new TextEncoder().encode(JSON.stringify(body)),
});

beforeAll(async () => {
  gateway = await startTestGateway({
    pool: (own) => {
      database = makeFragile(own);
      return database.pool;
    },
    clock: () => now,
    upstream: async (request) => await (edge ?? real)(request),
  });
  lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
});
beforeEach(async () => {
  edge = null;
  now = Date.now();
  database.mend();
  await gateway.service.database.pool.query('truncate desk.journal');
  browser = gateway.browser();
  await browser.signIn();
});
afterAll(() => gateway.close());

function newLoan(more: object = {}) {
  cents += 1;
  const body = loanBody(lending);
  const amount = (Number(body.amount) - cents).toFixed(2);
  return { ...body, amount, repayment_amount: amount, ...more };
}

async function lend(body: object, reference: string | null = null) {
  const response = await browser.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [KEY_HEADER]: randomUUID(),
      [NOTE_HEADER]: Buffer.from(JSON.stringify(reference ? { reference } : {})).toString('base64url'),
    },
    body: JSON.stringify(body),
  });
  const entry = response.headers.get('x-pledge-entry') ?? '';
  return { status: response.status, entry, code: (await response.json()).code };
}

async function entryOf(id: string): Promise<JournalEntry> {
  return ((await (await browser.fetch(`/journal/${id}`)).json()) as { data: JournalEntry }).data;
}

/** Lets time pass and the gateway check what is due. */
async function pass(seconds: number): Promise<void> {
  now += seconds * 1_000;
  await gateway.operations.resolver.sweep();
}

describe('a cancellation with an id that is too long to be recorded', () => {
  it.each(['id', 'orderId'])('is refused, and the message names it: %s', async (name) => {
    const ids: Record<string, string> = { id: 'm', orderId: 'o', [name]: randomBytes(2_000).toString('hex') };
    const response = await browser.fetch(`/v1/api/members/${ids.id}/orders/${ids.orderId}/cancel`, {
      method: 'POST',
      headers: { [KEY_HEADER]: randomUUID() },
    });
    expect(response.status).toBe(400);
    const message = `${name}: must have at most 200 characters`;
    expect(await response.json()).toMatchObject({ code: 'MALFORMED_REQUEST', message });
  });
});

describe('a loan with fifty lines of the longest ids', () => {
  it('is recorded and sent, and is the same loan when it is asked for again', async () => {
    edge = async () => json(201, { status: 'success', message: 'Made.', data: { id: randomUUID() } });
    const collaterals = Array.from({ length: 50 }, () => ({
      token_id: randomBytes(50).toString('hex'),
      quantity: 1000,
    }));
    const body = newLoan({ collaterals });
    expect((await lend(body)).status).toBe(201);
    expect(await lend(body)).toMatchObject({ status: 409, code: 'SAME_LOAN' });
  });

  it('is the same loan as one that was recorded by an earlier version', async () => {
    const body = newLoan();
    const { entry } = await lend(body);
    const whole = 'update desk.journal set fingerprint = $2 where id = $1';
    await gateway.service.database.pool.query(whole, [entry, loanIdentity(body)]);
    expect(await lend(body)).toMatchObject({ status: 409, code: 'SAME_LOAN' });
  });
});

describe('a loan to which the service gives an id of more than 200 characters', () => {
  it.each([
    ['four thousand random characters', randomBytes(2_000).toString('hex')],
    ['a million equal ones', 'x'.repeat(1_000_000)],
  ])('stays unknown and is not searched for in every sweep: %s', async (_, loanId) => {
    const reference = newReference();
    let asked = 0;
    let loan: object = {};
    edge = async (request) => {
      if (request.target.startsWith('/v1/api/creditor/credit/loans')) {
        asked += 1;
        const data = { page: 1, limit: 100, docs: [loan], totalDocs: 1, hasNextPage: false };
        return json(200, { status: 'success', message: 'Loans.', data });
      }
      const reply = await real(request);
      if (request.method !== 'POST') return reply;
      const body = JSON.parse(new TextDecoder().decode(reply.body));
      loan = { ...body.data, id: loanId };
      return json(reply.status, { ...body, data: loan });
    };
    const { status, entry } = await lend(newLoan({ reason: withReference('', reference) }), reference);
    expect(status).toBe(502);
    expect(await entryOf(entry)).toMatchObject({ outcome: 'unknown', code: 'SERVICE_UNREADABLE' });
    // The loan may be this one: however often the list is read, nothing is proven.
    for (const pause of [1, 2, 4, 8, 15, 30, 60]) await pass(pause);
    const checked = await entryOf(entry);
    expect(checked).toMatchObject({ outcome: 'unknown', candidates: [] });
    expect(checked.checks.map(({ complete }) => complete)).toEqual(Array(7).fill(false));
    expect(asked).toBe(7);
  });
});

describe('a loan to which the service gives an id of 200 characters', () => {
  it('can be chosen as the one that a request created', async () => {
    const loanId = 'x'.repeat(200);
    let loan: object = {};
    edge = async (request) => {
      if (request.target.startsWith('/v1/api/creditor/credit/loans')) {
        const data = { page: 1, limit: 100, docs: [loan], totalDocs: 1, hasNextPage: false };
        return json(200, { status: 'success', message: 'Loans.', data });
      }
      const reply = await real(request);
      if (request.method !== 'POST') return reply;
      loan = { ...JSON.parse(new TextDecoder().decode(reply.body)).data, id: loanId };
      throw new UpstreamFault('broken');
    };
    const { entry } = await lend(newLoan());
    await pass(1);
    expect((await entryOf(entry)).candidates).toMatchObject([{ id: loanId }]);
    const response = await browser.fetch(`/journal/${entry}/choose`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ loan: loanId }),
    });
    expect(response.status).toBe(200);
    expect(await entryOf(entry)).toMatchObject({ outcome: 'done', by: 'person', reply: { id: loanId } });
  });
});

describe('a check that can’t be recorded', () => {
  it('is put off like one that found nothing, and goes on once it can be', async () => {
    let asked = 0;
    edge = async (request) => {
      if (request.method !== 'POST') asked += 1;
      const reply = await real(request);
      if (request.method === 'POST') throw new UpstreamFault('broken');
      return reply;
    };
    const reference = newReference();
    const { entry } = await lend(newLoan({ reason: withReference('', reference) }), reference);
    database.failAt('set checks = checks', 2);
    await pass(1);
    await pass(0);
    expect(asked).toBe(1);
    await pass(2);
    await pass(1);
    expect(asked).toBe(2);
    expect((await entryOf(entry)).outcome).toBe('unknown');
    await pass(4);
    expect(await entryOf(entry)).toMatchObject({ outcome: 'done', by: 'this-request' });
  });
});
