/** The audit log (`0009-audit-log`). A migration that has landed is never edited. */
export const sql = `
create table desk.audit (
  owner text not null,
  number bigint not null,
  at timestamptz(3) not null,
  action text not null,
  who jsonb,
  target jsonb not null,
  reason text,
  request_id text,
  result text,
  details jsonb not null,
  -- The hash of the entry before this one, and its own (docs/audit-log.md).
  previous text,
  hash text not null,
  primary key (owner, number)
);
-- The last entry of each organisation; its row is locked while entries are appended.
create table desk.audit_head (
  owner text primary key,
  number bigint not null,
  hash text
);

create index audit_at on desk.audit (owner, at, number);
create index audit_action on desk.audit (owner, action, number);
create index audit_person on desk.audit (owner, (who->>'person'), number) where who->>'person' is not null;
create index audit_loan on desk.audit (owner, (target->>'loan'), number) where target->>'loan' is not null;
create index audit_member on desk.audit (owner, (target->>'member'), number) where target->>'member' is not null;
create index audit_order on desk.audit (owner, (target->>'order'), number) where target->>'order' is not null;
create index audit_run on desk.audit (owner, (target->>'run'), number) where target->>'run' is not null;

-- Who requested a write or a run, as the audit log names them; null for older ones and for the lines of runs.
alter table desk.journal add actor jsonb;
alter table desk.run add actor jsonb;
`;

/** The audit log by journal entry and by customer (`0017-audit-records`). */
export const records = `
create index audit_entry on desk.audit (owner, (target->>'entry'), number) where target->>'entry' is not null;
create index audit_customer on desk.audit (owner, (target->>'customer'), number) where target->>'customer' is not null;
`;
