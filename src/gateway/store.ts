import type { Pool } from 'pg';

/** The gateway's own tables: in a schema of their own, beside the service's or alone. */
const MIGRATIONS = [
  {
    name: '0001-journal',
    sql: `
create table desk.journal (
  id text primary key,
  owner text not null,
  kind text not null,
  outcome text not null,
  at timestamptz(3) not null,
  settled_at timestamptz(3),
  who text not null,
  target jsonb not null,
  note jsonb not null,
  body jsonb,
  status integer,
  code text,
  message text,
  reply jsonb,
  request_id text not null,
  duration_ms double precision
);
create index journal_newest on desk.journal (owner, at desc, id desc);
create index journal_loan on desk.journal (owner, (reply->>'id')) where kind = 'createLoan';`,
  },
  {
    name: '0002-events',
    sql: `
create table desk.event (
  id text primary key,
  webhook_id text not null unique,
  owner text not null,
  type text not null,
  at timestamptz(3) not null,
  payload jsonb not null
);
create index event_newest on desk.event (owner, id desc);`,
  },
  {
    name: '0003-sign-in-attempts',
    sql: `
create table desk.sign_in_attempt (
  id uuid primary key,
  address text not null,
  at timestamptz(3) not null
);`,
  },
  {
    name: '0004-sign-outs',
    sql: `
create table desk.sign_out (
  session text primary key,
  until timestamptz(3) not null,
  at timestamptz not null
);
create index sign_out_newest on desk.sign_out (at);`,
  },
];

/** Thrown where a newer gateway has brought the tables further than this one knows. */
export class NewerStore extends Error {}

const MIGRATION_LOCK = 7_300_418;

/**
 * Brings the gateway's tables up to date, all or nothing; two gateways that start at once take turns. Throws
 * NewerStore where they are newer than this program.
 */
export async function migrateStore(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query('create schema if not exists desk');
    await client.query(
      'create table if not exists desk.migration (name text primary key, applied_at timestamptz not null)',
    );
    const { rows } = await client.query<{ name: string }>('select name from desk.migration');
    const applied = new Set(rows.map((row) => row.name));
    const unknown = [...applied].filter((name) => !MIGRATIONS.some((migration) => migration.name === name));
    if (unknown.length > 0) {
      throw new NewerStore(
        `The desk's tables in this database were made by a newer Pledge (it has ${unknown.join(', ')}); use that one.`,
      );
    }
    for (const { name, sql } of MIGRATIONS) {
      if (applied.has(name)) continue;
      await client.query(sql);
      await client.query('insert into desk.migration values ($1, now())', [name]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
