import type { Pool, PoolClient } from 'pg';
import type { JournalEntry } from '#contract/operations.ts';
import { referencesIn } from '#contract/reference.ts';
import { createJournal } from '#gateway/operations/journal.ts';

type Queryable = Pick<Pool | PoolClient, 'query'>;

/** Everything that a crash could leave in disagreement, as the two stores hold it. */
export interface Picture {
  orders: { id: string; status: string }[];
  escrow: { order: string; kind: string }[];
  outbox: { id: string; organisation: string; order: string; delivered: boolean; abandoned: boolean }[];
  /** What the gateways took, by the sender's id of the event. */
  events: { webhook: string; owner: string; order: string | null }[];
  /** The journal as a desk reads it once nothing can be under way any more. */
  journal: JournalEntry[];
  loans: { id: string; references: string[]; collaterals: number }[];
  /** For each creditor the number of loans that is kept, the number there are, and their highest position. */
  creditors: { id: string; kept: number; counted: number; highest: number }[];
}

/** Takes the picture of the service's store and of the gateway's, which may be one. */
export async function takePicture(service: Queryable, desk: Queryable): Promise<Picture> {
  const orders = await service.query('select id, status from service.member_order order by id');
  const escrow = await service.query('select order_id as "order", kind from service.escrow_entry');
  const outbox = await service.query(
    `select id, organisation_id as organisation, payload::jsonb -> 'data' -> 'order' ->> '_id' as "order",
       delivered_at is not null as delivered, abandoned_at is not null as abandoned from service.outbox`,
  );
  const loans = await service.query<{ id: string; reason: string | null; collaterals: number }>(
    `select id, reason, (select count(*)::int from service.loan_collateral where loan_id = l.id) as collaterals
     from service.loan l`,
  );
  const creditors = await service.query(
    `select c.id, c.loan_count::int as kept, count(l.id)::int as counted, coalesce(max(l.position), 0)::int as highest
     from service.creditor c left join service.loan l on l.creditor_id = c.id group by c.id`,
  );
  const events = await desk.query(
    `select webhook_id as webhook, owner, payload -> 'order' ->> '_id' as "order" from desk.event`,
  );
  return {
    orders: orders.rows,
    escrow: escrow.rows,
    outbox: outbox.rows,
    events: events.rows,
    journal: await wholeJournal(desk),
    loans: loans.rows.map(({ id, reason, collaterals }) => ({
      id,
      collaterals,
      references: referencesIn(reason ?? undefined),
    })),
    creditors: creditors.rows,
  };
}

async function wholeJournal(desk: Queryable): Promise<JournalEntry[]> {
  const journal = createJournal(desk as Pool);
  const { rows } = await desk.query<{ owner: string }>('select distinct owner from desk.journal');
  const entries: JournalEntry[] = [];
  for (const { owner } of rows) {
    let before: string | null = null;
    do {
      const page = await journal.page(owner, {}, before, 100);
      entries.push(...page.entries);
      before = page.next;
    } while (before !== null);
  }
  return entries;
}
