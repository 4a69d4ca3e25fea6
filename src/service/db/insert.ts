import { getTableColumns, getTableName, type InferInsertModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { PoolClient } from 'pg';

const BATCH = 2_000;

/**
 * Inserts rows by one statement for every few thousand, which is many times faster than one for each. Rows with an id
 * that exists fail, or replace what is there.
 */
export async function insertRows<T extends PgTable>(
  client: PoolClient,
  table: T,
  rows: readonly InferInsertModel<T>[],
  existing: 'fail' | 'replace' = 'fail',
): Promise<void> {
  const target = `service."${getTableName(table)}"`;
  // What the database writes itself can't be given to it.
  const columns = Object.entries(getTableColumns(table))
    .filter(([, { generated }]) => !generated)
    .map(([key, column]) => ({ key, name: column.name }));
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const replacing = columns.map(({ name }) => `"${name}" = excluded."${name}"`).join(', ');
  const onConflict = existing === 'replace' ? `on conflict (id) do update set ${replacing}` : '';
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH).map((row) => {
      const values = row as Record<string, unknown>;
      return Object.fromEntries(columns.map(({ key, name }) => [name, jsonValue(values[key])]));
    });
    await client.query(
      `insert into ${target} (${names}) select ${names} from json_populate_recordset(null::${target}, $1) ${onConflict}`,
      [JSON.stringify(batch)],
    );
  }
}

function jsonValue(value: unknown): unknown {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value ?? null);
}
