import type { Pool } from 'pg';

/** What the search of the gateway's lists needs (`0025-search`). A migration that has landed is never edited. */
export const sql = `
create index audit_request on desk.audit (owner, request_id, number) where request_id is not null;
create index audit_approval on desk.audit (owner, (target->>'approval'), number) where target->>'approval' is not null;
create index audit_changed on desk.audit (owner, (target->>'person'), number) where target->>'person' is not null;
create index event_order on desk.event (owner, (payload->'order'->>'_id'), id);
create index event_member on desk.event (owner, (payload->>'member'), id);
`;

/** The words that are looked for, as `holdWords` takes them. */
export function wordsOf(q: string): string[] {
  return q.split(/\s+/).filter(Boolean);
}

/** SQL: a text without case and accents. The database folds both sides, because its locale decides what a lower case is. */
const folded = (text: string) =>
  `lower(regexp_replace(normalize(${text}, NFKD), '[\u0300-\u036f]', '', 'g'))`;

/** SQL: whether texts hold all words that are looked for, in any order. */
export const holdWords = (texts: readonly string[], words: string) =>
  `(select bool_and(strpos(${folded(`concat_ws(' ', ${texts.join(', ')})`)}, ${folded('word')}) > 0)
    from unnest(${words}::text[]) word)`;

/** The organisation is $1 in what follows; `place` is that of the text that is looked for. */

/** SQL: the ids that the audit log has about a request, of one kind of target. */
export const requested = (target: 'entry' | 'run' | 'approval', place: string) =>
  `(select a.target->>'${target}' from desk.audit a
    where a.owner = $1 and a.request_id = ${place} and a.target->>'${target}' is not null)`;

/** SQL: the runs that have an order. */
export const runsOfOrder = (place: string) =>
  `(select j.run from desk.journal j where j.owner = $1 and j.kind = 'cancelOrder' and j.target->>'orderId' = ${place}
    and j.run is not null)`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** SQL: what is looked for as a UUID; null if it isn't one, and then nothing equals it. */
export const uuidAt = (text: string, place: string) => (UUID.test(text) ? `${place}::uuid` : 'null::uuid');

/** The ids of an organisation's people whose name holds the words that are looked for; none if nothing is. */
export async function peopleNamed(pool: Pool, owner: string, q: string | undefined): Promise<string[]> {
  if (!q) return [];
  const { rows } = await pool.query<{ id: string }>(
    `select id from desk.person where owner = $1 and ${holdWords(['name'], '$2')}`,
    [owner, wordsOf(q)],
  );
  return rows.map(({ id }) => id);
}

interface Rows {
  table: string;
  /** The column that identifies a row and grows with time, and that of the person whose row it is. */
  id: string;
  person: string;
  isBetweenDates: boolean;
}

interface Search {
  /** The conditions that each find rows by an index. */
  ways: readonly string[];
  /** The place of the people whose rows are found, too. */
  people: string;
}

/** How to select rows by their conditions, and by a search if there is one. */
export function searchedRows(rows: Rows, search: Search | null) {
  const { table, id, isBetweenDates } = rows;
  return {
    /** SQL: so many of the rows that meet a condition. */
    matching(where: string, most: number | 'all'): string {
      const order = `owner, ${isBetweenDates ? 'at' : id}`;
      return search
        ? `${idsFound(rows, search, { where, most, isCount: true })} limit ${most}`
        : `select ${id} from ${table} where ${where} order by ${order} limit ${most}`;
    },
    /** SQL: the condition with that of being found. */
    found(where: string, most: number): string {
      if (!search) return where;
      return `${where} and ${id} = any(array(${idsFound(rows, search, { where, most, isCount: false })}))`;
    },
  };
}

/** Which rows may be found, and how many of them are needed: the newest, or any if they are only counted. */
interface Needed {
  where: string;
  most: number | 'all';
  isCount: boolean;
}

/**
 * SQL: the ids of the rows that are found by one of the ways, or are these people's. Each way, and each person, is a query
 * that stops at as many rows as are needed: with "or" between them, the database may walk the whole table.
 */
function idsFound(
  { table, id, person, isBetweenDates }: Rows,
  { ways, people }: Search,
  { where, most, isCount }: Needed,
): string {
  const order = `owner desc, ${isBetweenDates ? 'at desc, ' : ''}${id} desc`;
  const found = (way: string) =>
    `(select ${id} from ${table} where ${where} and ${way} order by ${order} limit ${most})`;
  // Between dates, the days of all people are read at once.
  const theirs = isBetweenDates
    ? found(`${person} = any(${people})`)
    : `(select theirs.${id} from unnest(${people}) p (person) cross join lateral ${found(`${person} = p.person`)} theirs
       ${isCount ? '' : `order by theirs.${id} desc`} limit ${most})`;
  return [...ways.map(found), theirs].join(' union ');
}
