import type { Pool } from 'pg';
import type {
  JournalEntry,
  JournalKind,
  JournalOutcome,
  JournalSettlement,
  WriteNote,
} from '#contract/journal.ts';
import { jsonOf } from './json.ts';
import { createTimedIds } from './timed-id.ts';

/** A write that is about to go out. */
export interface Intent {
  owner: string;
  kind: JournalKind;
  who: string;
  target: Record<string, string>;
  note: WriteNote;
  body: Record<string, unknown> | null;
  requestId: string;
}

/** What came back of it. */
export interface Result {
  outcome: Exclude<JournalOutcome, 'pending' | 'found-done' | 'found-not-done'>;
  status: number | null;
  code: string | null;
  message: string | null;
  reply: unknown;
}

export interface JournalFilter {
  kind?: JournalKind | undefined;
  outcome?: JournalOutcome | undefined;
  /** Both inclusive, ISO 8601. */
  from?: string | undefined;
  to?: string | undefined;
  /** The id of a loan that was created. */
  loan?: string | undefined;
  member?: string | undefined;
  order?: string | undefined;
}

export interface Journal {
  /** Writes down what is about to be sent; returns the entry's id. Nothing may be sent before this resolves. */
  begin(intent: Intent): Promise<string>;
  /** Writes down what came of it. */
  settle(id: string, result: Result): Promise<void>;
  /** Writes down how an unknown outcome was found out; false where there is no such unknown entry. */
  resolve(owner: string, id: string, settlement: JournalSettlement): Promise<boolean>;
  page(
    owner: string,
    filter: JournalFilter,
    before: string | null,
    limit: number,
  ): Promise<{ entries: JournalEntry[]; next: string | null; total: number }>;
}

export interface JournalOptions {
  pool: Pool;
  clock: () => number;
  /** After this long a write that has no outcome can have none any more: its gateway ended in between. */
  pendingMs: number;
}

/** The journal in the gateway's store. */
export function createJournal({ pool, clock, pendingMs }: JournalOptions): Journal {
  const newId = createTimedIds(clock);
  return {
    async begin(intent) {
      const now = clock();
      const id = newId();
      await pool.query(
        `insert into desk.journal (id, owner, kind, outcome, at, who, target, note, body, request_id)
         values ($1, $2, $3, 'pending', $4, $5, $6, $7, $8, $9)`,
        [
          id,
          intent.owner,
          intent.kind,
          new Date(now),
          intent.who,
          jsonOf(intent.target),
          jsonOf(intent.note),
          jsonOf(intent.body),
          intent.requestId,
        ],
      );
      return id;
    },
    async settle(id, result) {
      const now = new Date(clock());
      await pool.query(
        `update desk.journal set outcome = $2, settled_at = $3, status = $4, code = $5, message = $6, reply = $7,
         duration_ms = extract(epoch from ($3 - at)) * 1000 where id = $1 and outcome = 'pending'`,
        [id, result.outcome, now, result.status, result.code, result.message, jsonOf(result.reply)],
      );
    },
    async resolve(owner, id, settlement) {
      const { rowCount } = await pool.query(
        `update desk.journal set outcome = $3, settled_at = $4, message = $5, reply = coalesce($6, reply)
         where owner = $1 and id = $2 and (outcome = 'unknown' or (outcome = 'pending' and at < $7))`,
        [
          owner,
          id,
          settlement.outcome,
          new Date(clock()),
          settlement.evidence,
          jsonOf(settlement.reply),
          new Date(clock() - pendingMs),
        ],
      );
      return (rowCount ?? 0) > 0;
    },
    async page(owner, filter, before, limit) {
      const lost = new Date(clock() - pendingMs);
      const outcome = `(case when outcome = 'pending' and at < $2 then 'unknown' else outcome end)`;
      const values: unknown[] = [owner, lost];
      const conditions = ['owner = $1'];
      const add = (condition: (place: string) => string, value: unknown) => {
        if (value === undefined || value === null) return;
        values.push(value);
        conditions.push(condition(`$${values.length}`));
      };
      add((place) => `kind = ${place}`, filter.kind);
      add((place) => `${outcome} = ${place}`, filter.outcome);
      add((place) => `at >= ${place}`, filter.from);
      add((place) => `at <= ${place}`, filter.to);
      add((place) => `kind = 'createLoan' and reply->>'id' = ${place}`, filter.loan);
      add((place) => `target->>'id' = ${place}`, filter.member);
      add((place) => `target->>'orderId' = ${place}`, filter.order);
      const all = conditions.join(' and ');
      const counted = await pool.query<{ total: number }>(
        `select count(*)::int as total, $2::timestamptz from desk.journal where ${all}`,
        values,
      );
      add((place) => `id < ${place}`, before);
      const { rows } = await pool.query<JournalRow>(
        `select *, ${outcome} as outcome_now from desk.journal where ${conditions.join(' and ')}
         order by id desc limit ${limit + 1}`,
        values,
      );
      const entries = rows.slice(0, limit).map(entryOf);
      return {
        entries,
        next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null,
        total: counted.rows[0]?.total ?? 0,
      };
    },
  };
}

interface JournalRow {
  id: string;
  kind: JournalKind;
  outcome_now: JournalOutcome;
  at: Date;
  settled_at: Date | null;
  who: string;
  target: Record<string, string>;
  note: WriteNote;
  body: Record<string, unknown> | null;
  status: number | null;
  code: string | null;
  message: string | null;
  reply: unknown;
  request_id: string;
  duration_ms: number | null;
}

function entryOf(row: JournalRow): JournalEntry {
  return {
    id: row.id,
    kind: row.kind,
    outcome: row.outcome_now,
    at: row.at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
    who: row.who,
    target: row.target,
    note: row.note,
    body: row.body,
    status: row.status,
    code: row.code,
    message: row.message,
    reply: row.reply,
    requestId: row.request_id,
    durationMs: row.duration_ms,
  };
}
