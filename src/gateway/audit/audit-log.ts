import type { Pool, PoolClient } from 'pg';
import type { AuditAction, AuditFilter, AuditPage, AuditPerson, AuditTarget } from '#contract/audit.ts';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf, auditHash, type Unhashed } from '#server/audit-chain.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { jsonOf } from '../http/json.ts';
import { peopleNamed, searchedRows } from '../search.ts';

/** Something to record. */
export interface AuditItem {
  owner: string;
  action: AuditAction;
  /** The person, or null for what Pledge did by itself. */
  who: AuditPerson | null;
  target?: AuditTarget;
  reason?: string | null;
  requestId?: string | null;
  result?: string | null;
  /** Never bank details. */
  details?: Record<string, unknown>;
}

/** The last entry of an organisation's chain. */
export interface ChainEnd {
  number: number;
  hash: string | null;
}

/** The append-only log of everything of consequence, a chain of entries for each organisation. */
export interface AuditLog {
  /** Appends in a transaction of its own. */
  append(items: readonly AuditItem[]): Promise<void>;
  /**
   * Appends in the caller's transaction, as its last step: from here to its end, others who append for the same
   * organisation wait.
   */
  appendIn(client: PoolClient, items: readonly AuditItem[]): Promise<void>;
  /** Entries that match, newest first, older than the one whose number is `before`. */
  page(owner: string, filter: AuditFilter, before: number | null, limit: number): Promise<AuditPage>;
  /** The same without counting the matches, optionally up to a number, for an export. */
  entries(
    owner: string,
    filter: AuditFilter,
    before: number | null,
    limit: number,
    upTo?: number,
  ): Promise<Pick<AuditPage, 'entries' | 'next'>>;
  /** How many entries match up to a number. */
  count(owner: string, filter: AuditFilter, upTo: number): Promise<number>;
  /** The end of a chain; its number is 0 if the organisation has no entries. */
  last(owner: string): Promise<ChainEnd>;
}

/** Counting more matches than this would take longer than reading the page. */
const MOST_COUNTED = 1_000;

export function createAuditLog({ pool, clock }: { pool: Pool; clock: () => number }): AuditLog {
  async function appendIn(client: PoolClient, items: readonly AuditItem[]): Promise<void> {
    // Always in the same order, so that two transactions can't wait for each other.
    const owners = [...new Set(items.map(({ owner }) => owner))].sort();
    for (const owner of owners) {
      const own = items.filter((item) => item.owner === owner);
      await appendOwn(client, owner, own);
    }
  }

  async function appendOwn(client: PoolClient, owner: string, items: readonly AuditItem[]): Promise<void> {
    const locked = await client.query<{ number: string; hash: string | null }>(
      `insert into desk.audit_head as head (owner, number, hash) values ($1, 0, null)
       on conflict (owner) do update set number = head.number returning number, hash`,
      [owner],
    );
    const [head] = locked.rows;
    let number = Number(head?.number ?? 0);
    let previous = head?.hash ?? null;
    const at = new Date(clock()).toISOString();
    const rows = items.map((item) => {
      number += 1;
      const entry: Unhashed = { number, at, previous, ...storedFieldsOf(item) };
      previous = auditHash(owner, entry);
      return { ...entry, hash: previous };
    });
    await client.query(
      `with head as (update desk.audit_head set number = $2, hash = $3 where owner = $1)
       insert into desk.audit (owner, number, at, action, who, target, reason, request_id, result, details, previous, hash)
       select $1, number, at, action, who, target, reason, "requestId", result, details, previous, hash
       from jsonb_to_recordset($4::jsonb) as entry (number bigint, at timestamptz, action text, who jsonb, target jsonb,
         reason text, "requestId" text, result text, details jsonb, previous text, hash text)`,
      [owner, number, previous, JSON.stringify(rows)],
    );
  }

  const asked = async (owner: string, filter: AuditFilter) =>
    conditionOf(owner, filter, await peopleNamed(pool, owner, filter.q));

  const entries: AuditLog['entries'] = async (
    owner,
    filter,
    before,
    limit,
    upTo = Number.MAX_SAFE_INTEGER,
  ) => {
    const { condition, values, found } = await asked(owner, filter);
    const place = `$${values.length + 1}::bigint`;
    const isOlder = isBetweenDates(filter)
      ? `(${place} is null or (at, number) < (select at, number from desk.audit where owner = $1 and number = ${place}))`
      : `number < coalesce(${place}, ${Number.MAX_SAFE_INTEGER})`;
    const where = `${condition} and ${isOlder} and number <= $${values.length + 2}`;
    const order = `owner desc, ${isBetweenDates(filter) ? 'at desc, ' : ''}number desc`;
    const { rows } = await pool.query<AuditRow>(
      `select ${AUDIT_COLUMNS} from desk.audit where ${found(where, limit + 1)}
       order by ${order} limit ${limit + 1}`,
      [...values, before, upTo],
    );
    const listed = rows.slice(0, limit).map(auditEntryOf);
    return { entries: listed, next: rows.length > limit ? (listed.at(-1)?.number ?? null) : null };
  };

  return {
    appendIn,
    async append(items) {
      await inTransaction(pool, async (client) => await appendIn(client, items));
    },
    entries,
    async page(owner, filter, before, limit) {
      const { condition, values, matching } = await asked(owner, filter);
      const counted = await pool.query<{ total: number }>(
        `select count(*)::int as total from (${matching(condition, MOST_COUNTED + 1)}) as matching`,
        values,
      );
      const total = counted.rows[0]?.total ?? 0;
      return { ...(await entries(owner, filter, before, limit)), total: total > MOST_COUNTED ? null : total };
    },
    async count(owner, filter, upTo) {
      const { condition, values, matching } = await asked(owner, filter);
      const { rows } = await pool.query<{ total: string }>(
        `select count(*) as total from (${matching(`${condition} and number <= $${values.length + 1}`, 'all')}) as matching`,
        [...values, upTo],
      );
      return Number(rows[0]?.total ?? 0);
    },
    async last(owner) {
      const { rows } = await pool.query<{ number: string; hash: string | null }>(
        'select number, hash from desk.audit_head where owner = $1',
        [owner],
      );
      return { number: Number(rows[0]?.number ?? 0), hash: rows[0]?.hash ?? null };
    },
  };
}

/** The database can't know that numbers grow with time: ordered by number, it would walk from the newest to the dates. */
function isBetweenDates({ from, to }: AuditFilter): boolean {
  return from !== undefined || to !== undefined;
}

/** The fields as the database returns them, because the hash must be the same when they are read again. */
function storedFieldsOf(item: AuditItem): Omit<Unhashed, 'number' | 'at' | 'previous'> {
  const { action, who, target = {}, reason = null, requestId = null, result = null, details = {} } = item;
  const fields = { action, who, target, reason, requestId, result, details };
  return JSON.parse(jsonOf(fields) ?? '');
}

/** Each condition is one that an index serves (migration.ts). */
const CONDITIONS: Record<Exclude<keyof AuditFilter, 'q'>, (place: string) => string> = {
  person: (place) => `who->>'person' = ${place}`,
  action: (place) => `action = ${place}`,
  entry: (place) => `target->>'entry' = ${place}`,
  loan: (place) => `target->>'loan' = ${place}`,
  // In a query of its own: in order of numbers, the database would walk the whole log to find two ids.
  member: (place) => `number = any(array(select m.number from desk.audit m where m.owner = $1
    and m.target->>'member' = any(array_append(string_to_array(${place}::text, ','), ${place}::text))))`,
  order: (place) => `target->>'order' = ${place}`,
  customer: (place) => `target->>'customer' = ${place}`,
  run: (place) => `target->>'run' = ${place}`,
  from: (place) => `at >= ${place}`,
  to: (place) => `at <= ${place}`,
};

/** The ways to find entries by a text that may be any of their ids: an index serves each. */
function waysOf(place: string): string[] {
  const targets = ['entry', 'loan', 'member', 'order', 'customer', 'run', 'approval', 'person'] as const;
  return [
    ...targets.map((target: keyof AuditTarget) => `target->>'${target}' = ${place}`),
    CONDITIONS.person(place),
    `request_id = ${place}`,
  ];
}

function conditionOf(owner: string, { q, ...filter }: AuditFilter, named: readonly string[]) {
  const values: unknown[] = [owner];
  const conditions = ['owner = $1'];
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined) continue;
    values.push(value);
    conditions.push(CONDITIONS[name as keyof typeof CONDITIONS](`$${values.length}`));
  }
  const [place, people] = [`$${values.length + 1}::text`, `$${values.length + 2}::text[]`];
  if (q) values.push(q, named);
  const rows = {
    table: 'desk.audit',
    id: 'number',
    person: `who->>'person'`,
    isBetweenDates: isBetweenDates(filter),
  };
  const search = q ? { ways: waysOf(place), people } : null;
  return { condition: conditions.join(' and '), values, ...searchedRows(rows, search) };
}
