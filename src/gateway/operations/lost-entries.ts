import type { Pool, PoolClient } from 'pg';
import { GATEWAY_CODES } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { AUDITED_COLUMNS, type AuditedRow, type Ending, outcomeItem } from './audit-items.ts';
import type { CheckOptions } from './checks.ts';
import { isAlive, type Presence } from './presence.ts';
import { firstCheckAt } from './schedule.ts';

interface TakeoverOptions extends Pick<CheckOptions, 'forward' | 'clock'> {
  pool: Pool;
  presence: Presence;
  audit: AuditLog;
}

const NOTHING = { by: null, status: null, code: null, message: null };

/** What is known of a write whose gateway died while it was being sent. */
const LOST: Ending = { ...NOTHING, outcome: 'unknown' };

/** What is known of a write that this gateway recorded although the database seemed to refuse it. */
const LEFT_BEHIND: Ending = {
  ...NOTHING,
  outcome: 'not-sent',
  code: GATEWAY_CODES.journalUnavailable,
  message: 'The journal could not be written, so nothing was sent.',
};

/**
 * A `pending` entry of this gateway that it isn't sending after so long was left behind when the database went away: the
 * commit that recorded it took effect, but its answer was lost, so it was never sent. Longer than a commit can take.
 */
const LEFT_BEHIND_S = 45;

/**
 * Ends the entries that this gateway recorded and never sent, and makes those unknown that dead gateways may have sent: the
 * function that it returns does so once, and resolves with them.
 */
export function createTakeover(options: TakeoverOptions): () => Promise<AuditedRow[]> {
  const { pool, clock, presence, audit, forward } = options;

  async function endUnsent(client: PoolClient): Promise<AuditedRow[]> {
    const now = clock();
    const { rows } = await client.query<AuditedRow>(
      `update desk.journal set outcome = 'not-sent', code = $5, message = $6, settled_at = $4, claimed_by = null, token = null
       where outcome = 'pending' and claimed_by = $1 and run is null and not id = any($2)
         and coalesce(sent_at, at) < $3
       returning ${AUDITED_COLUMNS}`,
      [
        presence.id,
        [...presence.sending.keys(), ...presence.unsettled],
        new Date(now - forward.timeoutMs - LEFT_BEHIND_S * 1_000),
        new Date(now),
        LEFT_BEHIND.code,
        LEFT_BEHIND.message,
      ],
    );
    return await recorded(client, rows, LEFT_BEHIND);
  }

  async function takeOver(client: PoolClient): Promise<AuditedRow[]> {
    const { rows } = await client.query<AuditedRow>(
      `update desk.journal set outcome = 'unknown', claimed_by = null, check_at = $1
       where outcome = 'pending' and (claimed_by is null or not ${isAlive('claimed_by')} or id = any($2))
       returning ${AUDITED_COLUMNS}`,
      [new Date(firstCheckAt(clock())), [...presence.unsettled]],
    );
    return await recorded(client, rows, LOST);
  }

  async function recorded(client: PoolClient, rows: AuditedRow[], ending: Ending): Promise<AuditedRow[]> {
    await audit.appendIn(
      client,
      rows.map((row) => outcomeItem(row, ending)),
    );
    return rows;
  }

  const work = async (client: PoolClient) => [...(await endUnsent(client)), ...(await takeOver(client))];
  return async () => await inTransaction(pool, work, { isRepeatable: true });
}
