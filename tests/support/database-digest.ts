import type { Pool } from 'pg';

/** A digest of every row of the service: equal before and after means that nothing at all was changed. */
export async function digestOfDatabase(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'service' order by 1`,
  );
  return await digestOfTables(
    pool,
    rows.map((row) => row.name),
  );
}

/** A digest of what requests can change, quick enough to be taken around each of many. */
export async function digestOfChangeable(pool: Pool): Promise<string> {
  return await digestOfTables(pool, [
    'creditor',
    'loan',
    'loan_collateral',
    'member_order',
    'escrow_entry',
    'outbox',
    'api_client',
    'idempotency_key',
  ]);
}

async function digestOfTables(pool: Pool, names: string[]): Promise<string> {
  const each = names.map(
    (name) =>
      `select '${name}: ' || count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as part
       from service.${name} t`,
  );
  const { rows } = await pool.query<{ part: string }>(each.join(' union all '));
  return rows.map((row) => row.part).join('\n');
}
