/** Finds the events of the outbox that were delivered or given up, by when that was. */
export const sql = `
create index outbox_over on service.outbox (coalesce(delivered_at, abandoned_at))
  where coalesce(delivered_at, abandoned_at) is not null;
`;
