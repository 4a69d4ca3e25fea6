/** Organisations' access tokens, and what an identity provider says of sessions (`0011-sign-in`). A migration that has landed is never edited. */
export const sql = `
create table desk.organisation (
  -- As the identity provider or the settings name it.
  name text primary key,
  -- The service's access token, sealed.
  token text not null,
  -- Whose the token is, as the service says; null until it has been asked.
  owner text,
  label text,
  creditor jsonb,
  changed_at timestamptz(3) not null
);

-- Of sessions that an identity provider vouches for: whose they are there, its id for them, and its ID token, sealed.
alter table desk.session add subject text, add provider_session text, add id_token text;
create index session_subject on desk.session (subject) where subject is not null;
`;
