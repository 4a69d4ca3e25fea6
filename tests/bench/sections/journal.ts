import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createAuditLog } from '#gateway/audit/audit-log.ts';
import { createJournal, type JournalFilter } from '#gateway/operations/journal.ts';
import { migrateStore } from '#gateway/store.ts';
import { openShortLivedPool } from '#tests/support/short-lived-pool.ts';
import { median } from '../numbers.ts';
import { atMost, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

const ENTRIES = 1_000_000;
const LINES_OF_A_RUN = 500;
const OWNER = 'bench';

/** What a page of Activity costs in the database, however it is filtered, with a million entries in the journal. */
export async function journal(stage: Stage): Promise<Measured> {
  const title = `Journal on PostgreSQL: ${ENTRIES.toLocaleString('en')} entries, pages of 50`;
  const postgres = await stage.postgres();
  if (!postgres) return { title, lines: [], skipped: 'no PostgreSQL server is installed here' };
  const pool = openShortLivedPool(await postgres.createDatabase('journal'), 1);
  try {
    await migrateStore(pool);
    const { key, run, request } = await addEntries(pool);
    const filters: Record<string, JournalFilter> = {
      'no filter': {},
      'by kind': { kind: 'createLoan' },
      'by a frequent outcome': { outcome: 'done' },
      'by a rare outcome': { outcome: 'unknown' },
      'by dates': { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' },
      'by dates with nothing': { from: '2020-01-01T00:00:00Z', to: '2020-03-02T00:00:00Z' },
      'by dates and a rare outcome': { from: '2026-01-01T00:00:00Z', outcome: 'unknown' },
      'by dates and kind': { from: '2026-01-01T00:00:00Z', to: '2026-10-01T00:00:00Z', kind: 'createLoan' },
      'by person': { person: 'person3' },
      'by person and kind': { person: 'person3', kind: 'createLoan' },
      'by person and outcome': { person: 'person3', outcome: 'refused' },
      'by loan': { loan: 'loan500000' },
      'by member': { member: 'member77' },
      'by order': { order: 'order123456' },
      'by key': { key },
      'by run': { run },
      'by run and outcome': { run, outcome: 'refused' },
      'by member and outcome': { member: 'member77', outcome: 'refused' },
      'searched for an order': { q: 'order123456' },
      'searched for a member': { q: 'member77' },
      'searched for a run': { q: run },
      'searched for a request': { q: request },
      'searched for what there isn’t': { q: 'order0' },
      'searched for a person': { q: 'person 3' },
      'searched for people, and a rare outcome': { q: 'person', outcome: 'unknown' },
      'searched for a person, between dates': {
        q: 'person 3',
        from: '2026-03-01T00:00:00Z',
        to: '2026-03-02T00:00:00Z',
      },
    };
    const measured = async (read: (pool: pg.Pool) => Promise<unknown>) => {
      const times = [];
      for (let round = 0; round < stage.rounds(5); round += 1) {
        const explained = explaining(pool);
        await read(explained.pool);
        times.push(explained.took());
      }
      return median(times);
    };
    const lines = [];
    const log = (by: pg.Pool) => createAuditLog({ pool: by, clock: Date.now });
    for (const [what, filter] of Object.entries(filters)) {
      const worst = Math.max(
        await measured((by) => createJournal(by).page(OWNER, filter, null, 50)),
        await measured((by) => createJournal(by).page(OWNER, filter, idOf(ENTRIES / 2), 50)),
      );
      lines.push(
        atMost(worst, 10, {
          what,
          figure: `${worst.toFixed(2)} ms`,
          spread: 'the slower of the first page and one in the middle',
          bar: 'at most 10 ms',
        }),
      );
      const { q } = filter;
      if (q === undefined) continue;
      const inLog = Math.max(
        await measured((by) => log(by).page(OWNER, { q }, null, 50)),
        await measured((by) => log(by).page(OWNER, { q }, ENTRIES / 2, 50)),
      );
      const spread = 'the same page of the audit log';
      lines.push(atMost(inLog, 10, { what, figure: `${inLog.toFixed(2)} ms`, spread, bar: 'at most 10 ms' }));
    }
    return { title, lines };
  } finally {
    await pool.end();
  }
}

const idOf = (nth: number) => nth.toString(16).padStart(28, '0');

/**
 * Fills the journal: nine of ten entries are lines of runs of 500, of 2,000 members; one in fifty is refused; 41 people
 * made them. The audit log has an entry for each.
 */
async function addEntries(pool: pg.Pool): Promise<{ key: string; run: string; request: string }> {
  await pool.query(
    `insert into desk.person (owner, id, subject, name, verified, roles, first_at, last_at)
     select $1, 'person' || n, 'subject' || n, 'Person ' || n, true, '{}', now(), now() from generate_series(0, 40) n`,
    [OWNER],
  );
  await pool.query(
    `insert into desk.journal (id, owner, kind, outcome, at, settled_at, who, target, note, body, status, code,
       message, reply, request_id, duration_ms, key, run, line, actor)
     select lpad(to_hex(n), 28, '0'), $1, case when n % 10 = 0 then 'createLoan' else 'cancelOrder' end,
       case when n % 100000 = 1 then 'unknown' when n % 50 = 0 then 'refused' else 'done' end,
       timestamptz '2026-01-01' + n * interval '25 seconds', timestamptz '2026-01-01' + n * interval '25 seconds',
       'bench', case when n % 10 = 0 then '{}'::jsonb
         else jsonb_build_object('id', 'member' || n % 2000, 'orderId', 'order' || n) end,
       '{}', null, 200, null, null, jsonb_build_object('id', 'loan' || n), gen_random_uuid()::text, 12,
       gen_random_uuid(), case when n % 10 <> 0 then md5((n / ${LINES_OF_A_RUN})::text)::uuid end,
       case when n % 10 <> 0 then n % ${LINES_OF_A_RUN} end, jsonb_build_object('person', 'person' || n % 41)
     from generate_series(1, ${ENTRIES}) n`,
    [OWNER],
  );
  await pool.query(
    `insert into desk.audit (owner, number, at, action, who, target, request_id, result, details, hash)
     select owner, row_number() over (order by id), at, 'outcome', actor, jsonb_strip_nulls(jsonb_build_object('entry', id,
       'run', run, 'member', target->>'id', 'order', target->>'orderId')), request_id, outcome, '{}', id
     from desk.journal`,
  );
  await pool.query('vacuum analyze desk.journal, desk.audit, desk.person');
  const { rows } = await pool.query<{ key: string; run: string; request: string }>(
    'select key, run, request_id as request from desk.journal where run is not null and id = $1',
    [idOf(654_321)],
  );
  return rows[0] ?? { key: randomUUID(), run: randomUUID(), request: randomUUID() };
}

/** A pool that adds up what its statements take in the database. Throws at one that reads the whole journal. */
function explaining(pool: pg.Pool): { pool: pg.Pool; took: () => number } {
  let took = 0;
  const query = async (text: string, values: unknown[]) => {
    const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values);
    const [plan] = rows[0]['QUERY PLAN'];
    if (/"Seq Scan"[^{}]*"Relation Name":"(?:journal|audit)"/.test(JSON.stringify(plan)))
      throw new Error(`All entries are read by: ${text}`);
    took += plan['Execution Time'] + plan['Planning Time'];
    return await pool.query(text, values);
  };
  return { pool: Object.assign(Object.create(pool), { query }), took: () => took };
}
