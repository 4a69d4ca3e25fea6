/** People's settings and watchlists (`0018-preferences`). A migration that has landed is never edited. */
export const sql = `
-- Only the settings that the person has chosen.
alter table desk.person add settings jsonb not null default '{}';

create table desk.watched_token (
  owner text not null,
  person text not null,
  token text not null,
  -- What it was called when it was added, and its exchange price then.
  name text not null,
  price double precision,
  currency text,
  at timestamptz(3) not null,
  primary key (owner, person, token)
);
`;
