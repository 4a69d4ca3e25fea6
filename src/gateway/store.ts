import type { Pool } from 'pg';
import { bringUpToDate } from '#server/db/migrate.ts';
import { sql as approvals } from './approvals/migration.ts';
import { sql as audit, records as auditRecords } from './audit/migration.ts';
import { sql as collateral } from './collateral/migration.ts';
import { sql as followUps } from './follow-ups/migration.ts';
import { sql as signIn } from './oidc/migration.ts';
import { sql as operations } from './operations/migration.ts';
import { sql as runs } from './operations/run-migration.ts';
import { journalPerson, sql as people } from './people/migration.ts';
import { sql as preferences } from './preferences/migration.ts';
import { sql as search } from './search.ts';
import { sql as views } from './views/migration.ts';
import { sql as visits } from './visits/migration.ts';

/** The gateway's own tables: in a schema of their own, next to the service's or alone. */
export const MIGRATIONS = [
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
  {
    name: '0005-sign-in-addresses',
    sql: `
create index sign_in_attempt_address on desk.sign_in_attempt (address);
create index sign_in_attempt_oldest on desk.sign_in_attempt (at);`,
  },
  { name: '0006-operations', sql: operations },
  { name: '0007-runs', sql: runs },
  { name: '0009-audit-log', sql: audit },
  { name: '0010-people', sql: people },
  { name: '0011-sign-in', sql: signIn },
  { name: '0014-follow-ups', sql: followUps },
  { name: '0013-approvals', sql: approvals },
  { name: '0015-views', sql: views },
  { name: '0016-visits', sql: visits },
  { name: '0018-preferences', sql: preferences },
  { name: '0017-audit-records', sql: auditRecords },
  { name: '0017-journal-person', sql: journalPerson },
  { name: '0019-collateral', sql: collateral },
  // When a write was sent that had to be judged or approved; null where that was when it was requested.
  { name: '0020-journal-sent', sql: 'alter table desk.journal add sent_at timestamptz(3);' },
  // Whose loans a loan is among: only an access token of the same creditor can tell whether it was created.
  { name: '0021-journal-creditor', sql: 'alter table desk.journal add creditor text;' },
  // Grows with each change by an administrator, so that two of them don't overwrite each other unseen.
  {
    name: '0022-versions',
    sql: `
alter table desk.person add version integer not null default 0;
alter table desk.rules add version integer not null default 0;`,
  },
  // A run that no person paused has no name there: someone may have the word for a name that was.
  { name: '0023-paused-by', sql: `update desk.run set paused_by = null where paused_by = 'token'` },
  // The same as journal_loan: each loan was indexed twice.
  { name: '0024-one-loan-index', sql: 'drop index desk.journal_created_loan;' },
  { name: '0025-search', sql: search },
  // Grows with each change, so that two browsers of a person don't overwrite each other's view unseen.
  { name: '0026-view-versions', sql: 'alter table desk.view add version integer not null default 1;' },
  // What a loan was judged by when it was requested; null unless it was judged worse since.
  { name: '0027-approval-asked', sql: 'alter table desk.approval add asked jsonb;' },
  // What an identity provider has reported lately, for the sign-ins that are under way then.
  {
    name: '0028-provider-sign-outs',
    sql: `
create table desk.provider_sign_out (
  subject text,
  provider_session text,
  -- Seconds since 1970, by the provider's clock.
  at double precision not null,
  heard_at timestamptz(3) not null default clock_timestamp()
);`,
  },
  // Outlives the session secret that it was derived from; sealed.
  {
    name: '0029-customer-salt',
    sql: 'create table desk.customer_salt (owner text primary key, salt text not null);',
  },
];

const MIGRATION_LOCK = 7_300_418;

/** Brings the gateway's tables up to date. Throws NewerDatabase if they are newer than this program. */
export async function migrateStore(pool: Pool): Promise<void> {
  await bringUpToDate(pool, { schema: 'desk', migrations: MIGRATIONS, lock: MIGRATION_LOCK });
}
