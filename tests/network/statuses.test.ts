import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type JournalEntry, KEY_HEADER, NOTE_HEADER } from '#contract/operations.ts';
import { newReference, withReference } from '#contract/reference.ts';
import { embeddedUpstream, type Upstream } from '#gateway/proxy/upstream.ts';
import { startTestGateway, type TestBrowser, type TestGateway } from '#tests/support/gateway.ts';
import { type Lending, lendingOf, loanBody } from '#tests/support/lending.ts';

const STATUSES = Array.from({ length: 200 }, (_, nth) => 400 + nth);
/** What a service responds with only after it has read a request and carried out nothing. */
const REFUSALS = [400, 401, 403, 404, 409, 410, 413, 415, 422];
/** What Chromium or a proxy may answer with a second request. */
const RETRIED = [408, 421, 425, 429, 500];

/** A service that fails may have carried out the write all the same; here it mostly has. */
const isCarriedOut = (status: number) => !REFUSALS.includes(status) && status % 10 !== 5;

let gateway: TestGateway;
let browser: TestBrowser;
let lending: Lending;
let now = Date.now();
/** What the service responds to the next writes, and whether it carries them out all the same. */
let next = { status: 500, carriesOut: false };
const sent = new Map<string, number>();

beforeAll(async () => {
  const upstream: Upstream = async (request) => {
    const pass = () => embeddedUpstream(gateway.service.fetch)(request);
    if (request.target !== '/v1/api/credit/loan') return await pass();
    const { amount } = JSON.parse(Buffer.from(request.body ?? []).toString('utf8')) as { amount: string };
    sent.set(amount, (sent.get(amount) ?? 0) + 1);
    const { status, carriesOut } = next;
    if (carriesOut) await pass();
    const body = new TextEncoder().encode('{"status":"error","message":"not now"}');
    return { status, contentType: 'application/json', retryAfter: '0', body };
  };
  gateway = await startTestGateway({ upstream, clock: () => now });
  browser = gateway.browser();
  lending = await lendingOf(gateway.service, 'Crestline', 'NGN');
});
afterAll(() => gateway.close());

/** Requests a loan as a browser does that sends a request again by itself: twice under one key. */
async function lendTwice(amount: string, reference: string): Promise<Response[]> {
  const reason = withReference('Stock', reference);
  const init = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [KEY_HEADER]: randomUUID(),
      [NOTE_HEADER]: Buffer.from(JSON.stringify({ reference })).toString('base64url'),
    },
    body: JSON.stringify({ ...loanBody(lending), amount, repayment_amount: amount, reason }),
  };
  const send = () => browser.fetch('/v1/api/credit/loan', init);
  return await Promise.all([send(), send()]);
}

async function entries(): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  let before: string | null = '';
  while (before !== null) {
    const response = await browser.fetch(
      `/journal?kind=createLoan&limit=100${before && `&before=${before}`}`,
    );
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: { entries: JournalEntry[]; next: string | null } };
    found.push(...data.entries);
    before = data.next;
  }
  return found;
}

it('every status from 400 to 599 leaves one loan at most, and a journal that agrees with the service', async () => {
  const amountOf = (status: number) => `${status}.25`;
  for (const status of STATUSES) {
    // A token that was refused ends the session.
    if (status === 400 || status === 402) await browser.signIn();
    next = { status, carriesOut: isCarriedOut(status) };
    const responses = await lendTwice(amountOf(status), newReference());
    for (const response of responses) expect(RETRIED).not.toContain(response.status);
    const [first] = responses;
    if (REFUSALS.includes(status)) expect(first?.status).toBe(status);
    else expect([202, 502, 503, 504]).toContain(first?.status);
    if (status !== 401) expect([status, sent.get(amountOf(status))]).toEqual([status, 1]);
  }
  const outcomes = async () =>
    Object.fromEntries((await entries()).map(({ body, outcome }) => [String(body?.amount), outcome]));
  // Each round is another pause between checks.
  for (let round = 0; round < 60; round += 1) {
    now += 10_000;
    await gateway.operations.resolver.sweep();
    if (!Object.values(await outcomes()).includes('unknown')) break;
  }
  const settled = await outcomes();
  const { rows } = await gateway.service.database.pool.query<{ amount: string; loans: number }>(
    'select amount, count(*)::int as loans from service.loan group by amount',
  );
  const loans = new Map(rows.map((row) => [row.amount, row.loans]));
  const found = STATUSES.map((status) => {
    const amount = amountOf(status);
    return [status, settled[amount], loans.get(amount) ?? 0];
  });
  expect(found).toEqual(
    STATUSES.map((status) => {
      if (REFUSALS.includes(status)) return [status, 'refused', 0];
      return isCarriedOut(status) ? [status, 'done', 1] : [status, 'not-done', 0];
    }),
  );
});
