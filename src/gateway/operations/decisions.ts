import type { Pool, PoolClient } from 'pg';
import type { AuditPerson } from '#contract/audit.ts';
import type { EntryCheck } from '#contract/operations.ts';
import { KIND_PERMISSIONS } from '#contract/permissions.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Seal } from '#server/seal.ts';
import type { AuditItem, AuditLog } from '../audit/audit-log.ts';
import { GatewayFailure } from '../http/failures.ts';
import { jsonOf } from '../http/json.ts';
import { requireMayStill } from '../people/rows.ts';
import type { Session } from '../session/session.ts';
import { AUDITED_COLUMNS, type AuditedRow, decisionItem } from './audit-items.ts';
import type { EntryRow } from './entry-row.ts';

/** A person who decides about an unknown outcome. */
export interface Decider {
  owner: string;
  who: string;
  /** The same person as the audit log names them. */
  actor: AuditPerson;
  accessToken: string;
  /** The creditor that the access token lends for; null if it is none's. */
  creditor: string | null;
  requestId: string;
}

/** An access token that the service has accepted, and whose it is. */
export type Accepted = Pick<Session, 'owner' | 'accessToken' | 'creditor'>;

/** SQL: whether a creditor's list of loans can show what became of an entry: not if another creditor lent. */
const SEES_LOAN = (creditor: string) =>
  `(kind <> 'createLoan' or creditor is null or creditor is not distinct from ${creditor}::text)`;

interface DecisionsOptions {
  pool: Pool;
  clock: () => number;
  seal: Seal;
  audit: AuditLog;
}

/** How a person ends an entry whose outcome is unknown. */
interface Decision {
  outcome: 'done' | 'undetermined';
  reply: unknown;
  message: string;
  check: EntryCheck;
  item(row: AuditedRow): AuditItem;
}

export type Decisions = ReturnType<typeof createDecisions>;

/** What a person may do about an entry whose outcome is unknown. The entry's history keeps all of it under their name. */
export function createDecisions({ pool, clock, seal, audit }: DecisionsOptions) {
  /** Has an entry checked now, with this person's access token. */
  async function requestCheck(person: Decider, id: string): Promise<void> {
    const { owner, who, accessToken, creditor } = person;
    await inTransaction(pool, async (client) => {
      await recordedIn(
        client,
        person,
        `update desk.journal set check_at = $3, check_for = $4, blocked = false,
           token = case when ${SEES_LOAN('$6')} then $5 else token end
         where owner = $1 and id = $2 and outcome = 'unknown'`,
        [owner, id, new Date(clock()), who, seal.seal(accessToken), creditor],
        (row) => decisionItem(row, 'check', person, { result: 'requested' }),
      );
    });
    await lendToRuns(owner, accessToken);
  }

  /**
   * Takes one of the candidates as the loan that an entry created. False if it isn't one, or nothing is unknown. Throws a
   * 409 GatewayFailure if another entry is known to have created it.
   */
  async function choose(person: Decider, row: EntryRow, loanId: string): Promise<boolean> {
    const { who } = person;
    const loan = row.candidates.find(({ id }) => id === loanId);
    if (!loan) return false;
    const saw = `${who} chose loan ${loanId}.`;
    const choice: Decision = {
      outcome: 'done',
      reply: loan,
      message: saw,
      check: decision(who, saw),
      item: (entry) => decisionItem(entry, 'choice', person, { result: 'done', loan: loanId }),
    };
    return await inTransaction(pool, async (client) => {
      await requireUnclaimed(client, row, loanId);
      return await decideIn(client, person, row.id, choice);
    });
  }

  /** Closes an entry as undetermined. False if its outcome isn't unknown. */
  async function close(person: Decider, id: string, reason: string): Promise<boolean> {
    const { who } = person;
    const saw = `Closed as undetermined: ${reason}`;
    const closure: Decision = {
      outcome: 'undetermined',
      reply: null,
      message: reason,
      check: decision(who, saw),
      item: (entry) => decisionItem(entry, 'closure', person, { result: 'undetermined', reason }),
    };
    return await inTransaction(pool, async (client) => await decideIn(client, person, id, closure));
  }

  /** Gives every check the access token that the service has just accepted, and resumes those that had none. */
  async function resume({ owner, accessToken, creditor }: Accepted): Promise<void> {
    await pool.query(
      `update desk.journal set blocked = false, token = $2, check_at = case when blocked then $3 else check_at end
       where owner = $1 and outcome = 'unknown' and (run is null or blocked) and ${SEES_LOAN('$4')}`,
      [owner, seal.seal(accessToken), new Date(clock()), creditor?.id ?? null],
    );
    await lendToRuns(owner, accessToken);
  }

  /** Gives it to the runs that have lines to check and whose own token was refused; it does not resume them. */
  async function lendToRuns(owner: string, accessToken: string): Promise<void> {
    await pool.query(
      'update desk.run set token = $2 where owner = $1 and token is null and finished_at is null',
      [owner, seal.seal(accessToken)],
    );
  }

  function decision(who: string, saw: string): EntryCheck {
    return { at: new Date(clock()).toISOString(), saw, complete: false, who };
  }

  async function decideIn(client: PoolClient, person: Decider, id: string, to: Decision): Promise<boolean> {
    return await recordedIn(
      client,
      person,
      `update desk.journal set outcome = $3, by = 'person', reply = $4, message = $5, checks = checks || $6::jsonb,
       settled_at = $7, check_at = null, token = null
       where owner = $1 and id = $2 and outcome = 'unknown'`,
      [person.owner, id, to.outcome, jsonOf(to.reply), to.message, jsonOf([to.check]), new Date(clock())],
      to.item,
    );
  }

  /**
   * Changes an entry and records that in the audit log, together. False if no entry is as the statement demands. Throws a
   * 403 GatewayFailure if the person was disabled or lost the role since the request came.
   */
  async function recordedIn(
    client: PoolClient,
    { owner, actor: { person } }: Decider,
    sql: string,
    values: unknown[],
    item: (row: AuditedRow) => AuditItem,
  ): Promise<boolean> {
    const { rows } = await client.query<AuditedRow>(`${sql} returning ${AUDITED_COLUMNS}`, values);
    for (const { kind } of rows) await requireMayStill(client, { owner, person }, KIND_PERMISSIONS[kind]);
    await audit.appendIn(client, rows.map(item));
    return rows.length > 0;
  }

  return { requestCheck, choose, close, resume };
}

/**
 * Throws a 409 GatewayFailure if another entry is known to have created a loan. Who chooses or finds it takes turns at every
 * gateway, until the caller's transaction ends.
 */
export async function requireUnclaimed(
  client: PoolClient,
  { owner, id }: Pick<EntryRow, 'owner' | 'id'>,
  loanId: string,
): Promise<void> {
  const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
  await client.query(lock, [JSON.stringify([owner, 'chosen loan', loanId])]);
  const { rows } = await client.query<{ entry: string; who: string }>(
    `select id as entry, who from desk.journal
     where owner = $1 and kind = 'createLoan' and reply->>'id' = $2 and id <> $3 limit 1`,
    [owner, loanId, id],
  );
  const [other] = rows;
  if (!other) return;
  const message = `Another request, by ${other.who}, is already recorded as the one that created this loan. Nothing was changed. Choose another loan, check again, or close this request as undetermined.`;
  throw new GatewayFailure(409, GATEWAY_CODES.decided, message, {}, { entry: other.entry });
}
