import type { Pool, PoolClient } from 'pg';
import { rolesWith } from '#contract/permissions.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { jsonOf } from '../http/json.ts';
import { isBarred } from '../people/rows.ts';
import { LINE_ENDING_COLUMNS, type LineEnding, lineItem } from './audit-items.ts';
import type { ClaimedLines, ClaimedRun, Hold, LineResult } from './claimed-run.ts';
import { isAlive } from './presence.ts';
import { stopIn } from './run-finish.ts';
import { firstOpen, type RunRow, STOPPED } from './run-row.ts';
import { isDue } from './schedule.ts';

export type RunClaims = ReturnType<typeof createRunClaims>;

/** Has the lines of a run whose checks were refused checked again, in the caller's transaction. */
export async function unblock(client: PoolClient, owner: string, id: string, now: Date): Promise<void> {
  await client.query(
    `update desk.journal set blocked = false, check_at = $3
     where owner = $1 and run = $2 and outcome = 'unknown' and blocked`,
    [owner, id, now],
  );
}

/** The store of runs as a worker uses it: everything is claimed in the name of one gateway before anything is sent. */
export function createRunClaims(pool: Pool, gateway: string, audit: AuditLog) {
  /** How many runs are still to end, and how many of them are not paused or stopped. */
  async function countOpen(): Promise<{ unfinished: number; active: number }> {
    const { rows } = await pool.query<{ unfinished: number; active: number }>(
      `select count(*)::int as unfinished, count(*) filter (where state in ('waiting', 'running'))::int as active
       from desk.run where finished_at is null`,
    );
    return rows[0] ?? { unfinished: 0, active: 0 };
  }

  /** Claims runs with something to do that no living gateway works on, except those that this one works on already. */
  async function claimRuns(now: Date, most: number, own: readonly ClaimedRun[]): Promise<ClaimedRun[]> {
    const { rows } = await pool.query<ClaimedRun>(
      `update desk.run r set claimed_by = $1, hold_until = null, state = case r.state when 'waiting' then 'running' else r.state end
       from (
         select c.owner, c.id from desk.run c
         where c.finished_at is null and (c.state <> 'waiting' or c.starts_at <= now())
           and (c.hold_until is null or ${isDue('c.hold_until', '$2')})
           and (c.claimed_by is null or c.claimed_by = $1 or not ${isAlive('c.claimed_by')})
           and not exists (select from unnest($3::text[], $4::uuid[]) as own (owner, id)
             where own.owner = c.owner and own.id = c.id)
           and ((c.state in ('waiting', 'running') and ${firstOpen('c', `j.outcome = 'waiting'`)} is not null)
             or ${firstOpen('c', `j.outcome = 'pending'`)} is not null
             or ${firstOpen('c', `j.outcome = 'unknown' and ${isDue('j.check_at', '$2')} and not j.blocked`)} is not null)
         order by c.starts_at limit $5 for update skip locked) due
       where r.owner = due.owner and r.id = due.id
       returning r.owner, r.id, r.token, r.hold_count, r.actor, r.who`,
      [gateway, now, own.map(({ owner }) => owner), own.map(({ id }) => id), most],
    );
    return rows;
  }

  /**
   * Lines that an earlier worker left as being sent may or may not have reached the service: they are checked. This
   * gateway leaves none: it never sent what it has claimed itself, because it didn't get the answer to that.
   */
  async function adopt(run: ClaimedRun, now: Date): Promise<void> {
    await inTransaction(pool, async (client) => {
      await giveBackIn(client, run, now, null);
      const { rows } = await client.query<LineEnding>(
        `update desk.journal j set outcome = 'unknown', claimed_by = null, check_at = $3
         where owner = $1 and run = $2 and outcome = 'pending' returning ${LINE_ENDING_COLUMNS}`,
        [run.owner, run.id, now],
      );
      await client.query(
        `update desk.journal set claimed_by = null, check_at = $3
         where owner = $1 and run = $2 and outcome = 'unknown' and claimed_by is not null`,
        [run.owner, run.id, now],
      );
      await record(client, run, rows);
    });
  }

  /** Records in the audit log what became of lines. */
  async function record(client: PoolClient, run: ClaimedRun, lines: readonly LineEnding[]): Promise<void> {
    await audit.appendIn(
      client,
      lines.map((line) => lineItem(line, run)),
    );
  }

  /** Stops a run whose requester may no longer cancel orders: its lines would be sent as theirs. */
  async function stopBarred({ owner, id }: ClaimedRun, now: Date): Promise<void> {
    await inTransaction(pool, async (client) => {
      const notSent = await stopIn(client, { owner, id }, { by: null, from: ['running'], now });
      if (notSent === null) return;
      const details = { because: 'The person who requested it may no longer cancel orders.', notSent };
      await audit.appendIn(client, [
        { owner, action: 'run-stopped', who: null, target: { run: id }, details },
      ]);
    });
  }

  /**
   * Claims lines of a run: first those to check, then, if the run is running, those to send. Stops it instead if its
   * requester may no longer cancel orders. The state is null if another gateway has taken over the run.
   */
  async function claimLines(run: ClaimedRun, now: Date, most: number): Promise<ClaimedLines> {
    const { owner, id, actor } = run;
    // The lock makes a person who stops or pauses the run wait, so that no line is claimed after that.
    const { rows } = await pool.query<ClaimedLines & { barred: boolean | null }>(
      `with mine as (select state, ${isBarred('$1', '$6', '$7')} as barred from desk.run
         where owner = $1 and id = $2 and claimed_by = $3 and finished_at is null for share),
       due as (select id from desk.journal where exists (select from mine) and owner = $1 and run = $2
           and outcome = 'unknown' and ${isDue('check_at', '$4')} and claimed_by is null and not blocked
         order by line limit $5 for update skip locked),
       next as (select id from desk.journal where exists (select from mine where state = 'running' and not barred)
           and owner = $1 and run = $2 and outcome = 'waiting'
         order by line limit $5 for update skip locked),
       picked as (select id from (select id, 1 as rank from due union all select id, 2 from next) l
         order by rank limit $5),
       claimed as (update desk.journal j set claimed_by = $3,
           outcome = case j.outcome when 'waiting' then 'pending' else 'unknown' end,
           request_id = case j.outcome when 'waiting' then gen_random_uuid()::text else j.request_id end,
           at = case j.outcome when 'waiting' then $4 else j.at end
         from picked where j.id = picked.id
         returning j.id, j.outcome, j.key, j.target, j.request_id, j.at, j.check_count, j.line)
       select (select state from mine) as state, (select barred from mine) as barred,
         coalesce((select jsonb_agg(claimed order by outcome desc, line) from claimed), '[]') as lines`,
      [owner, id, gateway, now, most, actor?.person ?? null, rolesWith('cancel-orders')],
    );
    const [{ state, lines, barred } = { state: null, lines: [], barred: null }] = rows;
    const isStopped = state === 'running' && barred;
    if (isStopped) await stopBarred(run, now);
    return {
      state: isStopped ? 'stopped' : state,
      lines: lines.map((line) => ({ ...line, at: new Date(line.at) })),
    };
  }

  /** Returns lines that were claimed and proven not to have been sent, and lines to check that were not checked. */
  async function giveBack(run: ClaimedRun, now: Date, lines: readonly string[]): Promise<void> {
    await inTransaction(pool, async (client) => await giveBackIn(client, run, now, lines));
  }

  /** The same in the caller's transaction; all lines that this gateway has claimed if none are named. */
  async function giveBackIn(
    client: PoolClient,
    run: ClaimedRun,
    now: Date,
    lines: readonly string[] | null,
  ): Promise<void> {
    const { owner, id } = run;
    const isMine = `claimed_by = $4 and ($3::text[] is null or id = any($3))`;
    const { rows } = await client.query<LineEnding>(
      `update desk.journal j set claimed_by = null, request_id = '',
         outcome = case r.state when 'stopped' then 'not-sent' else 'waiting' end,
         settled_at = case r.state when 'stopped' then $5::timestamptz end,
         message = case r.state when 'stopped' then ${STOPPED} end
       from (select state, stopped_by, who from desk.run where owner = $1 and id = $2 for share) r
       where j.owner = $1 and j.run = $2 and j.outcome = 'pending' and ${isMine}
       returning ${LINE_ENDING_COLUMNS}`,
      [owner, id, lines, gateway, now],
    );
    await client.query(
      `update desk.journal set claimed_by = null
       where owner = $1 and run = $2 and outcome = 'unknown' and ${isMine}`,
      [owner, id, lines, gateway],
    );
    const stopped = rows.filter(({ outcome }) => outcome === 'not-sent');
    await record(client, run, stopped);
  }

  /**
   * Records results. What a check has found out meanwhile is not overwritten by what is less certain, and a check that
   * found out nothing counts under its claim only: it may have been recorded before, and the answer to that lost.
   */
  async function settle(run: ClaimedRun, results: readonly LineResult[]): Promise<void> {
    const work = async (client: PoolClient) => await settleIn(client, run, results);
    await inTransaction(pool, work, { isRepeatable: true });
  }

  async function settleIn(
    client: PoolClient,
    run: ClaimedRun,
    results: readonly LineResult[],
  ): Promise<void> {
    const { owner, id } = run;
    const { rows } = await client.query<LineEnding>(
      `update desk.journal j set outcome = r.outcome, by = r.by, status = r.status, code = r.code,
         message = r.message, reply = r.reply, at = coalesce(r.at, j.at), settled_at = r.settled_at,
         duration_ms = coalesce(r.duration_ms, j.duration_ms), claimed_by = null, check_at = r.check_at,
         blocked = r.blocked, check_for = null, token = case r.outcome when 'unknown' then j.token end,
         checks = case when r.checked is null then j.checks
           else j.checks || jsonb_build_array(r.checked || jsonb_build_object('who', j.check_for)) end,
         check_count = j.check_count + (case when r.checked is null then 0 else 1 end)
       from jsonb_to_recordset($3::jsonb) as r (id text, request_id text, outcome text, by text, status integer,
         code text, message text, reply jsonb, at timestamptz, duration_ms double precision, settled_at timestamptz,
         checked jsonb, check_at timestamptz, blocked boolean)
       where j.owner = $1 and j.run = $2 and j.id = r.id and j.request_id = r.request_id
         and (j.outcome = 'pending' or (j.by = 'person' and r.outcome = 'done')
           or (j.outcome = 'unknown' and (r.outcome = 'done'
           or (r.checked is not null and (r.outcome <> 'unknown' or j.claimed_by = $4))
           or (r.outcome <> 'unknown' and j.check_count = 0 and j.claimed_by is null))))
       returning ${LINE_ENDING_COLUMNS}, case when r.checked is not null then j.checks->-1 end as check`,
      [owner, id, jsonOf(results), gateway],
    );
    await record(client, run, rows);
  }

  /** Gives up a run, optionally for a while. */
  async function release({ owner, id }: ClaimedRun, count: number, hold: Hold | null): Promise<void> {
    await pool.query(
      `update desk.run set claimed_by = null, hold_count = $4, hold_until = coalesce($5, hold_until),
         hold_message = coalesce($6, hold_message)
       where owner = $1 and id = $2 and claimed_by = $3`,
      [owner, id, gateway, hold?.count ?? count, hold?.until, hold?.message],
    );
  }

  /**
   * Stops all requests of a run whose access token the service refused, or can't be read, as `because` says. If the run has
   * got another one since, the lines whose checks were refused are checked with that instead.
   */
  async function refuseToken({ owner, id, token }: ClaimedRun, now: Date, because: string): Promise<void> {
    await inTransaction(pool, async (client) => {
      const { rows } = await client.query<Pick<RunRow, 'state' | 'token'>>(
        'select state, token from desk.run where owner = $1 and id = $2 and claimed_by = $3 for update',
        [owner, id, gateway],
      );
      const [was] = rows;
      if (!was) return;
      if (was.token !== token) return await unblock(client, owner, id, now);
      await client.query(
        `update desk.run set token = null, claimed_by = null,
           state = case state when 'running' then 'paused' else state end
         where owner = $1 and id = $2`,
        [owner, id],
      );
      await client.query(
        `update desk.journal set blocked = true where owner = $1 and run = $2 and outcome = 'unknown'`,
        [owner, id],
      );
      if (was.state !== 'running') return;
      await audit.appendIn(client, [
        { owner, action: 'run-paused', who: null, target: { run: id }, details: { because } },
      ]);
    });
  }

  return { countOpen, claimRuns, adopt, claimLines, giveBack, settle, release, refuseToken };
}
