/** Saved views (`0015-views`). A migration that has landed is never edited. */
export const sql = `
create table desk.view (
  owner text not null,
  id uuid not null,
  author text not null,
  list text not null,
  name text not null,
  query text not null,
  density text not null,
  for_everyone boolean not null,
  primary key (owner, id)
);
create index view_author on desk.view (owner, author);
create index view_everyone on desk.view (owner, list) where for_everyone;
`;
