import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserOf, ORIGIN, startTestGateway, type TestGateway, withKey } from '#tests/support/gateway.ts';
import { createMetrics } from './metrics.ts';

const SECRET = 'a secret of whoever collects';
const metrics = createMetrics({ secret: SECRET, desks: () => 3 });
let desk: TestGateway;

beforeAll(async () => {
  desk = await startTestGateway({ metrics, knownHosts: ['desk.test'], onOutcome: metrics.countWrite });
});
afterAll(() => desk.close());

describe('the metrics', () => {
  it('report routes, outcomes of writes and desks, and no ids', async () => {
    const gateway = metrics.measure(desk.gateway);
    const browser = browserOf(gateway, ORIGIN);
    await browser.signIn();
    await browser.fetch('/v1/api/creditor/credit/loans?page=1');
    await browser.fetch('/v1/api/nothing/66cc00000000000000000003');
    await browser.fetch('/v1/api/token/66aa00000000000000000001');
    await browser.fetch('/desk/approvals/66aa00000000000000000001');
    await browser.fetch('/desk/log.csv');
    await browser.fetch('/runs/66aa00000000000000000001/report.csv');
    const answer = await gateway(metricsRequest(`Bearer ${SECRET}`));
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = await answer.text();
    expect(text).toMatch(
      /pledge_request_duration_seconds_count\{route="\/v1\/api\/creditor\/credit\/loans",method="GET",status="200"\} 1/,
    );
    expect(text).toContain('route="unknown endpoint"');
    expect(text).toMatch(/route="\/v1\/api\/token\/\{tokenId\}",method="GET",status="404"\} 1/);
    expect(text).toMatch(/route="\/desk\/approvals\/\{id\}",method="GET",status="404"\} 1/);
    expect(text).toMatch(/route="\/desk\/log.csv",method="GET",status="200"\} 1/);
    expect(text).toMatch(/route="\/runs\/\{id\}\/report.csv",method="GET",status="404"\} 1/);
    expect(text).toContain('pledge_desks_connected 3');
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toMatch(/66(aa|cc)0000/);
  });

  it('count each outcome of writes from 0 on, so that an alert sees its first one', async () => {
    const answer = await metrics.answer(metricsRequest(`Bearer ${SECRET}`));
    const counts = (await answer.text()).match(/(?<=^pledge_writes_total\{outcome=").+/gm);
    expect(counts).toEqual(['done"} 0', 'refused"} 0', 'not-sent"} 0', 'unknown"} 0']);
  });

  it('count the outcomes of writes', async () => {
    const browser = desk.browser();
    await browser.signIn();
    const headers = withKey();
    await browser.fetch('/v1/api/members/m/orders/o/cancel', { method: 'POST', headers });
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

  it.each(['bearer', 'BEARER '])('open to the scheme “%s”', async (scheme) => {
    expect((await metrics.answer(metricsRequest(`${scheme} ${SECRET}`))).status).toBe(200);
  });

  it.each(['', 'Bearer ', `Bearer ${SECRET}x`, SECRET])('stay shut to “%s”', async (authorization) => {
    const answer = await metrics.measure(desk.gateway)(metricsRequest(authorization));
    expect(answer.status).toBe(401);
    expect(await answer.text()).not.toContain('pledge_');
  });

  it('are answered under the gateway’s own names alone, and with its headers', async () => {
    const gateway = metrics.measure(desk.gateway);
    const rebound = await gateway(metricsRequest(`Bearer ${SECRET}`, 'http://evil.example'));
    expect(rebound.status).toBe(400);
    expect(await rebound.text()).not.toContain('pledge_');
    for (const authorization of [`Bearer ${SECRET}`, 'Bearer x']) {
      const { headers } = await gateway(metricsRequest(authorization));
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    }
    const browser = browserOf(gateway, ORIGIN);
    const posted = await browser.fetch('/metrics', { method: 'POST' });
    expect(posted.status).toBe(405);
  });

  it('are no page where there are none', async () => {
    const without = await startTestGateway({ beside: desk });
    expect((await without.gateway(metricsRequest(`Bearer ${SECRET}`))).status).toBe(404);
  });
});

function metricsRequest(authorization: string, origin = ORIGIN): Request {
  return new Request(`${origin}/metrics`, { headers: { authorization } });
}
