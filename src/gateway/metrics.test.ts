import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOf, ORIGIN, startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { createJournal } from './journal.ts';
import { createMetrics } from './metrics.ts';

const SECRET = 'a secret of whoever collects';
const metrics = createMetrics({ secret: SECRET, desks: () => 3 });
let desk: TestGateway;

beforeAll(async () => {
  desk = await startTestGateway();
});
afterAll(() => desk.close());

describe('the metrics', () => {
  it('tell of routes, of what came of writes and of desks, and of nobody’s ids', async () => {
    const gateway = metrics.measure(desk.gateway);
    const browser = browserOf(gateway, ORIGIN);
    await browser.signIn();
    await browser.fetch('/v1/api/creditor/credit/loans?page=1');
    await browser.fetch('/v1/api/nothing/66cc00000000000000000003');
    await browser.fetch('/v1/api/token/66aa00000000000000000001');
    const answer = await gateway(metricsRequest(`Bearer ${SECRET}`));
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const text = await answer.text();
    expect(text).toMatch(
      /pledge_request_duration_seconds_count\{route="\/v1\/api\/creditor\/credit\/loans",method="GET",status="200"\} 1/,
    );
    expect(text).toContain('route="unknown endpoint"');
    expect(text).toMatch(/route="\/v1\/api\/token\/\{tokenId\}",method="GET",status="404"\} 1/);
    expect(text).toContain('pledge_desks_connected 3');
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toMatch(/66(aa|cc)0000/);
  });

  it('count what came of writes, which the journal still writes down', async () => {
    const { pool } = desk.service.database;
    const journal = metrics.countWrites(createJournal({ pool, clock: Date.now, pendingMs: 60_000 }));
    const id = await journal.begin(intent);
    await journal.settle(id, { outcome: 'refused', status: 403, code: null, message: null, reply: null });
    const { entries } = await journal.page(intent.owner, {}, null, 10);
    expect(entries).toMatchObject([{ id, outcome: 'refused' }]);
    const answer = await metrics.measure(desk.gateway)(metricsRequest(`Bearer ${SECRET}`));
    expect(await answer.text()).toContain('pledge_writes_total{outcome="refused"} 1');
  });

  it('leave the gateway the address of the connection, by which it limits sign-ins', async () => {
    const seen: (string | undefined)[] = [];
    const gateway = metrics.measure(async (_request, remote) => {
      seen.push(remote);
      return new Response();
    });
    await gateway(new Request(`${ORIGIN}/session`, { method: 'POST' }), '203.0.113.7');
    expect(seen).toEqual(['203.0.113.7']);
  });

  it.each(['', 'Bearer ', `Bearer ${SECRET}x`, SECRET])('stay shut to “%s”', async (authorization) => {
    const answer = await metrics.measure(desk.gateway)(metricsRequest(authorization));
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('pledge_');
  });
});

const intent = {
  owner: 'an organisation',
  kind: 'cancelOrder' as const,
  who: 'API client 1',
  target: { id: 'm', orderId: 'o' },
  note: {},
  body: null,
  requestId: 'r',
};

function metricsRequest(authorization: string): Request {
  return new Request(`${ORIGIN}/metrics`, { headers: { authorization } });
}
