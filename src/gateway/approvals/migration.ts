/** Requests that wait for approval, and the rules that say which (`0013-approvals`). A migration that has landed is never edited. */
export const sql = `
create table desk.approval (
  owner text not null,
  id uuid not null,
  -- Orders them by time, newest last.
  place text not null,
  kind text not null,
  state text not null,
  requested_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  actor jsonb not null,
  reason text,
  because jsonb not null,
  entry text,
  run uuid,
  -- What will be sent, without bank details.
  request jsonb not null,
  -- The body of a loan as it will be sent, sealed; erased when it is decided.
  sealed text,
  loan jsonb,
  hash text not null,
  decided_at timestamptz(3),
  decided_by jsonb,
  decision text,
  primary key (owner, id)
);
create unique index approval_place on desk.approval (owner, place);
create index approval_state on desk.approval (owner, state, place);
create index approval_person on desk.approval (owner, (actor->>'person'), place);
create index approval_due on desk.approval (expires_at) where state = 'waiting';

create table desk.rules (
  owner text primary key,
  rules jsonb not null,
  changed_at timestamptz(3) not null,
  changed_by jsonb not null
);

alter table desk.journal add approval uuid;
alter table desk.run add approval uuid;
`;
