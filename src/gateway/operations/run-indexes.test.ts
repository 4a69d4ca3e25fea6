import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts';
import { addOrders, holdInGrace, isCancellation, runsOf } from '#tests/support/runs.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';
import { embeddedUpstream } from '../proxy/upstream.ts';

let service: TestService;
let gateway: TestGateway;
/** Lets the service answer the second half of the run, which would be done before it can be paused otherwise. */
let goOn = () => {};
let cancelled = 0;
/** Whether the statements from now on are planned with what the database knows of a large journal. */
let isAnalysed = false;
/** The statements about the journal with what the database answered to them: their plan, or why it has none. */
const explained: string[] = [];

beforeAll(async () => {
  service = await startTestService();
  const { pool } = service.database;
  const secondHalf = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  gateway = await startTestGateway({
    beside: { service } as TestGateway,
    pool: () => explaining(pool),
    async upstream(request) {
      if (isCancellation(request)) {
        cancelled += 1;
        if (cancelled > 50) await secondHalf;
      }
      return await embeddedUpstream(service.fetch)(request);
    },
  });
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
        if (isAnalysed && /desk\.journal/.test(text)) {
          const answer = await target
            .query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
            .then(({ rows }) => rows.map((row) => row['QUERY PLAN']).join('\n'), String);
          explained.push(`${text}\n${answer}`);
        }
        return await target.query(text, values);
      };
    },
  });
}

it('no statement about a run reads the whole journal', async () => {
  onTestFailed(() => console.log([...explained, ...gateway.logged].join('\n\n')));
  const browser = gateway.browser();
  await browser.signIn();
  const runs = runsOf(browser);
  const many = Array.from({ length: 10_000 }, (_, nth) => ({ memberId: 'm', orderId: `o${nth}` }));
  const { pool } = service.database;
  await holdInGrace(pool, (await runs.create(randomUUID(), many)).id);
  await pool.query('analyze desk.journal');
  isAnalysed = true;
  const id = randomUUID();
  await runs.create(id, await addOrders(pool, 100, 'ab'));
  await runs.act(id, 'now');
  await runs.until(id, ({ counts }) => counts.done > 0);
  await runs.act(id, 'pause');
  goOn();
  await runs.lines(id, '&outcome=waiting');
  await runs.act(id, 'resume');
  await runs.until(id, ({ state }) => state === 'done');
  await runs.lines(id, '&outcome=done');
  const report = await browser.fetch(`/runs/${id}/report.csv`);
  expect(report.status, await report.text()).toBe(200);
  expect(explained.length).toBeGreaterThan(10);
  expect(explained.filter((text) => !text.includes('(cost='))).toEqual([]);
  expect(explained.filter((text) => text.includes('Seq Scan on journal'))).toEqual([]);
});
