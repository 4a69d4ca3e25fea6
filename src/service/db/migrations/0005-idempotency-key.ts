/** The keys of the writes that were carried out, each with the response it received. */
export const sql = `
create table service.idempotency_key (
  client_id text not null references service.api_client,
  key uuid not null,
  digest bytea not null,
  message text,
  data text,
  created_at timestamptz(3) not null,
  primary key (client_id, key)
);
create index idempotency_key_age on service.idempotency_key (created_at);
`;
