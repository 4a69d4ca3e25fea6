import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { ListedLoan } from '#contract/loans.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { jsonOf } from '../http/json.ts';
import { checkItem, outcomeItem } from './audit-items.ts';
import type { Changes } from './changes.ts';
import { type CheckOptions, type CheckResult, checkEntry } from './checks.ts';
import { requireUnclaimed } from './decisions.ts';
import { type EntryRow, sentAt } from './entry-row.ts';
import { createTakeover } from './lost-entries.ts';
import { isAlive, type Presence } from './presence.ts';
import { TOKEN_REFUSED } from './run-token.ts';
import { isDue, nextCheckAt } from './schedule.ts';
import type { TokenSeal } from './token-seal.ts';

interface ResolverOptions extends Pick<CheckOptions, 'forward' | 'clock'> {
  pool: Pool;
  seal: TokenSeal;
  presence: Presence;
  changes: Changes;
  audit: AuditLog;
  log: Logger;
}

/** Finds out what became of writes whose answer was lost. */
export interface Resolver {
  /** Takes over what dead gateways left, and carries out the checks that are due. */
  sweep(): Promise<void>;
  /** Sweeps soon, without waiting for the next turn. */
  nudge(): void;
  start(): void;
  /** Ends the sweeps and waits for the one under way. */
  stop(): Promise<void>;
}

const SWEEP_MS = 1_000;

/** How long to wait for an access token that an organisation lacks. */
const TOKEN_PAUSE_MS = 30_000;

/** The most checks that one gateway carries out at the same time. */
const AT_ONCE = 8;

export function createResolver(options: ResolverOptions): Resolver {
  const { pool, clock, seal, presence, changes, audit, log } = options;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = true;
  /** Whether more checks may be due than this gateway carries out at the same time. */
  let isMore = false;
  const underWay = new Map<string, Promise<void>>();
  let turning = Promise.resolve();
  const takeOver = createTakeover(options);

  async function takeOverLost(): Promise<void> {
    for (const { owner, id, run } of await takeOver()) changes.publish(owner, run ? { run } : { entry: id });
  }

  async function claimDue(most: number): Promise<EntryRow[]> {
    const { rows } = await pool.query<EntryRow>(
      `update desk.journal set claimed_by = $1 where id in (
         select j.id from desk.journal j
         where j.outcome = 'unknown' and ${isDue('j.check_at', '$2')} and not j.blocked
           and (j.claimed_by is null or not ${isAlive('j.claimed_by')}
             or (j.claimed_by = $1 and not j.id = any($3)))
           and j.run is null
         order by j.check_at limit ${most} for update skip locked)
       returning *`,
      [presence.id, new Date(clock()), [...underWay.keys()]],
    );
    return rows;
  }

  /** The access token to check an entry with. The loans of another creditor say nothing about a loan. */
  async function tokenFor({ owner, token, kind, creditor }: EntryRow): Promise<string | null> {
    return token && (await seal.currentToken(owner, token, kind === 'createLoan' ? creditor : null));
  }

  async function check(row: EntryRow): Promise<void> {
    const accessToken = await tokenFor(row);
    if (accessToken === null) await putOff(row);
    else {
      const result = await checkWith(row, accessToken);
      if (result.settled?.outcome === 'not-done' && !presence.holds())
        throw new Error('A clock that may be wrong can’t prove that something was not done');
      await record(row, result);
    }
    changes.publish(row.owner, { entry: row.id });
  }

  /** Without an access token nothing can be checked. An organisation gets another one; a person has to sign in. */
  async function putOff({ id, token }: EntryRow): Promise<void> {
    const isReplaceable = token !== null && seal.isOrganisations(token);
    const now = clock();
    await pool.query(
      `update desk.journal set blocked = $2 and token is not distinct from $4, claimed_by = null,
       check_at = case when token is distinct from $4 then $5 else $3::timestamptz end
       where id = $1 and outcome = 'unknown'`,
      [id, !isReplaceable, isReplaceable ? new Date(now + TOKEN_PAUSE_MS) : null, token, new Date(now)],
    );
  }

  /** What can't be recorded now may never be recorded: the service is not asked in every sweep. */
  async function repeatLater(row: EntryRow): Promise<void> {
    const { id, check_count: count } = row;
    const nextAt = nextCheckAt(clock(), sentAt(row), count + 1);
    await pool.query(
      `update desk.journal set check_count = check_count + 1, claimed_by = null, check_at = $3
       where id = $1 and outcome = 'unknown' and claimed_by = $2`,
      [id, presence.id, nextAt === null ? null : new Date(nextAt)],
    );
  }

  /** If the service refuses an organisation's access token, checks with the one that took its place, or later. */
  async function checkWith(row: EntryRow, accessToken: string): Promise<CheckResult> {
    const result = await checkEntry(row, accessToken, { ...options, createdByOthers });
    if (!result.blocked || row.token === null || !seal.isOrganisations(row.token)) return result;
    const newest = await tokenFor(row);
    if (newest !== null && newest !== accessToken) return await checkWith(row, newest);
    const nextAt = nextCheckAt(clock(), sentAt(row), row.check_count + 1);
    const check = { ...result.check, saw: TOKEN_REFUSED };
    return { ...result, check, blocked: nextAt === null, nextAt };
  }

  async function createdByOthers(row: EntryRow, loans: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await pool.query<{ loan: string }>(
      `select reply->>'id' as loan from desk.journal
       where owner = $1 and kind = 'createLoan' and reply->>'id' = any($2) and id <> $3`,
      [row.owner, loans, row.id],
    );
    return new Set(rows.map(({ loan }) => loan));
  }

  /** Records a check and what it settled together: an entry left between the two would never be checked again. */
  async function record(row: EntryRow, result: CheckResult): Promise<void> {
    await inTransaction(pool, async (client) => await recordIn(client, row, result));
  }

  async function recordIn(
    client: PoolClient,
    row: EntryRow,
    { check, settled, blocked, nextAt, candidates }: CheckResult,
  ) {
    const loan = row.kind === 'createLoan' ? (settled?.reply as ListedLoan | null | undefined) : null;
    // Another check may have found the same one at the same moment: the next check of this entry knows.
    if (loan) await requireUnclaimed(client, row, loan.id);
    const { rowCount } = await client.query(
      // If someone has brought another access token since, it is checked with that one instead; if someone has asked for a
      // check since, that one follows.
      `update desk.journal set checks = checks || $2::jsonb, check_count = check_count + 1, claimed_by = null,
       candidates = $3, blocked = $4 and token is not distinct from $6,
       check_for = case when ($4 and token is distinct from $6) or check_at is distinct from $8 then check_for end,
       check_at = case when $4 and token is distinct from $6 then $7 when check_at is distinct from $8 then check_at
         else $5::timestamptz end
       where id = $1 and (outcome = 'unknown' or ($9::boolean and by = 'person'))`,
      [
        row.id,
        jsonOf([check]),
        jsonOf(candidates),
        blocked,
        nextAt === null || settled ? null : new Date(nextAt),
        row.token,
        new Date(clock()),
        row.check_at,
        // What a person decided without knowing it gives way to proof.
        settled?.outcome === 'done',
      ],
    );
    if (rowCount === 0) return;
    if (!settled) return void (await audit.appendIn(client, [checkItem(row, check)]));
    await client.query(
      `update desk.journal set outcome = $2, by = $3, status = $4, code = $5, message = $6, reply = $7,
       settled_at = $8, token = null where id = $1`,
      [
        row.id,
        settled.outcome,
        settled.by,
        settled.status,
        settled.code,
        settled.message,
        jsonOf(settled.reply),
        new Date(clock()),
      ],
    );
    await audit.appendIn(client, [outcomeItem(row, { ...settled, check })]);
  }

  /** Takes over and begins the checks that are due; slow ones don't hold up those that come due later. */
  async function turn(): Promise<void> {
    isMore = false;
    // If this gateway looks dead, others would take over at once what it claims.
    if (!presence.holds()) return;
    await takeOverLost();
    const room = AT_ONCE - underWay.size;
    const due = room > 0 ? await claimDue(room) : [];
    isMore = due.length === room;
    for (const row of due) {
      const checking = check(row).catch(async (error: unknown) => {
        log.warn({ err: error, entry: row.id }, 'a check could not be recorded');
        await repeatLater(row).catch(() => undefined);
      });
      underWay.set(row.id, checking);
      void checking.finally(() => {
        underWay.delete(row.id);
        if (isMore) again(0);
      });
    }
  }

  /** One turn at a time, so that none claims what another has just claimed. */
  async function takeTurn(): Promise<void> {
    const mine = turning.then(turn);
    turning = mine.catch(() => undefined);
    await mine;
  }

  async function sweep(): Promise<void> {
    await takeTurn();
    await Promise.all(underWay.values());
  }

  function again(pause: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      takeTurn()
        .catch((error: unknown) => log.warn({ err: error }, 'unknown outcomes could not be checked'))
        // A check may have ended in the meantime.
        .finally(() => again(isMore && underWay.size < AT_ONCE ? 0 : SWEEP_MS));
    }, pause).unref();
  }

  return {
    sweep,
    nudge: () => again(0),
    start() {
      isStopped = false;
      again(0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      // It may be about to begin checks.
      await turning;
      await Promise.all(underWay.values());
    },
  };
}
