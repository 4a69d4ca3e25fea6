import type { QueryResultRow } from 'pg';
import type { Executor } from './open.ts';

const BATCH = 2_000;

/**
 * Inserts rows into a table of the service, by one statement for every few thousand, which is many times faster than
 * one for each. A row's fields are named as the columns are; a column that no row has gets its default. Rows with an
 * id that exists fail, or replace what is there. Returns the rows as they are stored.
 */
export async function insertRows<Stored extends QueryResultRow>(
  db: Executor,
  table: string,
  rows: readonly object[],
  existing: 'fail' | 'replace' = 'fail',
): Promise<Stored[]> {
  const target = `service."${table}"`;
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const names = columns.map((name) => `"${name}"`).join(', ');
  const replacing = columns.map((name) => `"${name}" = excluded."${name}"`).join(', ');
  const onConflict = existing === 'replace' ? `on conflict (id) do update set ${replacing}` : '';
  const stored: Stored[] = [];
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH);
    const result = await db.query<Stored>(
      `insert into ${target} (${names}) select ${names} from json_populate_recordset(null::${target}, $1)
       ${onConflict} returning *`,
      [JSON.stringify(batch)],
    );
    for (const row of result.rows) stored.push(row);
  }
  return stored;
}
