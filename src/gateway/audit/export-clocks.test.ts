import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '#tests/support/service.ts';
import { migrateStore } from '../store.ts';
import { readerOf } from './audit-csv.ts';
import { createAuditLog } from './audit-log.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ data: 'empty' });
  await migrateStore(service.database.pool);
});
afterAll(async () => await service?.close());

it('exports every entry between dates although the clock of the gateway that exports is behind', async () => {
  const start = Date.parse('2026-11-23T10:00:00.000Z');
  const { pool } = service.database;
  const one = createAuditLog({ pool, clock: () => start + 5_000 });
  const behind = createAuditLog({ pool, clock: () => start + 4_000 });
  await one.append([{ owner: 'acme', action: 'write', who: null }]);
  const filter = { from: '2026-11-23T00:00:00.000Z' };
  const end = await behind.last('acme');
  expect(await behind.count('acme', filter, end.number)).toBe(1);
  // The record of the export itself, as the route appends it.
  await behind.append([{ owner: 'acme', action: 'export', who: null }]);
  const read = readerOf(behind, 'acme', filter, end.number);
  expect((await read()).map(({ number }) => number)).toEqual([1]);
});
