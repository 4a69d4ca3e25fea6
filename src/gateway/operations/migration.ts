/** Idempotency keys, checks and runs (`0006-operations`). A migration that has landed is never edited. */
export const sql = `
alter table desk.journal
  add key uuid,
  -- What was asked for: a repeat under the same key must match it.
  add content text,
  -- The same loan under any key has the same fingerprint.
  add fingerprint text,
  add by text,
  add run uuid,
  add line integer,
  -- The gateway that is sending it, or checking it: its claim holds while that gateway is alive.
  add claimed_by uuid,
  add checks jsonb not null default '[]',
  add check_count integer not null default 0,
  add check_at timestamptz(3),
  add check_for text,
  add blocked boolean not null default false,
  add candidates jsonb not null default '[]',
  -- The access token, sealed; erased as soon as the outcome is known.
  add token text,
  -- The body of the answer, for repeats under the same key.
  add answer text;

update desk.journal set outcome = case outcome when 'found-done' then 'done' else 'not-done' end
where outcome in ('found-done', 'found-not-done');

create table desk.gateway (
  id uuid primary key,
  alive_at timestamptz not null
);

create table desk.run (
  owner text not null,
  id uuid not null,
  -- Orders runs by time, newest last.
  place text not null,
  kind text not null,
  reason text not null,
  note text not null,
  who text not null,
  organisation text not null,
  content text not null,
  state text not null,
  starts_at timestamptz(3) not null,
  paused_by text,
  -- Nothing is sent before this instant: the service asked for a pause, or can't be reached.
  hold_until timestamptz(3),
  hold_message text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  token text,
  primary key (owner, id)
);
create unique index run_place on desk.run (owner, place);
create index run_open on desk.run (state) where state in ('waiting', 'running');

drop index desk.journal_newest;
create index journal_newest on desk.journal (owner, id) where outcome <> 'waiting';
create unique index journal_key on desk.journal (owner, key);
create index journal_kind on desk.journal (owner, kind, id) where outcome <> 'waiting';
create index journal_outcome on desk.journal (owner, outcome, id);
create index journal_order on desk.journal ((target->>'orderId'), id) where kind = 'cancelOrder';
create index journal_member on desk.journal (owner, (target->>'id'), id) where kind = 'cancelOrder';
create index journal_at on desk.journal (owner, at);
create index journal_fingerprint on desk.journal (owner, fingerprint, at) where fingerprint is not null;
create index journal_run on desk.journal (owner, run, id) where run is not null and outcome <> 'waiting';
create unique index journal_line on desk.journal (owner, run, line) where run is not null;
create index journal_run_outcome on desk.journal (owner, run, outcome, line) where run is not null;
create index journal_due on desk.journal (check_at) where outcome = 'unknown';
create index journal_pending on desk.journal (claimed_by) where outcome = 'pending';
`;
