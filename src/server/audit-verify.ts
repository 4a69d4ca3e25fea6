import type { Pool } from 'pg';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf, auditHash } from './audit-chain.ts';

/** What a walk along a chain came to. */
interface Verified {
  entries: number;
  /** The hash of the last entry. */
  hash: string | null;
  /** What is wrong with the first entry that does not match, as a sentence; null if all do. */
  fault: string | null;
}

/** How many entries are read at once. */
const BATCH = 1_000;

/** Whether a database has an audit log. */
export async function hasAuditLog(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ made: string | null }>(`select to_regclass('desk.audit') as made`);
  return rows[0]?.made != null;
}

/** The organisations that have entries, or had some. */
export async function organisationsOf(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ owner: string }>(
    'select owner from desk.audit_head union select owner from desk.audit order by owner',
  );
  return rows.map(({ owner }) => owner);
}

/** Walks an organisation's chain up to the end that it had at the beginning; entries may be appended meanwhile. */
export async function verifyChain(pool: Pool, organisation: string): Promise<Verified> {
  // One statement, because an entry and the head change together.
  const ends = await pool.query<{ number: string | null; hash: string | null; newest: string | null }>(
    `select h.number, h.hash, (select max(number) from desk.audit where owner = $1) as newest
     from (select $1::text as owner) o left join desk.audit_head h on h.owner = o.owner`,
    [organisation],
  );
  const [end] = ends.rows;
  const recorded = Number(end?.number ?? 0);
  let last = { number: 0, hash: null as string | null };
  const at = (fault: string | null): Verified => ({ entries: last.number, hash: last.hash, fault });
  const read = async (after: string | null) => {
    const { rows } = await pool.query<AuditRow>(
      `select ${AUDIT_COLUMNS} from desk.audit
       where owner = $1 and ($2::bigint is null or number > $2) and number <= $3 order by number limit ${BATCH}`,
      [organisation, after, end?.newest ?? 0],
    );
    return rows;
  };
  for (let rows = await read(null); rows.length > 0; rows = await read(rows.at(-1)?.number ?? null)) {
    for (const row of rows) {
      const { hash, ...entry } = auditEntryOf(row);
      const { number } = entry;
      if (number < last.number + 1) return at(`Entry ${number} was added.`);
      if (number > last.number + 1) return at(`Entry ${last.number + 1} is missing.`);
      if (hash !== auditHash(organisation, entry)) return at(`Entry ${number} was changed.`);
      if (entry.previous !== last.hash) {
        return at(`Entry ${number} does not follow entry ${last.number}: one of them was replaced.`);
      }
      if (number > recorded) return at(`Entry ${number} is beyond the recorded end, entry ${recorded}.`);
      last = { number, hash };
    }
  }
  if (last.number < recorded) return at(`Entry ${last.number + 1} is missing: the log was cut off there.`);
  if (last.hash !== (end?.hash ?? null)) return at(`Entry ${last.number} was replaced.`);
  return at(null);
}
