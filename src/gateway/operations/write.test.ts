import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type JournalEntry, KEY_HEADER, REPLAYED_HEADER, SAME_AS_HEADER } from '#contract/operations.ts';
import {
  describeDemo,
  startTestGateway,
  type TestBrowser,
  type TestGateway,
} from '#tests/support/gateway.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { orderOf, stateOf } from '#tests/support/orders.ts';
import { HARBOUR } from '#tests/support/service.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';

let gateway: TestGateway;
let beside: TestGateway;
let browser: TestBrowser;
let lending: Lending;
let edge: Upstream | null = null;
let sent = 0;
/** Each loan of this file asks for another amount, so that none is the same loan by accident. */
let cents = 0;

beforeAll(async () => {
  const upstream: Upstream = async (request) => {
    if (request.target === '/v1/api/credit/loan') sent += 1;
    return await (edge ?? embeddedUpstream(gateway.service.fetch))(request);
  };
  gateway = await startTestGateway({ upstream });
  beside = await startTestGateway({ upstream, beside: gateway, describeService: describeDemo });
  browser = gateway.browser();
  await browser.signIn();
  lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
});
beforeEach(() => {
  edge = null;
  sent = 0;
});
afterAll(async () => {
  await beside.close();
  await gateway.close();
});

type Loan = ReturnType<typeof newLoan>;

function newLoan() {
  cents += 1;
  const body = loanBody(lending);
  const amount = (Number(body.amount) - cents).toFixed(2);
  return { ...body, amount, repayment_amount: amount };
}

const lend = async (
  body: object,
  headers: Record<string, string> = { [KEY_HEADER]: randomUUID() },
  by = browser,
) =>
  await by.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function entryOf(response: Response): Promise<JournalEntry> {
  const answer = await browser.fetch(`/journal/${response.headers.get('x-pledge-entry')}`);
  return ((await answer.json()) as { data: JournalEntry }).data;
}

async function loansOf(amount: string): Promise<number> {
  const { rows } = await gateway.service.database.pool.query(
    'select count(*)::int as n from service.loan where amount = $1',
    [amount],
  );
  return rows[0].n;
}

describe('a write', () => {
  it.each([
    ['is missing', undefined],
    ['is no UUID', 'once'],
    ['is quoted on one side', `"${randomUUID()}`],
  ])('is refused and not sent if its key %s', async (_, key) => {
    const body = newLoan();
    const response = await lend(body, key === undefined ? {} : { [KEY_HEADER]: key });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REQUIRED' });
    expect(sent).toBe(0);
  });

  it('is sent as it was read, with no second field of a name', async () => {
    const body = newLoan();
    let text = '';
    edge = async (request) => {
      text = new TextDecoder().decode(request.body ?? undefined);
      return await embeddedUpstream(gateway.service.fetch)(request);
    };
    const response = await browser.fetch('/v1/api/credit/loan', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [KEY_HEADER]: randomUUID() },
      body: JSON.stringify(body).replace('{', '{"amount":"9000000",'),
    });
    expect(response.status).toBe(201);
    expect((await entryOf(response)).body).toEqual(body);
    expect(JSON.parse(text)).toEqual(body);
    expect(text.match(/"amount"/g)).toHaveLength(1);
  });

  it.each([
    ['Amount', 'amount', (body: Loan) => ({ ...body, Amount: '9000000' })],
    ['userId', 'user_id', (body: Loan) => ({ ...body, userId: 'another' })],
    ['u\u017fer_id', 'user_id', (body: Loan) => ({ ...body, u\u017fer_id: 'another' })],
    [
      'Quantity',
      'quantity',
      ({ collaterals, ...body }: Loan) => ({
        ...body,
        collaterals: collaterals.map((line) => ({ ...line, Quantity: 1 })),
      }),
    ],
  ])(
    'is refused and not sent with %s beside %s, which a service may take for one field',
    async (twin, name, change) => {
      const response = await lend(change(newLoan()));
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        status: 'error',
        code: 'MALFORMED_REQUEST',
        message: `${twin}: is too much like ${name}. Nothing was sent.`,
      });
      expect(sent).toBe(0);
    },
  );

  it('happens once under one key, and every repeat gets the first answer, at any gateway', async () => {
    const body = newLoan();
    const key = randomUUID();
    const other = beside.browser();
    await other.signIn();
    const first = lend(body, { [KEY_HEADER]: key });
    const answers = await Promise.all([
      first,
      lend(body, { [KEY_HEADER]: `"${key}"` }),
      lend(body, { [KEY_HEADER]: key.toUpperCase() }, other),
    ]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(texts).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get(REPLAYED_HEADER) === 'true')).toHaveLength(2);
    expect(new Set(answers.map(({ headers }) => headers.get('x-pledge-entry'))).size).toBe(1);
    expect(await loansOf(body.amount)).toBe(1);
    expect(sent).toBe(1);
  });

  it('is recorded without the long texts of a large answer, and a repeat gets the same', async () => {
    const body = newLoan();
    edge = async (request) => {
      const reply = await embeddedUpstream(gateway.service.fetch)(request);
      const { data, ...rest } = JSON.parse(new TextDecoder().decode(reply.body));
      const large = { ...rest, data: { ...data, reason: 'W'.repeat(1_000_000) } };
      return { ...reply, body: new TextEncoder().encode(JSON.stringify(large)) };
    };
    const key = randomUUID();
    const response = await lend(body, { [KEY_HEADER]: key });
    expect(response.status).toBe(201);
    const text = await response.text();
    expect(JSON.parse(text).data).toMatchObject({ amount: Number(body.amount), reason: 'W'.repeat(2_000) });
    expect(await (await lend(body, { [KEY_HEADER]: key })).text()).toBe(text);
    const entry = await entryOf(response);
    expect(entry).toMatchObject({ outcome: 'done', reply: JSON.parse(text).data });
    expect(sent).toBe(1);
  });

  it('gets the same refusal again under the same key', async () => {
    const body = { ...newLoan(), user_id: 'nobody' };
    const key = randomUUID();
    const [first, again] = [await lend(body, { [KEY_HEADER]: key }), await lend(body, { [KEY_HEADER]: key })];
    expect([first.status, again.status]).toEqual([404, 404]);
    expect(await again.text()).toBe(await first.text());
    expect(sent).toBe(1);
  });

  it('is refused if its key was used for another request', async () => {
    const key = randomUUID();
    await lend(newLoan(), { [KEY_HEADER]: key });
    const response = await lend(newLoan(), { [KEY_HEADER]: key });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    expect(sent).toBe(1);
  });

  it('may use a key that another organisation has used, and learns nothing of it', async () => {
    const key = randomUUID();
    await lend(newLoan(), { [KEY_HEADER]: key });
    const harbour = gateway.browser();
    await harbour.signIn(HARBOUR);
    const body = loanBody(await lendingOf(gateway.service, 'Harbour', 'NGN'));
    const response = await lend(body, { [KEY_HEADER]: key }, harbour);
    expect(response.headers.get(REPLAYED_HEADER)).toBeNull();
    expect(response.status).toBe(201);
  });

  it('is sent again under its key if nothing had reached the service', async () => {
    const body = newLoan();
    const key = randomUUID();
    edge = async () => {
      throw new UpstreamFault('unreachable');
    };
    const failed = await lend(body, { [KEY_HEADER]: key });
    expect(failed.status).toBe(503);
    expect(await entryOf(failed)).toMatchObject({ outcome: 'not-sent' });
    edge = null;
    const again = await lend(body, { [KEY_HEADER]: key });
    expect(again.status).toBe(201);
    expect(again.headers.get('x-pledge-entry')).toBe(failed.headers.get('x-pledge-entry'));
    expect(await entryOf(again)).toMatchObject({ outcome: 'done', by: 'this-request' });
  });

  it('answers 202 with its entry to a repeat while the outcome is unknown', async () => {
    const body = newLoan();
    const key = randomUUID();
    edge = async (request) => {
      const answer = await embeddedUpstream(gateway.service.fetch)(request);
      if (request.method === 'POST') throw new UpstreamFault('broken');
      return { ...answer, status: 503 };
    };
    const lost = await lend(body, { [KEY_HEADER]: key });
    expect(lost.status).toBe(502);
    const entry = lost.headers.get('x-pledge-entry');
    expect(await lost.json()).toMatchObject({ code: 'SERVICE_INTERRUPTED', data: { entry } });
    const repeat = await lend(body, { [KEY_HEADER]: key });
    expect(repeat.status).toBe(202);
    expect(await repeat.json()).toMatchObject({ data: { id: entry, outcome: 'unknown' } });
    expect(await loansOf(body.amount)).toBe(1);
  });

  it('never reaches a browser with a status that is retried, for any answer of the service', async () => {
    const seen: Record<number, [number, string]> = {};
    for (let status = 400; status <= 599; status += 1) {
      edge = async (request) => {
        if (request.method === 'GET') return await embeddedUpstream(gateway.service.fetch)(request);
        return {
          status,
          contentType: 'application/json',
          retryAfter: '0',
          body: new TextEncoder().encode('{"status":"error","message":"no"}'),
        };
      };
      const { memberId, id } = { memberId: 'm', id: 'o' };
      const response = await browser.fetch(`/v1/api/members/${memberId}/orders/${id}/cancel`, {
        method: 'POST',
        headers: { [KEY_HEADER]: randomUUID() },
      });
      const outcome = response.headers.get('x-pledge-entry') ? (await entryOf(response)).outcome : 'refused';
      seen[status] = [response.status, outcome];
      expect(response.headers.get('retry-after')).toBeNull();
      if (status === 401) await browser.signIn();
    }
    const refusals = [400, 401, 403, 404, 409, 410, 413, 415, 422];
    for (const [status, [answered, outcome]] of Object.entries(seen)) {
      const isRefusal = refusals.includes(Number(status));
      expect([status, outcome]).toEqual([status, isRefusal ? 'refused' : 'unknown']);
      expect([status, isRefusal ? answered : [502, 503, 504].includes(answered)]).toEqual([
        status,
        isRefusal ? Number(status) : true,
      ]);
    }
  });

  it('cancels an order once under many repeats', async () => {
    const order = await orderOf(gateway.service.database.pool, {});
    const headers = { [KEY_HEADER]: randomUUID() };
    const path = `/v1/api/members/${order.memberId}/orders/${order.id}/cancel`;
    const answers = await Promise.all([1, 2, 3].map(() => browser.fetch(path, { method: 'POST', headers })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { status, escrow } = await stateOf(gateway.service.database.pool, order.id);
    expect([status, escrow.filter(({ kind }) => kind === 'reversal').length]).toEqual(['Terminated', 1]);
  });

  it('is refused before it is recorded if its body is nested too deeply', async () => {
    const deep = `${'['.repeat(3_000)}${']'.repeat(3_000)}`;
    const response = await browser.fetch('/v1/api/credit/loan', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [KEY_HEADER]: randomUUID() },
      body: `{"user_id":${deep}}`,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('nested deeper') });
  });
});

describe('the same loan under another key', () => {
  it('needs a confirmation that names the earlier entry, from any person of the organisation', async () => {
    const body = newLoan();
    const ada = gateway.browser();
    await ada.signIn(undefined, { name: 'Ada Obi' });
    const first = await lend(body, undefined, ada);
    const entry = first.headers.get('x-pledge-entry') ?? '';
    const other = beside.browser();
    await other.signIn(undefined, { demoRole: 'creditor' });
    const again = { ...body, reason: 'another reason', amount: `0${body.amount}` };
    const refused = await lend(again, { [KEY_HEADER]: randomUUID() }, other);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toEqual({
      status: 'error',
      code: 'SAME_LOAN',
      message: expect.stringMatching(/^Ada Obi requested the same loan/),
      data: { entry, who: 'Ada Obi' },
    });
    // A creditor may not read others' entries: the answer gives the name and nothing else.
    expect((await other.fetch(`/journal/${entry}`)).status).toBe(404);
    expect(sent).toBe(1);
    const confirmed = await lend(body, { [KEY_HEADER]: randomUUID(), [SAME_AS_HEADER]: entry }, other);
    expect(confirmed.status).toBe(201);
    expect(await loansOf(body.amount)).toBe(2);
    const stale = await lend(body, { [KEY_HEADER]: randomUUID(), [SAME_AS_HEADER]: entry });
    expect(stale.status).toBe(409);
  });

  it('is created once if two people press at the same moment', async () => {
    const body = newLoan();
    const other = beside.browser();
    await other.signIn();
    const answers = await Promise.all([lend(body), lend(body, { [KEY_HEADER]: randomUUID() }, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await loansOf(body.amount)).toBe(1);
  });

  it('needs none if the earlier one was refused', async () => {
    const body = { ...newLoan(), duration: 900 };
    expect((await lend(body)).status).toBe(422);
    expect((await lend(body)).status).toBe(422);
    expect(sent).toBe(2);
  });
});
