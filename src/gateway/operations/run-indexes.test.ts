import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { addOrders, runsOf } from '#tests/support/runs.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';

let service: TestService;
let gateway: TestGateway;
/** The statements that read the whole journal, with their plans. */
const slow: string[] = [];
let explained = 0;

beforeAll(async () => {
  service = await startTestService();
  const { pool } = service.database;
  gateway = await startTestGateway({ beside: { service } as TestGateway, pool: () => explaining(pool) });
});
afterAll(async () => {
  await gateway.close();
  await service.close();
});

/** A pool that has every statement about the journal explained before it is run. */
function explaining(pool: Pool): Pool {
  return new Proxy(pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
      return async (text: string, values?: unknown[]) => {
        if (/desk\.journal/.test(text)) {
          const { rows } = await target.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          explained += 1;
          if (plan.includes('Seq Scan on journal')) slow.push(`${text}\n${plan}`);
        }
        return await target.query(text, values);
      };
    },
  });
}

it('no statement about a run reads the whole journal', async () => {
  const browser = gateway.browser();
  await browser.signIn();
  const runs = runsOf(browser);
  const many = Array.from({ length: 10_000 }, (_, nth) => ({ memberId: 'm', orderId: `o${nth}` }));
  await runs.create(randomUUID(), many);
  await service.database.pool.query('analyze desk.journal');
  slow.length = 0;
  const id = randomUUID();
  await runs.create(id, await addOrders(service.database.pool, 100, 'ab'));
  await runs.act(id, 'now');
  await runs.until(id, ({ counts }) => counts.done > 0);
  await runs.act(id, 'pause');
  await runs.lines(id, '&outcome=waiting');
  await runs.act(id, 'resume');
  await runs.until(id, ({ state }) => state === 'done');
  await runs.lines(id, '&outcome=done');
  expect((await browser.fetch(`/runs/${id}/report.csv`)).status).toBe(200);
  expect(explained).toBeGreaterThan(10);
  expect(slow).toEqual([]);
});
