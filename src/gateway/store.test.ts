import { afterEach, describe, expect, it } from 'vitest';
import { NewerDatabase } from '#server/db/migrate.ts';
import { startTestService, type TestService } from '#tests/support/service.ts';
import { migrateStore } from './store.ts';

let service: TestService | undefined;
afterEach(async () => await service?.close());

describe('the gateway’s tables', () => {
  it('are made by several gateways at once, in turns, and left alone when they are up to date', async () => {
    service = await startTestService({ data: 'empty' });
    const { pool } = service.database;
    await Promise.all([migrateStore(pool), migrateStore(pool)]);
    const applied = await pool.query('select * from desk.migration order by name');
    await migrateStore(pool);
    expect((await pool.query('select * from desk.migration order by name')).rows).toEqual(applied.rows);
  });

  it('have no two indexes that are the same', async () => {
    service = await startTestService({ data: 'empty' });
    const { pool } = service.database;
    await migrateStore(pool);
    const { rows } = await pool.query(
      `select array_agg(c.relname order by c.relname) as same
       from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = 'desk'::regnamespace
       group by indrelid, indkey::text, indclass::text, indoption::text, pg_get_expr(indexprs, indrelid),
         pg_get_expr(indpred, indrelid) having count(*) > 1`,
    );
    expect(rows).toEqual([]);
  });

  it('that a newer gateway made are refused and left as they are', async () => {
    service = await startTestService({ data: 'empty' });
    const { pool } = service.database;
    await migrateStore(pool);
    await pool.query(`delete from desk.migration where name = '0003-sign-outs'`);
    await pool.query('drop table desk.sign_out');
    await pool.query(`insert into desk.migration values ('0009-tomorrow', now())`);
    const refusal = await migrateStore(pool).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(NewerDatabase);
    expect((refusal as Error).message).toMatch(
      /made by a newer Pledge \(it has 0009-tomorrow\); use that one/,
    );
    expect((await pool.query(`select to_regclass('desk.sign_out') as made`)).rows).toEqual([{ made: null }]);
  });
});
