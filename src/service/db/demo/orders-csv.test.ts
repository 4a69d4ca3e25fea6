import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenPool } from '#server/db/open.ts';
import { runOn } from '#tests/support/command.ts';
import { openInMemory } from '../open.ts';
import { loadDemo } from './load.ts';
import { demoOrders } from './orders-csv.ts';

let database: OpenPool;
const run = async (...args: string[]) => await runOn(database, demoOrders, args);

beforeAll(async () => {
  database = await openInMemory();
}, 60_000);
afterAll(async () => await database.close());

test('says what is missing where there is no demo organisation', async () => {
  await expect(run()).rejects.toThrow('no demo organisation Crestline');
  await expect(run('--organization', 'x')).rejects.toThrow('Usage: npm run demo:orders');
});

test('prints the orders of an organisation, those of its first member first', async () => {
  await loadDemo(database.pool, { now: Date.parse('2026-06-15T10:00:00Z'), timeZone: 'Africa/Lagos' });
  const [header, ...lines] = await run();
  expect(header).toBe('member_id,order_id,status,type');
  const first = lines[0]?.split(',')[0];
  const ofFirst = lines.filter((line) => line.startsWith(`${first},`));
  expect(ofFirst).toHaveLength(174);
  expect(lines.slice(0, 174)).toEqual(ofFirst);
  expect(ofFirst.filter((line) => line.endsWith(',Active,Swap'))).toHaveLength(42);
  expect(
    lines.every((line) => /^[0-9a-f]{24},[0-9a-f]{24},(Active|Terminated|Fulfilled),\w+$/.test(line)),
  ).toBe(true);
  expect(await run()).toEqual([header, ...lines]);

  const harbour = await run('--organisation', 'Harbour');
  expect(harbour.length).toBeGreaterThan(20);
  expect(harbour.slice(1).some((line) => lines.includes(line))).toBe(false);
  await expect(run('--organisation', 'Nobody')).rejects.toThrow('no demo organisation Nobody');
});

test('quotes a value that needs it, and keeps a spreadsheet from running it', async () => {
  const rename =
    'update service.member_order set type = $1 where id = (select min(id) from service.member_order)';
  for (const [type, cell] of [
    ['a,"b"\nc', '"a,""b""\nc"'],
    ['=1+1', "'=1+1"],
    ['x; =1+1', "x; '=1+1"],
  ] as const) {
    await database.pool.query(rename, [type]);
    const lines = [...(await run()), ...(await run('--organisation', 'Harbour'))];
    expect(lines.filter((line) => line.endsWith(`,${cell}`))).toHaveLength(1);
  }
});
