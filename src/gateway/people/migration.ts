/** People, their sessions, and an index of the journal by person (`0010-people`). A migration that has landed is never edited. */
export const sql = `
create table desk.person (
  owner text not null,
  id text not null,
  -- Who the sign-in says that it is; unique within the organisation.
  subject text not null,
  name text not null,
  verified boolean not null,
  -- The roles of the last sign-in, and those that an administrator has set in their place.
  roles text[] not null,
  roles_here text[],
  disabled boolean not null default false,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (owner, id)
);

create table desk.session (
  id text primary key,
  owner text not null,
  person text not null,
  browser text,
  address text,
  started_at timestamptz(3) not null,
  seen_at timestamptz(3) not null,
  -- When it is over at the latest, and when it is over unless it is used.
  until timestamptz(3) not null,
  idle_until timestamptz(3) not null
);
create index session_person on desk.session (owner, person);
create index session_oldest on desk.session (until);

create index journal_person on desk.journal (owner, (actor->>'person'), id) where outcome <> 'waiting';
`;

/** The journal by person with the other filters of Activity in the same index (`0017-journal-person`). */
export const journalPerson = `
drop index desk.journal_person;
create index journal_person on desk.journal (owner, (actor->>'person'), id, outcome, kind) where outcome <> 'waiting';
`;
