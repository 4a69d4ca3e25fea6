/** Follow-ups (`0014-follow-ups`). A migration that has landed is never edited. */
export const sql = `
create table desk.follow_up (
  owner text not null,
  id uuid not null,
  -- Later follow-ups have higher numbers; pages are read by it.
  number bigint generated always as identity,
  kind text not null,
  record text not null,
  record_name text not null,
  text text not null,
  text_at timestamptz(3) not null,
  due date,
  assignee text,
  author text not null,
  created_at timestamptz(3) not null,
  done_by text,
  done_at timestamptz(3),
  version integer not null,
  primary key (owner, id)
);
create index follow_up_newest on desk.follow_up (owner, number);
create index follow_up_record on desk.follow_up (owner, kind, record, number);
create index follow_up_open on desk.follow_up (owner, kind, number) where done_at is null;
create index follow_up_assignee on desk.follow_up (owner, assignee, number) where done_at is null;

-- The texts that a follow-up had before.
create table desk.follow_up_text (
  owner text not null,
  id uuid not null,
  version integer not null,
  text text not null,
  at timestamptz(3) not null,
  primary key (owner, id, version),
  foreign key (owner, id) references desk.follow_up on delete cascade
);
`;
