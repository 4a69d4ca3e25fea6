/** The channel where the database notifies gateways that an access token was revoked or removed. */
export const TOKEN_CHANNEL = 'service_token_revoked';

/** Notifies gateways of a revocation however it is made. No payload: gateways ask again about the tokens they know. */
export const sql = `
create function service.token_revoked() returns trigger language plpgsql as $revoked$
begin
  perform pg_notify('${TOKEN_CHANNEL}', '');
  return null;
end
$revoked$;

create trigger token_revoked after update or delete on service.api_client
  for each statement execute function service.token_revoked();
`;
