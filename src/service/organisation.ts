import type { PoolClient } from 'pg';
import { createIds } from './ids.ts';

interface Organisation {
  id: string;
  name: string;
  creditorId: string | null;
  /** What the caller should report: that it was made, and what follows from that. */
  news: string[];
}

/**
 * Finds an organisation by its name, in any case, or makes it with a creditor of the same name. Other commands wait
 * until the transaction ends, so that none of them makes it, too. The lock lets rows refer to an organisation meanwhile,
 * as the event of a cancellation does.
 */
export async function makeOrganisation(client: PoolClient, name: string): Promise<Organisation> {
  await client.query('lock table service.organisation in share row exclusive mode');
  const found = await client.query<{ id: string; name: string; creditor_id: string | null }>(
    `select o.id, o.name, (select c.id from service.creditor c where c.organisation_id = o.id limit 1) as creditor_id
     from service.organisation o where lower(o.name) = lower($1)`,
    [name],
  );
  const [owner] = found.rows;
  if (owner) return { id: owner.id, name: owner.name, creditorId: owner.creditor_id, news: [] };
  const newId = createIds(Date.now);
  const made = { id: newId(), name, creditorId: newId() };
  await client.query('insert into service.organisation values ($1, $2, false, now())', [made.id, name]);
  await client.query('insert into service.creditor (id, organisation_id, name) values ($1, $2, $3)', [
    made.creditorId,
    made.id,
    name,
  ]);
  const { rowCount } = await client.query('select from service.organisation where demo limit 1');
  const news = [`Created organisation “${name}”.`];
  if (rowCount) news.push('From now on the demo access tokens are refused: this database holds other data.');
  return { ...made, news };
}
