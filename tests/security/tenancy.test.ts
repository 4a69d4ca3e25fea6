import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract, type EndpointName, endpointNames, pathTo } from '#contract/contract.ts';
import { startTestGateway, type TestBrowser, type TestGateway, withKey } from '#tests/support/gateway.ts';
import { orderOf } from '#tests/support/orders.ts';
import { HARBOUR } from '#tests/support/service.ts';

let gateway: TestGateway;
let crestline: TestBrowser;
let harbour: TestBrowser;
beforeAll(async () => {
  gateway = await startTestGateway();
  crestline = gateway.browser();
  await crestline.signIn();
  harbour = gateway.browser();
  await harbour.signIn(HARBOUR);
});
afterAll(() => gateway.close());

const one = async (sql: string) => {
  const { rows } = await gateway.service.database.pool.query<{ id: string }>(
    `${sql} and organisation_id = (select id from service.organisation where name = 'Harbour') limit 1`,
  );
  return rows[0]?.id ?? '';
};

interface Asked {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}

/** What Crestline is answered, without what names the id that was asked for, and how much work it was. */
async function answered(name: EndpointName, { params, query = '', body }: Asked, ids: string[]) {
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const { method, path } = contract[name];
  const response = await crestline.fetch(pathTo(path, params) + query, {
    method,
    headers: { ...withKey(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  let text = await response.text();
  for (const id of ids) text = text.replaceAll(id, '…').replaceAll(encodeURIComponent(id), '…');
  const headers = [...response.headers].filter(([header]) => !/request-id|entry|date/.test(header));
  // Only the service's own statements: the gateway also works in the background.
  const isService = (call: unknown[]) => JSON.stringify(call[0]).includes('service');
  const work = queries.mock.calls.filter(isService).length;
  queries.mockRestore();
  return { status: response.status, text, headers, work };
}

/** Ids of Harbour that Crestline tries, each compared with an unknown one; the other ids are Crestline's own. */
async function attempts(): Promise<
  { what: string; name: EndpointName; id: string; ask: (id: string) => Asked }[]
> {
  const own = await orderOf(gateway.service.database.pool, {});
  const theirs = await orderOf(gateway.service.database.pool, { organisation: 'Harbour' });
  const token = await one('select id from service.token where true');
  const email = await one('select email as id from service.customer where total_trades > 0');
  const member = await gateway.service.call('listMembers');
  const loan = (user_id: string, token_id: string) => ({
    body: {
      user_id,
      amount: 100,
      currency: 'NGN',
      repayment_amount: 110,
      interest_rate: 0.02,
      duration: 3,
      collaterals: [{ token_id, quantity: 1000 }],
    },
  });
  const ownToken = (await gateway.service.call('listTokens')).body.data.tokens[0]._id;
  const ownUser = member.body.data.members[0].user._id;
  return [
    { what: 'a token', name: 'getToken', id: token, ask: (tokenId) => ({ params: { tokenId } }) },
    {
      what: 'a customer',
      name: 'listTransactions',
      id: email,
      ask: (id) => ({ query: `?email=${encodeURIComponent(id)}` }),
    },
    {
      what: 'an order of a member of its own',
      name: 'cancelOrder',
      id: theirs.id,
      ask: (orderId) => ({ params: { id: own.memberId, orderId } }),
    },
    {
      what: 'a member with an order of its own',
      name: 'cancelOrder',
      id: theirs.memberId,
      ask: (id) => ({ params: { id, orderId: own.id } }),
    },
    {
      what: 'a user with their order',
      name: 'cancelOrder',
      id: theirs.userId,
      ask: (id) => ({ params: { id, orderId: theirs.id } }),
    },
    { what: 'a borrower', name: 'createLoan', id: theirs.userId, ask: (id) => loan(id, ownToken) },
    { what: 'a collateral token', name: 'createLoan', id: token, ask: (id) => loan(ownUser, id) },
  ];
}

describe('another organisation’s ids', () => {
  it('are answered like unknown ids: the same status, words, headers and work', async () => {
    for (const { what, name, id, ask } of await attempts()) {
      expect(id, what).not.toBe('');
      const nobodys = id.includes('@') ? 'nobody@nowhere.example' : 'f'.repeat(id.length);
      const foreign = await answered(name, ask(id), [id, nobodys]);
      const unknown = await answered(name, ask(nobodys), [id, nobodys]);
      expect(foreign, what).toEqual(unknown);
      expect(foreign.text, what).not.toMatch(/harbour/i);
      expect(foreign.work, what).toBeGreaterThan(0);
    }
  });

  it('change nothing of theirs', async () => {
    const theirs = await orderOf(gateway.service.database.pool, { organisation: 'Harbour' });
    const path = pathTo(contract.cancelOrder.path, { id: theirs.memberId, orderId: theirs.id });
    expect((await crestline.fetch(path, { method: 'POST', headers: withKey() })).status).toBe(404);
    const { rows } = await gateway.service.database.pool.query(
      'select status from service.member_order where id = $1',
      [theirs.id],
    );
    expect(rows[0].status).toBe('Active');
  });

  it('stand in no list of it', async () => {
    const lists = endpointNames.filter(
      (name) => contract[name].method === 'GET' && !contract[name].path.includes('{'),
    );
    const idsIn = (text: string) => new Set(text.match(/"_?id":"[0-9a-f]{24}"|"email":"[^"]+"/g) ?? []);
    for (const name of lists.filter((each) => each !== 'listTransactions')) {
      const [own, theirs] = await Promise.all(
        [crestline, harbour].map(async (browser) => {
          const response = await browser.fetch(`${contract[name].path}?limit=100`);
          return idsIn(await response.text());
        }),
      );
      expect(own?.size, name).toBeGreaterThan(0);
      expect(
        [...(own ?? [])].filter((id) => theirs?.has(id)),
        name,
      ).toEqual([]);
    }
  });
});

describe('another organisation’s journal', () => {
  it('can’t be read, filtered into or decided', async () => {
    const theirs = await orderOf(gateway.service.database.pool, { organisation: 'Harbour' });
    const path = pathTo(contract.cancelOrder.path, { id: theirs.memberId, orderId: theirs.id });
    const written = await harbour.fetch(path, { method: 'POST', headers: withKey() });
    const entry = written.headers.get('x-pledge-entry') ?? '';
    expect(entry).toMatch(/^[0-9a-f]{28}$/);
    await gateway.service.database.pool.query("update desk.journal set outcome = 'unknown' where id = $1", [
      entry,
    ]);
    for (const query of [
      '',
      `?order=${theirs.id}`,
      `?member=${theirs.memberId}`,
      `?before=${'f'.repeat(28)}`,
    ]) {
      const response = await crestline.fetch(`/journal${query}`);
      expect(response.status).toBe(200);
      expect(await response.text()).not.toContain(entry);
    }
    const close = (by: TestBrowser, id: string) =>
      by.fetch(`/journal/${id}/close`, {
        method: 'POST',
        body: '{"reason":"mine"}',
        headers: { 'content-type': 'application/json' },
      });
    const [foreign, unknown] = [await close(crestline, entry), await close(crestline, '0'.repeat(28))];
    expect(foreign.status).toBe(404);
    expect((await foreign.text()).replaceAll(entry, '')).toBe(
      (await unknown.text()).replaceAll('0'.repeat(28), ''),
    );
    expect((await close(harbour, entry)).status).toBe(200);
  });
});
