import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JournalEntry, KEY_HEADER, NOTE_HEADER, SAME_AS_HEADER } from '#contract/operations.ts';
import { newReference, withReference } from '#contract/reference.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';
import { orderOf } from '#tests/support/orders.ts';
import { embeddedUpstream, type Upstream, UpstreamFault } from '../proxy/upstream.ts';
import { firstCheckAt, nextCheckAt, provesNothing } from './schedule.ts';

let gateway: TestGateway;
let browser: TestBrowser;
let lending: Lending;
let edge: Upstream | null = null;
let now = Date.now();
let cents = 0;

const real: Upstream = async (request) => await embeddedUpstream(gateway.service.fetch)(request);

beforeAll(async () => {
  gateway = await startTestGateway({
    clock: () => now,
    upstream: async (request) => await (edge ?? real)(request),
  });
  browser = gateway.browser();
  lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
});
beforeEach(async () => {
  edge = null;
  // The service keeps real time: a loan that it creates must not seem older than its request.
  now = Date.now();
  await gateway.service.database.pool.query('truncate desk.journal');
  await browser.signIn();
});
afterAll(() => gateway.close());

interface Lent {
  id: string;
  amount: string;
}

/**
 * Asks for a loan whose answer is lost; `arrives` says whether the service still creates it. With `same`, it is the same
 * loan as that one, and confirmed.
 */
async function lose(
  arrives: boolean,
  reference: string | null,
  reason = withReference('', reference),
  same?: Lent,
): Promise<Lent> {
  cents += 1;
  const body = loanBody(lending);
  const amount = same?.amount ?? (Number(body.amount) - cents).toFixed(2);
  edge = async (request) => {
    if (request.method === 'POST' && arrives) await real(request);
    throw new UpstreamFault('broken');
  };
  const response = await browser.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [KEY_HEADER]: randomUUID(),
      [NOTE_HEADER]: Buffer.from(JSON.stringify(reference ? { reference } : {})).toString('base64url'),
      ...(same && { [SAME_AS_HEADER]: same.id }),
    },
    body: JSON.stringify({
      ...body,
      amount,
      repayment_amount: amount,
      reason,
    }),
  });
  edge = null;
  expect(response.status).toBe(502);
  return { id: response.headers.get('x-pledge-entry') ?? '', amount };
}

async function entry(id: string): Promise<JournalEntry> {
  const response = await browser.fetch(`/journal/${id}`);
  return ((await response.json()) as { data: JournalEntry }).data;
}

/** Lets time pass and the gateway check what is due. */
async function pass(seconds: number): Promise<void> {
  now += seconds * 1_000;
  await gateway.operations.resolver.sweep();
}

const act = async (id: string, action: string, body: object = {}) =>
  await browser.fetch(`/journal/${id}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('a loan whose answer was lost', () => {
  it('is done once its reference is found in the list of loans, and repeats get the loan', async () => {
    const { id, amount } = await lose(true, newReference());
    await pass(2);
    const found = await entry(id);
    expect(found).toMatchObject({
      outcome: 'done',
      by: 'this-request',
      reply: { amount: Number(amount) },
      checks: [{ complete: true, who: null }],
    });
    const { rows } = await gateway.service.database.pool.query('select token from desk.journal');
    expect(rows).toEqual([{ token: null }]);
  });

  it('is not taken for a loan that another request with its reference created', async () => {
    const reference = newReference();
    const first = await lose(true, reference);
    await pass(2);
    const second = await lose(false, reference, undefined, first);
    await pass(2);
    expect([(await entry(first.id)).outcome, (await entry(second.id)).outcome]).toEqual(['done', 'unknown']);
  });

  it('is not taken for that loan either if both are checked at the same moment', async () => {
    const reference = newReference();
    const first = await lose(true, reference);
    const second = await lose(false, reference, undefined, first);
    let held: (() => void)[] = [];
    // Both have read the list before either of them is recorded.
    edge = async (request) => {
      const reply = await real(request);
      await new Promise<void>((resolve) => held.push(resolve));
      return reply;
    };
    now += 2_000;
    const swept = gateway.operations.resolver.sweep();
    await expect.poll(() => held.length).toBe(2);
    edge = null;
    for (const letGo of held) letGo();
    held = [];
    await swept;
    await pass(4);
    const ended = await Promise.all([first, second].map(({ id }) => entry(id)));
    expect(ended.map(({ outcome }) => outcome).sort()).toEqual(['done', 'unknown']);
  });

  it('is found although more than a hundred loans were created after it', async () => {
    const { id } = await lose(true, newReference());
    for (let made = 0; made < 105; made += 1) await createLater();
    await pass(2);
    expect(await entry(id)).toMatchObject({ outcome: 'done', by: 'this-request' });
  });

  it('is not done after three complete checks, the last at least 30 s after the time limit', async () => {
    const { id } = await lose(false, newReference());
    for (const pause of [1, 2, 4, 8, 15]) {
      await pass(pause);
      expect(await entry(id)).toMatchObject({ outcome: 'unknown' });
    }
    await pass(30);
    const ended = await entry(id);
    expect(ended).toMatchObject({ outcome: 'not-done', by: null, nextCheckAt: null });
    expect(ended.checks).toHaveLength(6);
    expect(ended.checks.every(({ complete }) => complete)).toBe(true);
  });

  it('stays unknown while the list can’t be read', async () => {
    const { id } = await lose(true, newReference());
    edge = async () => ({
      status: 500,
      contentType: 'application/json',
      retryAfter: null,
      body: new TextEncoder().encode('{"status":"error","message":"no"}'),
    });
    for (let i = 0; i < 7; i += 1) await pass(60);
    await pass(300);
    edge = null;
    const open = await entry(id);
    expect(open).toMatchObject({ outcome: 'unknown' });
    expect(open.checks.length).toBeGreaterThanOrEqual(8);
    expect(open.checks.some(({ complete }) => complete)).toBe(false);
  });

  it('isn’t taken for another loan that carries its reference', async () => {
    const reference = newReference();
    const { id } = await lose(false, reference);
    await createLater(withReference('', reference));
    for (const pause of [1, 2, 4, 8, 15, 30, 60]) await pass(pause);
    expect(await entry(id)).toMatchObject({ outcome: 'unknown', candidates: [{ borrower: lending.userId }] });
  });

  it('waits for a person’s choice among candidates if it has no reference', async () => {
    const { id, amount } = await lose(true, null);
    for (const pause of [1, 2, 4, 8, 15, 30, 60]) await pass(pause);
    const open = await entry(id);
    expect(open).toMatchObject({ outcome: 'unknown', candidates: [{ amount: Number(amount) }] });
    const [candidate] = open.candidates;
    expect((await act(id, 'choose', { loan: 'another' })).status).toBe(409);
    expect((await act(id, 'choose', { loan: candidate?.id })).status).toBe(200);
    const chosen = await entry(id);
    expect(chosen).toMatchObject({ outcome: 'done', by: 'person', reply: { id: candidate?.id } });
    expect(chosen.checks.at(-1)).toMatchObject({ who: 'Crestline Capital' });
  });

  it.each([
    ['in the note only', 'K7QF-2M', 'Working capital'],
    ['of a form of its own', 'PL-7Q2M', 'Working capital PL-7Q2M'],
    ['in the reason only', null, `Working capital [ref ${newReference()}]`],
  ])('is never called not done if its reference is %s', async (_, reference, reason) => {
    const { id, amount } = await lose(true, reference, reason);
    for (const pause of [1, 2, 4, 8, 15, 30, 60]) await pass(pause);
    const { outcome, candidates } = await entry(id);
    expect(outcome).toBe('unknown');
    expect(candidates).toMatchObject([{ amount: Number(amount) }]);
  });

  it.each([
    ['currency', `'"ngn"'`],
    ['amount', `to_jsonb((body->>'amount')::numeric)`],
    ['duration', `to_jsonb(body->>'duration')`],
  ])('is a candidate also if the service writes its %s otherwise than the request', async (name, written) => {
    const { id, amount } = await lose(true, null);
    const rewrite = `update desk.journal set body = jsonb_set(body, '{${name}}', ${written}) where id = $1`;
    await gateway.service.database.pool.query(rewrite, [id]);
    for (const seconds of [2, 60, 60, 60]) await pass(seconds);
    const { outcome, candidates } = await entry(id);
    expect(outcome).toBe('unknown');
    expect(candidates).toMatchObject([{ amount: Number(amount), currency: 'NGN' }]);
  });

  it('is a candidate also if the clock of the service is hours slow', async () => {
    now += 3 * 3_600_000;
    await browser.signIn();
    const { id, amount } = await lose(true, null);
    for (const pause of [1, 2, 4, 8, 15, 30, 60]) await pass(pause);
    const { outcome, candidates } = await entry(id);
    expect(outcome).toBe('unknown');
    expect(candidates).toMatchObject([{ amount: Number(amount) }]);
  });

  it('stands in the way of the same loan once it is closed as undetermined', async () => {
    const first = await lose(true, null);
    await act(first.id, 'close', { reason: 'Agreed with the service desk' });
    const again = await askFor(first.amount);
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ code: 'SAME_LOAN', data: { entry: first.id } });
    expect((await askFor(first.amount, { [SAME_AS_HEADER]: first.id })).status).toBe(201);
  });

  it('stands in the way of the same loan for as long as it is unknown', async () => {
    const first = await lose(true, null);
    now += 25 * 3_600_000;
    await browser.signIn();
    const again = await askFor(first.amount);
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ code: 'SAME_LOAN', data: { entry: first.id } });
  });

  it('is checked until it is known also if no one could check it for more than a day', async () => {
    const { id } = await lose(false, newReference());
    now += 25 * 3_600_000;
    await browser.signIn();
    edge = async () => {
      throw new UpstreamFault('broken');
    };
    await pass(2);
    edge = null;
    expect(await entry(id)).toMatchObject({ outcome: 'unknown', checks: [{ complete: false }] });
    for (const pause of [2, 4, 8]) await pass(pause);
    expect(await entry(id)).toMatchObject({ outcome: 'not-done' });
  });

  it('can’t be chosen for two requests, also at the same moment', async () => {
    const first = await lose(true, null);
    const second = await lose(false, null, undefined, first);
    await pass(2);
    const [one, two] = await Promise.all([entry(first.id), entry(second.id)]);
    const loan = one.candidates[0]?.id;
    expect([one.candidates, two.candidates]).toMatchObject([[{ id: loan }], [{ id: loan }]]);
    const answers = await Promise.all([first, second].map(({ id }) => act(id, 'choose', { loan })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isFirst = answers[0]?.status === 200;
    const [taken, left] = isFirst ? [first, second] : [second, first];
    expect(await answers[isFirst ? 1 : 0]?.json()).toMatchObject({
      code: 'ALREADY_DECIDED',
      message:
        'Another request, by Crestline Capital, is already recorded as the one that created this loan. Nothing was changed. Choose another loan, check again, or close this request as undetermined.',
      data: { entry: taken.id },
    });
    expect(await entry(left.id)).toMatchObject({ outcome: 'unknown', reply: null });
    await pass(4);
    expect((await entry(left.id)).candidates).toEqual([]);
  });

  it('can be closed as undetermined by a person with a reason, once', async () => {
    const { id } = await lose(true, null);
    expect((await act(id, 'close', {})).status).toBe(400);
    expect((await act(id, 'close', { reason: 'Agreed with the service desk' })).status).toBe(200);
    expect(await entry(id)).toMatchObject({ outcome: 'undetermined', by: 'person', nextCheckAt: null });
    expect((await act(id, 'close', { reason: 'again' })).status).toBe(409);
  });

  it('is recorded as done if its answer comes after a person closed it', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isSent = false;
    edge = async (request) => {
      if (request.method === 'POST') {
        isSent = true;
        await held;
      }
      return await real(request);
    };
    cents += 1;
    const body = loanBody(lending);
    const amount = (Number(body.amount) - cents).toFixed(2);
    const response = browser.fetch('/v1/api/credit/loan', {
      method: 'POST',
      headers: { 'content-type': 'application/json', [KEY_HEADER]: randomUUID() },
      body: JSON.stringify({ ...body, amount, repayment_amount: amount }),
    });
    // Another gateway takes it over, as if this one were cut off from the database.
    const takeOver = `update desk.journal set outcome = 'unknown', claimed_by = null where outcome = 'pending' returning id`;
    await expect.poll(() => isSent).toBe(true);
    const { id } = (await gateway.service.database.pool.query(takeOver)).rows[0];
    expect((await act(id, 'close', { reason: 'It takes too long' })).status).toBe(200);
    letGo();
    expect((await response).status).toBe(201);
    expect(await entry(id)).toMatchObject({
      outcome: 'done',
      by: 'this-request',
      reply: { amount: Number(amount) },
      checks: [{ saw: 'Closed as undetermined: It takes too long' }],
    });
  });

  it('is checked when a person asks for it', async () => {
    const { id } = await lose(true, newReference());
    const answer = await act(id, 'check');
    expect(answer.status).toBe(202);
    await expect.poll(async () => (await entry(id)).outcome).toBe('done');
    expect((await entry(id)).checks).toMatchObject([{ who: 'Crestline Capital' }]);
  });

  it('is checked again at once if a person asks for it while a check is under way', async () => {
    const { id } = await lose(false, newReference());
    let letGo = () => {};
    now += 2_000;
    let swept: Promise<void> | undefined;
    await new Promise<void>((isHeld) => {
      edge = async (request) => {
        await new Promise<void>((resolve) => {
          letGo = resolve;
          isHeld();
        });
        return await real(request);
      };
      swept = gateway.operations.resolver.sweep();
    });
    expect((await act(id, 'check')).status).toBe(202);
    edge = null;
    letGo();
    await swept;
    await pass(0);
    const { checks } = await entry(id);
    expect(checks.map(({ who }) => who)).toEqual([null, 'Crestline Capital']);
  });

  it('stops being checked with a refused token, says so, and resumes at the next sign-in', async () => {
    const { id } = await lose(true, newReference());
    edge = async () => ({
      status: 401,
      contentType: 'application/json',
      retryAfter: null,
      body: new TextEncoder().encode('{"status":"error","message":"no"}'),
    });
    await pass(2);
    const { rows } = await gateway.service.database.pool.query('select blocked, outcome from desk.journal');
    expect(rows).toEqual([{ blocked: true, outcome: 'unknown' }]);
    edge = null;
    await browser.signIn();
    await expect.poll(async () => (await entry(id)).outcome).toBe('done');
  });
});

describe('a cancellation whose answer was lost', () => {
  async function loseCancel(arrives: boolean, before?: (order: string) => Promise<void>): Promise<string> {
    const order = await orderOf(gateway.service.database.pool, {});
    await before?.(order.id);
    edge = async (request) => {
      if (arrives) await real(request);
      throw new UpstreamFault('timeout');
    };
    const response = await browser.fetch(`/v1/api/members/${order.memberId}/orders/${order.id}/cancel`, {
      method: 'POST',
      headers: { [KEY_HEADER]: randomUUID() },
    });
    edge = null;
    return response.headers.get('x-pledge-entry') ?? '';
  }

  it.each([true, false])('is repeated and done by this request (arrived: %s)', async (arrives) => {
    const id = await loseCancel(arrives);
    await pass(2);
    expect(await entry(id)).toMatchObject({
      outcome: 'done',
      by: 'this-request',
      reply: { status: 'Terminated' },
    });
  });

  it('is found out soon although hundreds wait for their checks', { timeout: 40_000 }, async () => {
    await loseCancel(true);
    const { pool } = gateway.service.database;
    await pool.query(
      `insert into desk.journal
       select (jsonb_populate_record(j, jsonb_build_object('id', lpad(n::text, 28, '0'), 'key', gen_random_uuid()))).*
       from desk.journal j, generate_series(1, 299) n`,
    );
    now += 2_000;
    gateway.operations.resolver.nudge();
    const isOver = async () =>
      (await pool.query(`select from desk.journal where outcome = 'unknown' limit 1`)).rows.length === 0;
    await vi.waitFor(async () => expect(await isOver()).toBe(true), { timeout: 20_000, interval: 200 });
  });

  it('never claims an order that another request may have cancelled', async () => {
    const id = await loseCancel(false, async (order) => {
      await gateway.service.database.pool.query(
        `update service.member_order set status = 'Terminated' where id = $1`,
        [order],
      );
    });
    await pass(2);
    expect(await entry(id)).toMatchObject({ outcome: 'done', by: 'this-or-earlier' });
  });

  it('is done if a check was cancelling the order while a person closed it', async () => {
    const id = await loseCancel(false);
    now += 2_000;
    let letGo = () => {};
    let swept: Promise<void> | undefined;
    await new Promise<void>((isHeld) => {
      edge = async (request) => {
        const reply = await real(request);
        await new Promise<void>((resolve) => {
          letGo = resolve;
          isHeld();
        });
        return reply;
      };
      swept = gateway.operations.resolver.sweep();
    });
    expect((await act(id, 'close', { reason: 'It takes too long' })).status).toBe(200);
    letGo();
    await swept;
    const found = await entry(id);
    expect(found).toMatchObject({ outcome: 'done', by: 'this-request', reply: { status: 'Terminated' } });
    expect(found.checks.map(({ complete }) => complete)).toEqual([false, true]);
  });

  it('gives the service the pause that it asks for, and no more than five minutes', async () => {
    const id = await loseCancel(false);
    edge = async () => ({
      status: 429,
      contentType: 'application/json',
      retryAfter: '31536000',
      body: new TextEncoder().encode('{"status":"error","message":"slow down"}'),
    });
    await pass(2);
    edge = null;
    const { nextCheckAt: next } = await entry(id);
    expect(Date.parse(next ?? '') - now).toBe(300_000);
  });
});

describe('the gateway', () => {
  it('takes over what a dead one left in the middle of sending', async () => {
    const dead = await startTestGateway({
      clock: () => now,
      upstream: () => new Promise(() => {}),
      tokenSource: { ask: async () => 'accepted' },
      beside: gateway,
      timeoutMs: 60_000,
    });
    const other = dead.browser();
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    const order = await orderOf(gateway.service.database.pool, {});
    void other.fetch(`/v1/api/members/${order.memberId}/orders/${order.id}/cancel`, {
      method: 'POST',
      headers: { [KEY_HEADER]: randomUUID() },
    });
    const { pool } = gateway.service.database;
    const outcome = async () => (await pool.query('select outcome from desk.journal')).rows[0]?.outcome;
    await expect.poll(outcome).toBe('pending');
    await gateway.operations.resolver.sweep();
    expect(await outcome()).toBe('pending');
    await dead.operations.stop();
    await gateway.operations.resolver.sweep();
    expect(await outcome()).toBe('unknown');
    await pass(2);
    expect(await outcome()).toBe('done');
  });
});

async function askFor(amount: string, headers = {}): Promise<Response> {
  return await browser.fetch('/v1/api/credit/loan', {
    method: 'POST',
    headers: { 'content-type': 'application/json', [KEY_HEADER]: randomUUID(), ...headers },
    body: JSON.stringify({ ...loanBody(lending), amount, repayment_amount: amount }),
  });
}

/** Creates a loan by itself, past the gateway. */
async function createLater(reason?: string): Promise<void> {
  cents += 1;
  const body = loanBody(lending);
  const amount = (Number(body.amount) - cents).toFixed(2);
  const answer = await gateway.service.call('createLoan', {
    body: { ...body, amount, repayment_amount: amount, ...(reason && { reason }) },
  });
  expect(answer.status).toBe(201);
}

describe('the schedule of checks', () => {
  const instant = fc.integer({ min: 0, max: 4e12 });

  it('comes ever more seldom, never twice within a second, and ends after a day', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 400_000 }), (sentAt, pauseMs) => {
        let at = firstCheckAt(sentAt);
        let gap = 0;
        for (let count = 1; ; count += 1) {
          const next = nextCheckAt(at, sentAt, count, pauseMs);
          if (next === null) break;
          expect(next - at).toBeGreaterThanOrEqual(Math.max(gap, 1_000, pauseMs));
          gap = next - at;
          at = next;
          expect(count).toBeLessThan(400);
        }
        expect(at - sentAt).toBeGreaterThan(24 * 3_600_000);
      }),
    );
  });

  it('never proves that nothing was done before 30 s after the time limit, or with fewer than three complete checks', () => {
    const check = fc.record({ after: fc.integer({ min: 0, max: 200_000 }), complete: fc.boolean() });
    fc.assert(
      fc.property(instant, fc.integer({ min: 100, max: 60_000 }), fc.array(check), (sentAt, limit, list) => {
        const checks = list
          .sort((a, b) => a.after - b.after)
          .map(({ after, complete }) => ({ at: new Date(sentAt + after).toISOString(), complete }));
        const late = list.filter(({ complete, after }) => complete && after >= limit + 30_000);
        const complete = list.filter((each) => each.complete);
        expect(provesNothing(checks, sentAt, limit)).toBe(complete.length >= 3 && late.length > 0);
      }),
    );
  });
});
