import type { Pool } from 'pg';
import * as z from 'zod/mini';
import type { DeskEvent } from '#contract/events.ts';
import type { JournalOutcome } from '#contract/operations.ts';
import { order } from '#contract/orders.ts';
import { jsonOf } from '../http/json.ts';
import { createIdEnds, idsFrom, timedId } from '../timed-id.ts';
import { tellOtherGateways } from './hear-others.ts';
import type { TakenWebhook } from './webhooks.ts';

/** The channel that gateways of one database share for events. */
export const EVENT_CHANNEL = 'desk_event';

/**
 * Resumed streams and looks go back by this much: a commit takes its time, so that events may be committed out of the order
 * of their ids, which are by the clock of the database, and a gateway's may be 10 s from that (presence.ts).
 */
const OVERLAP_MS = 30_000;

/** A gateway remembers for this long which events it sent to its desks, so that it sends none of them again. */
const REMEMBERED_MS = 60_000;

/** The most events that a stream catches up on; a desk that was away longer makes its lists fresh anyway. */
const MOST_CAUGHT_UP = 500;

export interface Events {
  /** Keeps an event, once, and tells the desks of its organisation. False for a repeat. */
  take(webhook: TakenWebhook, owner: string): Promise<boolean>;
  /** Whose order this is, by what went through this desk; null if it never did, or it may be of several. */
  ownerOfOrder(orderId: string): Promise<string | null>;
  /** Events of an owner after the last one seen, oldest first. */
  since(owner: string, lastId: string): Promise<DeskEvent[]>;
  page(
    owner: string,
    filter: EventFilter,
    before: string | null,
    limit: number,
  ): Promise<{ events: DeskEvent[]; next: string | null; total: number }>;
  /** Calls back for each event of an owner from now on; returns how to end that. */
  subscribe(owner: string, onEvent: (event: DeskEvent) => void): () => void;
  /** Hears of an event that another gateway took. */
  hear(id: string): Promise<void>;
  /** Reads what other gateways took since the last call, and sends it to the desks that listen here. */
  refresh(): Promise<void>;
}

/** What events are narrowed by; both instants are inclusive, ISO 8601. */
interface EventFilter {
  /** The id of an event, or of the order or the member that it is about. */
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  member?: string | undefined;
  order?: string | undefined;
}

/** Outcomes of cancellations that the service has carried out, or may have. */
const CARRIED_OUT: readonly JournalOutcome[] = ['done', 'pending', 'unknown', 'undetermined'];

interface EventRow {
  id: string;
  owner: string;
  type: string;
  at: Date;
  payload: { order: unknown; member: string | null };
}

/** Events in the gateway's store, told to the desks that listen here and, by the database, to other gateways. */
export function createEvents(pool: Pool, clock: () => number): Events {
  const newEnd = createIdEnds();
  const listeners = new Map<string, Set<(event: DeskEvent) => void>>();
  /** The ids of the events of the last minute that the desks here have received. */
  const told = new Set<string>();
  const forgetOld = () => {
    const from = idsFrom(Math.max(0, clock() - REMEMBERED_MS));
    for (const id of told) {
      if (id >= from) return;
      told.delete(id);
    }
  };
  const tell = (owner: string, event: DeskEvent) => {
    if (told.has(event.id)) return;
    forgetOld();
    told.add(event.id);
    for (const listener of listeners.get(owner) ?? []) listener(event);
  };
  let seenTo = clock();
  return {
    async take(webhook, owner) {
      const { rows } = await pool.query<EventRow>(
        `insert into desk.event (id, webhook_id, owner, type, at, payload) values (${timedId('$1')}, $2, $3, $4, now(), $5)
         on conflict (webhook_id) do nothing returning *`,
        [newEnd(), webhook.id, owner, webhook.type, jsonOf({ order: webhook.order, member: webhook.member })],
      );
      const [row] = rows;
      if (!row) return false;
      tell(owner, eventOf(row));
      await tellOtherGateways(pool, EVENT_CHANNEL, row.id);
      return true;
    },
    async ownerOfOrder(orderId) {
      const { rows } = await pool.query<{ owner: string; isDone: boolean }>(
        // Anyone can name any order in a request; only one that may have been carried out tells whose it is.
        `select owner, bool_or(outcome = 'done') as "isDone" from desk.journal
         where kind = 'cancelOrder' and target->>'orderId' = $1 and outcome = any($2) group by owner`,
        [orderId, CARRIED_OUT],
      );
      const done = rows.filter(({ isDone }) => isDone);
      const [owner, ...others] = done.length > 0 ? done : rows;
      return owner && others.length === 0 ? owner.owner : null;
    },
    async since(owner, lastId) {
      const from = idsFrom(Math.max(0, Number.parseInt(lastId.slice(0, 12), 16) - OVERLAP_MS));
      const { rows } = await pool.query<EventRow>(
        'select * from desk.event where owner = $1 and id > $2 and id <> $3 order by id desc limit $4',
        [owner, from, lastId, MOST_CAUGHT_UP],
      );
      return rows.reverse().map(eventOf);
    },
    async page(owner, { q, from, to, member, order: orderId }, before, limit) {
      const matches = `owner = $1 and ($2::timestamptz is null or at >= $2) and ($3::timestamptz is null or at <= $3)
        and ($4::text is null or payload->>'member' = $4)
        and ($5::text is null or payload->'order'->>'_id' = $5)
        and ($6::text is null or id = $6 or payload->>'member' = $6 or payload->'order'->>'_id' = $6)`;
      const values = [owner, from ?? null, to ?? null, member ?? null, orderId ?? null, q || null];
      const counted = await pool.query<{ total: number }>(
        `select count(*)::int as total from desk.event where ${matches}`,
        values,
      );
      const { rows } = await pool.query<EventRow>(
        `select * from desk.event where ${matches} and ($7::text is null or id < $7) order by id desc limit $8`,
        [...values, before, limit + 1],
      );
      const events = rows.slice(0, limit).map(eventOf);
      const next = rows.length > limit ? (events.at(-1)?.id ?? null) : null;
      return { events, next, total: counted.rows[0]?.total ?? 0 };
    },
    subscribe(owner, onEvent) {
      const own = listeners.get(owner) ?? new Set();
      listeners.set(owner, own.add(onEvent));
      return () => {
        own.delete(onEvent);
        if (own.size === 0) listeners.delete(owner);
      };
    },
    async hear(id) {
      if (told.has(id)) return;
      const { rows } = await pool.query<EventRow>('select * from desk.event where id = $1', [id]);
      for (const row of rows) tell(row.owner, eventOf(row));
    },
    async refresh() {
      const now = clock();
      const from = idsFrom(Math.max(0, seenTo - OVERLAP_MS));
      const { rows } = await pool.query<EventRow>(
        // The newest of each organisation, so that many of one keep none of another out.
        `select * from (select *, row_number() over (partition by owner order by id desc) as place
           from desk.event where id > $1 and not id = any($2)) as missed
         where place <= $3 order by id`,
        [from, [...told], MOST_CAUGHT_UP],
      );
      for (const row of rows) tell(row.owner, eventOf(row));
      // Also back: the clock may have been wrong.
      seenTo = now;
    },
  };
}

function eventOf(row: EventRow): DeskEvent {
  // Only the documented fields of an order go on to browsers.
  const known = z.safeParse(order, row.payload.order);
  return {
    id: row.id,
    type: row.type,
    at: row.at.toISOString(),
    order: known.success ? known.data : null,
    member: row.payload.member,
  };
}
