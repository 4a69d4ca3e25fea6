import type { Pool } from 'pg';
import type { JournalEntry, JournalKind, JournalOutcome } from '#contract/operations.ts';
import { approvedBy } from '../approvals/approval-row.ts';
import { peopleNamed, requested, searchedRows, uuidAt } from '../search.ts';
import { type EntryRow, entryOf } from './entry-row.ts';

export interface JournalFilter {
  /** A whole id that an entry has, or a part of the name of the person who made it. */
  q?: string | undefined;
  kind?: JournalKind | undefined;
  outcome?: JournalOutcome | undefined;
  /** The id of the person who made the write. */
  person?: string | undefined;
  /** The id of a person whose writes are listed together with everyone's lines of runs. */
  ownOrOfRun?: string | undefined;
  /** Both inclusive, ISO 8601. */
  from?: string | undefined;
  to?: string | undefined;
  /** The id of a loan that was created. */
  loan?: string | undefined;
  member?: string | undefined;
  order?: string | undefined;
  key?: string | undefined;
  run?: string | undefined;
}

/** Reads the journal of an owner. */
export interface Journal {
  /**
   * Entries that match, newest first, after `before`, which is the `next` of the page before; lines of runs once they have
   * been sent. Between dates they are ordered by when they were sent, otherwise by when they were made.
   */
  page(
    owner: string,
    filter: JournalFilter,
    before: string | null,
    limit: number,
  ): Promise<{ entries: JournalEntry[]; next: string | null; total: number | null }>;
  read(owner: string, id: string): Promise<EntryRow | null>;
}

const APPROVAL = `coalesce(journal.approval, (select run.approval from desk.run
  where run.owner = journal.owner and run.id = journal.run))`;

/** An entry's columns. A line of a run gets the run's approval: the later column of the same name is read. */
const ENTRY = `journal.*, ${APPROVAL} as approval, ${approvedBy('journal.owner', APPROVAL)} as approved_by`;

/** Counting more matches than this would take longer than reading the page. */
const MOST_COUNTED = 1_000;

export function createJournal(pool: Pool): Journal {
  return {
    async page(owner, filter, before, limit) {
      const people = await peopleNamed(pool, owner, filter.q);
      const { condition, values, isBetweenDates, matching, found } = conditionOf(owner, filter, people);
      const counted = await pool.query<{ total: number }>(
        `select count(*)::int as total from (${matching(condition, MOST_COUNTED + 1)}) as matching`,
        values,
      );
      const total = counted.rows[0]?.total ?? 0;
      const { id, at } = placeOf(before);
      const [idPlace, atPlace] = [`$${values.length + 1}`, `$${values.length + 2}`];
      const isAfter = isBetweenDates
        ? `(at, id) < (coalesce(${atPlace}::timestamptz, (select at from desk.journal where owner = $1 and id = ${idPlace})), ${idPlace})`
        : `id < ${idPlace}`;
      const { rows } = await pool.query<EntryRow>(
        `select ${ENTRY} from desk.journal where ${found(`${condition} and ${isAfter}`, limit + 1)}
         order by owner desc, ${isBetweenDates ? 'at desc, ' : ''}id desc limit ${limit + 1}`,
        [...values, id, ...(isBetweenDates ? [at] : [])],
      );
      const entries = rows.slice(0, limit).map(entryOf);
      const last = rows.length > limit ? entries.at(-1) : undefined;
      const next = last && (isBetweenDates ? `${last.id}-${Date.parse(last.at)}` : last.id);
      return { entries, next: next ?? null, total: total > MOST_COUNTED ? null : total };
    },
    async read(owner, id) {
      const { rows } = await pool.query<EntryRow>(
        `select ${ENTRY} from desk.journal where owner = $1 and id = $2`,
        [owner, id],
      );
      return rows[0] ?? null;
    },
  };
}

/** Ids are hexadecimal. */
const AFTER_EVERY_ID = 'g';

/**
 * The place at which a page begins. A line that was sent again meanwhile has another time, so the page goes on from the
 * time that the one before showed; null for an id alone, which earlier versions returned.
 */
function placeOf(before: string | null): { id: string; at: Date | string | null } {
  const [id, at] = before?.split('-') ?? [];
  if (id === undefined) return { id: AFTER_EVERY_ID, at: 'infinity' };
  return { id, at: at === undefined ? null : new Date(Number(at)) };
}

/** Each condition is one that an index of the journal serves (migration.ts). */
const CONDITIONS: Record<Exclude<keyof JournalFilter, 'q'>, (place: string) => string> = {
  kind: (place) => `kind = ${place}`,
  outcome: (place) => `outcome = ${place}`,
  person: (place) => `actor->>'person' = ${place}`,
  ownOrOfRun: (place) => `(actor->>'person' = ${place} or run is not null)`,
  from: (place) => `at >= ${place}`,
  to: (place) => `at <= ${place}`,
  loan: (place) => `kind = 'createLoan' and reply->>'id' = ${place}`,
  member: (place) => `kind = 'cancelOrder' and target->>'id' = ${place}`,
  order: (place) => `kind = 'cancelOrder' and target->>'orderId' = ${place}`,
  key: (place) => `key = ${place}`,
  run: (place) => `run is not null and run = ${place}`,
};

/** The ways to find entries by a text that may be any of their ids. */
function waysOf(q: string, place: string): string[] {
  const uuid = uuidAt(q, place);
  return [
    `id = ${place}`,
    CONDITIONS.loan(place),
    CONDITIONS.member(place),
    CONDITIONS.order(place),
    CONDITIONS.person(place),
    CONDITIONS.key(uuid),
    CONDITIONS.run(uuid),
    `id = (select entry from desk.approval where owner = $1 and approval.id = ${uuid})`,
    CONDITIONS.run(`(select run from desk.approval where owner = $1 and approval.id = ${uuid})`),
    `id = any(array${requested('entry', place)})`,
  ];
}

function conditionOf(owner: string, { q, ...filter }: JournalFilter, named: readonly string[]) {
  const values: unknown[] = [owner];
  const conditions = ['owner = $1', `outcome <> 'waiting'`];
  for (const [name, value] of Object.entries(filter)) {
    if (value === undefined) continue;
    values.push(value);
    conditions.push(CONDITIONS[name as keyof typeof CONDITIONS](`$${values.length}`));
  }
  const [place, people] = [`$${values.length + 1}::text`, `$${values.length + 2}::text[]`];
  if (q) values.push(q, named);
  // The database can't know that ids grow with time: ordered by id, it would walk from the newest entry to the dates.
  const isBetweenDates = filter.from !== undefined || filter.to !== undefined;
  const rows = { table: 'desk.journal', id: 'id', person: `actor->>'person'`, isBetweenDates };
  const search = q ? { ways: waysOf(q, place), people } : null;
  return { condition: conditions.join(' and '), values, isBetweenDates, ...searchedRows(rows, search) };
}
