/**
 * Keys refer to their client without a constraint, which would lock the client's row at every write. Clients are
 * revoked, never deleted.
 */
export const sql = `
alter table service.idempotency_key drop constraint idempotency_key_client_id_fkey;
`;
