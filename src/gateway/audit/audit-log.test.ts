import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuditPerson } from '#contract/audit.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { verifyJournal } from '#service/commands/verify-journal.ts';
import { runOn } from '#tests/support/command.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';
import { migrateStore } from '../store.ts';
import { type AuditItem, type AuditLog, createAuditLog } from './audit-log.ts';

let service: TestService;
let log: AuditLog;
let now = Date.parse('2026-11-23T10:00:00.000Z');

beforeAll(async () => {
  service = await startTestService({ data: 'empty' });
  await migrateStore(service.database.pool);
  log = createAuditLog({ pool: service.database.pool, clock: () => now });
});
afterAll(async () => await service?.close());
beforeEach(async () => {
  await sql('truncate desk.audit, desk.audit_head');
});

const sql = async (text: string, values: unknown[] = []) => await service.database.pool.query(text, values);
const verify = async () => await runOn(service.database, verifyJournal, []);

const ADA: AuditPerson = {
  person: 'p-ada',
  name: 'Ada Obi',
  subject: 'auth0|1',
  verified: true,
  session: 's-1',
};

const item = (nth: number, more: Partial<AuditItem> = {}): AuditItem => ({
  owner: 'acme',
  action: 'write',
  who: ADA,
  target: { order: `o-${nth}`, member: 'm-1' },
  requestId: `r-${nth}`,
  reason: 'Duplicate',
  result: 'done',
  details: { kind: 'cancelOrder', nth },
  ...more,
});

async function record(count: number): Promise<void> {
  await log.append(Array.from({ length: count }, (_, nth) => item(nth + 1)));
}

describe('the audit log', () => {
  it('numbers the entries of each organisation from 1 and chains them', async () => {
    await log.append([item(1), item(2, { owner: 'other' }), item(3)]);
    await log.append([item(4, { who: null })]);
    const { entries } = await log.page('acme', {}, null, 10);
    expect(entries.map(({ number }) => number)).toEqual([3, 2, 1]);
    expect(entries.map(({ previous }) => previous)).toEqual([entries[1]?.hash, entries[2]?.hash, null]);
    expect(entries[0]).toMatchObject({ who: null, target: { order: 'o-4', member: 'm-1' } });
    expect(entries[1]).toMatchObject({ who: ADA, reason: 'Duplicate', requestId: 'r-3', result: 'done' });
    expect(await log.last('acme')).toEqual({ number: 3, hash: entries[0]?.hash });
    expect(await log.last('other')).toMatchObject({ number: 1 });
    expect(await log.last('nobody')).toEqual({ number: 0, hash: null });
    expect(await verify()).toEqual([
      `acme: all 3 entries match. The last hash is ${entries[0]?.hash}.`,
      expect.stringMatching(/^other: all 1 entries match\. The last hash is [0-9a-f]{64}\.$/),
    ]);
  });

  it('hashes the text that docs/audit-log.md gives as its example', async () => {
    now = Date.parse('2026-11-23T10:00:00.000Z');
    await log.append([item(1, { details: { kind: 'cancelOrder', b: [1.5, null, true], a: 'é"\n' } })]);
    const guide = readFileSync('docs/audit-log.md', 'utf8');
    const text = /```json\n(.+)\n```/.exec(guide)?.[1] ?? '';
    const { hash } = await log.last('acme');
    expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
    expect(guide).toContain(`Its hash is \`${hash}\`.`);
  });

  it('appends with the caller’s changes, or not at all', async () => {
    await record(1);
    const failing = inTransaction(service.database.pool, async (client) => {
      await log.appendIn(client, [item(2)]);
      throw new Error('the caller failed');
    });
    await expect(failing).rejects.toThrow('the caller failed');
    expect(await log.last('acme')).toMatchObject({ number: 1 });
    await log.append([item(3)]);
    expect(await verify()).toHaveLength(1);
  });

  it('keeps the chain whole when many append at once', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, nth) => log.append([item(nth), item(nth, { owner: 'other' })])),
    );
    expect(await log.last('acme')).toMatchObject({ number: 20 });
    expect(await verify()).toHaveLength(2);
  });

  it('gives pages by person, action, record, run and time', async () => {
    const run = '0f8fad5b-d9cb-469f-a165-70867728950e';
    await log.append([item(1), item(2, { who: null, action: 'outcome', target: { run, order: 'o-2' } })]);
    now += 60_000;
    await log.append([item(3, { target: { loan: 'l-1' } }), item(4, { who: { ...ADA, person: 'p-bo' } })]);
    await log.append([item(5, { owner: 'b', target: { entry: 'e-1' } })]);
    await log.append([item(5, { owner: 'b', target: { customer: 'c-1' } })]);
    const numbers = async (filter: Parameters<AuditLog['page']>[1]) =>
      (await log.page('acme', filter, null, 10)).entries.map(({ number }) => number);
    expect(await numbers({ person: 'p-ada' })).toEqual([3, 1]);
    expect(await numbers({ action: 'outcome' })).toEqual([2]);
    expect(await numbers({ loan: 'l-1' })).toEqual([3]);
    expect(await numbers({ member: 'm-1' })).toEqual([4, 1]);
    for (const [filter, number] of [[{ entry: 'e-1' }, 1] as const, [{ customer: 'c-1' }, 2] as const]) {
      expect((await log.page('b', filter, null, 10)).entries).toMatchObject([{ number }]);
    }
    expect(await numbers({ order: 'o-2', run })).toEqual([2]);
    expect(await numbers({ from: new Date(now).toISOString() })).toEqual([4, 3]);
    expect(await numbers({ to: new Date(now - 1).toISOString() })).toEqual([2, 1]);
    for (const filter of [{}, { from: '2026-01-01T00:00:00.000Z' }]) {
      const first = await log.page('acme', filter, null, 3);
      expect(first).toMatchObject({ next: 2, total: 4 });
      const second = await log.page('acme', filter, first.next, 3);
      expect(second).toMatchObject({ entries: [{ number: 1 }], next: null });
    }
  });
});

describe('journal:verify', () => {
  const moved = 'update desk.audit set number = $2 where number = $1';
  const TAMPERED: [string, () => Promise<unknown>, RegExp][] = [
    [
      'an edited entry',
      () => sql(`update desk.audit set result = 'refused' where number = 3`),
      /3 was changed/,
    ],
    ['a deleted entry', () => sql('delete from desk.audit where number = 3'), /Entry 3 is missing/],
    ['a deleted first entry', () => sql('delete from desk.audit where number = 1'), /Entry 1 is missing/],
    [
      'a deleted last entry',
      () => sql('delete from desk.audit where number = 5'),
      /5 is missing: the log was cut/,
    ],
    ['a deleted log', () => sql('delete from desk.audit'), /Entry 1 is missing: the log was cut/],
    [
      'a head that was set back',
      () => sql(`update desk.audit_head set number = 3`),
      /4 is beyond the recorded end/,
    ],
    ['a deleted head', () => sql('delete from desk.audit_head'), /1 is beyond the recorded end, entry 0/],
    [
      'reordered entries',
      async () => {
        for (const [from, to] of [
          [3, 99],
          [4, 3],
          [99, 4],
        ])
          await sql(moved, [from, to]);
      },
      /Entry 3 was changed/,
    ],
    [
      'entries that were closed up after a deletion',
      async () => {
        await sql('delete from desk.audit where number = 3');
        for (const from of [4, 5]) await sql(moved, [from, from - 1]);
        await sql('update desk.audit_head set number = 4');
      },
      /Entry 3 was changed/,
    ],
    ['an entry before the first', () => sql(moved, [5, 0]), /Entry 0 was added/],
    [
      'an entry of another organisation',
      () => sql(`update desk.audit set owner = 'b' where number = 5`),
      /acme: Entry 5/,
    ],
  ];
  it.each(TAMPERED)('finds %s', async (_, tamper, message) => {
    await record(5);
    await tamper();
    await expect(verify()).rejects.toThrow(message);
  });

  it('finds a last entry that was replaced with one that matches the entry before', async () => {
    await record(2);
    const { hash } = await log.last('acme');
    await sql('truncate desk.audit, desk.audit_head');
    await log.append([item(1), item(7)]);
    await sql('update desk.audit_head set hash = $1', [hash]);
    await expect(verify()).rejects.toThrow('acme: Entry 2 was replaced.');
  });

  it('walks a chain of several batches and says where a later one breaks', async () => {
    await record(2_100);
    expect(await verify()).toEqual([expect.stringContaining('all 2100 entries match')]);
    await sql(`update desk.audit set at = at + interval '1 millisecond' where number = 2050`);
    await expect(verify()).rejects.toThrow('acme: Entry 2050 was changed.');
  });

  it('names every organisation whose log does not match, and those that are whole', async () => {
    await log.append(['a', 'b', 'c'].map((owner) => item(1, { owner })));
    await sql(`update desk.audit set reason = 'Other' where owner <> 'b'`);
    await expect(verify()).rejects.toThrow('a: Entry 1 was changed.\nc: Entry 1 was changed.');
  });

  it('finds any edit of a single field', async () => {
    const json = fc.dictionary(
      fc.string({ maxLength: 5 }).filter((text) => !text.includes('\0')),
      fc.integer(),
    );
    const text = fc
      .string({ maxLength: 20 })
      .filter((value) => !value.includes('\0') && value.isWellFormed());
    const edits = fc.oneof(
      fc.tuple(
        fc.constantFrom('action', 'reason', 'request_id', 'result', 'previous', 'hash', 'owner'),
        text,
      ),
      fc.tuple(
        fc.constantFrom('who', 'target', 'details'),
        json.map((value) => JSON.stringify(value)),
      ),
      fc.tuple(fc.constant('number'), fc.integer({ min: -9, max: 9 }).map(String)),
      fc.tuple(
        fc.constant('at'),
        fc
          .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
          .map((date) => date.toISOString()),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), edits, async (number, [column, value]) => {
        await sql('truncate desk.audit, desk.audit_head');
        await record(4);
        // Two entries can't have the same number, and an edit to the same value is none.
        const { rowCount } = await sql(
          `update desk.audit set ${column} = $2 where number = $1 and ${column} is distinct from $2
           and not ('${column}' = 'number' and $2::text in ('1', '2', '3', '4'))`,
          [number, value],
        );
        if (rowCount === 0) return void (await verify());
        await expect(verify()).rejects.toThrow(/Entry/);
      }),
      { numRuns: 60 },
    );
  });

  it('says that a log is empty, and that a database has none', async () => {
    expect(await verify()).toEqual(['The audit log is empty.']);
    const other = await startTestService({ data: 'empty' });
    await expect(runOn(other.database, verifyJournal, [])).rejects.toThrow('This database has no audit log.');
    await other.close();
  });
});
