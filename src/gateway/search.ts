import type { Pool } from 'pg';

/** What the search of the gateway's lists needs (`0025-search`). A migration that has landed is never edited. */
export const sql = `
create index audit_request on desk.audit (owner, request_id, number) where request_id is not null;
create index audit_approval on desk.audit (owner, (target->>'approval'), number) where target->>'approval' is not null;
create index audit_changed on desk.audit (owner, (target->>'person'), number) where target->>'person' is not null;
create index event_order on desk.event (owner, (payload->'order'->>'_id'), id);
create index event_member on desk.event (owner, (payload->>'member'), id);
`;

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** Patterns of the words that are looked for, without case and accents. */
export function patternsOf(q: string): string[] {
  const words = plain(q).split(/\s+/).filter(Boolean);
  return words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}

/** SQL: whether texts hold all words that are looked for, in any order. */
export const holdWords = (texts: readonly string[], patterns: string) =>
  `lower(regexp_replace(normalize(concat_ws(' ', ${texts.join(', ')}), NFKD), '[\u0300-\u036f]', '', 'g'))
    like all(${patterns}::text[])`;

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
    [owner, patternsOf(q)],
  );
  return rows.map(({ id }) => id);
}

interface Found {
  table: string;
  /** The column that identifies a row and grows with time, and that of the person whose row it is. */
  id: string;
  person: string;
  /** The conditions that each find rows by an index. */
  ways: readonly string[];
  /** The place of the people whose rows are found, too. */
  people: string;
  isBetweenDates: boolean;
}

/** Which rows may be found, and how many of them are needed: the newest, or any if they are only counted. */
export interface Needed {
  where: string;
  most: number | 'all';
  isCount: boolean;
}

/**
 * SQL: the ids of the rows that are found by one of the ways, or are these people's. Each way, and each person, is a query
 * that stops at as many rows as are needed: with "or" between them, the database may walk the whole table.
 */
export function idsFound(
  { table, id, person, ways, people, isBetweenDates }: Found,
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
