import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { RunRequest } from '#contract/run-requests.ts';
import { RUN_GRACE_MS, type Run } from '#contract/runs.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Seal } from '#server/seal.ts';
import { matchRun } from '../approvals/match-rules.ts';
import type { ApprovalRequests } from '../approvals/requests.ts';
import type { Rules } from '../approvals/rules.ts';
import type { AuditItem, AuditLog } from '../audit/audit-log.ts';
import { GatewayFailure } from '../http/failures.ts';
import { jsonOf } from '../http/json.ts';
import { requireMayStill } from '../people/rows.ts';
import { createTimedIds } from '../timed-id.ts';
import { type Actor, createRunActions } from './run-actions.ts';
import { createRunReader } from './run-reader.ts';
import { type LineRow, RETRYABLE, type RunRow } from './run-row.ts';

interface RunsOptions {
  pool: Pool;
  clock: () => number;
  /** Keeps access tokens unreadable in the database. */
  seal: Seal;
  audit: AuditLog;
  /** The approval rules, and how a run is held until it is approved. */
  rules: Pick<Rules, 'readIn'>;
  requests: ApprovalRequests;
}

export type Runs = ReturnType<typeof createRuns>;

/** Runs in the gateway's store, as people create, read and control them. */
export function createRuns({ pool, clock, seal, audit, rules, requests }: RunsOptions) {
  const newId = createTimedIds(clock);
  const reader = createRunReader(pool, clock);

  /**
   * Creates a run whose lines wait to be sent. Returns whether it is new: the same id and content make one run,
   * however often it is requested. Throws a 422 GatewayFailure if the id was used with other content, and a 403 one if the
   * person may not make one any more.
   */
  async function create(
    actor: Actor,
    id: string,
    request: RunRequest,
  ): Promise<{ run: Run; isNew: boolean }> {
    const { kind, reason, note = '', lines } = request;
    const pairs = lines.map(({ memberId, orderId }) => [memberId, orderId]);
    return await insert(actor, id, request, digest(['run', kind, reason, note, pairs]));
  }

  /**
   * Creates a run of the lines of an earlier one that failed and can be retried; null if there is no such run. Safe
   * to repeat. While such a run is unfinished, every request gets that one, whatever id it names. Throws a 409
   * GatewayFailure if there are no such lines.
   */
  async function again(actor: Actor, id: string, next: string): Promise<{ run: Run; isNew: boolean } | null> {
    const earlier = await reader.rowOf(actor.owner, id);
    if (!earlier) return null;
    const content = digest(['again', id]);
    const known = await reader.rowOf(actor.owner, next);
    if (known) return { run: await sameRun(known, content), isNew: false };
    const { rows } = await pool.query<Pick<LineRow, 'line' | 'target'>>(
      `select line, target from desk.journal where owner = $1 and run = $2 and ${RETRYABLE} order by line`,
      [actor.owner, id],
    );
    if (rows.length === 0) {
      throw new GatewayFailure(409, GATEWAY_CODES.runState, 'No line of this run can be retried.');
    }
    const lines = rows.map(({ line, target: { id: memberId = '', orderId = '' } }) => {
      return { memberId, orderId, line };
    });
    return await insert(actor, next, { ...earlier, lines }, content, id);
  }

  async function insert(
    actor: Actor,
    id: string,
    { kind, reason, note, lines }: RunRequest,
    content: string,
    again?: string,
  ) {
    const numbers = lines.map(({ line }, index) => line ?? index + 1);
    const { owner, actor: who, requestId } = actor;
    const made = await inTransaction(pool, async (client) => {
      const open = again === undefined ? undefined : await openAgain(client, owner, content);
      if (open) return { id: open, isNew: false };
      await requireMayStill(client, { owner, person: who.person }, 'cancel-orders');
      const inForce = await rules.readIn(client, owner);
      const because = matchRun(inForce, lines.length);
      const { rowCount } = await client.query(
        `with made as (
         insert into desk.run (owner, id, place, kind, reason, note, who, organisation, content, state, starts_at,
           created_at, token, actor)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $17, now(), now(), $10, $16)
         on conflict (owner, id) do nothing returning id)
       insert into desk.journal (id, owner, kind, outcome, at, who, target, note, request_id, key, run, line,
         actor)
       select l.id, $1, 'cancelOrder', 'waiting', now(), $7, jsonb_build_object('id', l.member, 'orderId', l.nth_order),
         $11, '', l.key, made.id, l.line, $16::jsonb
       from made, unnest($12::text[], $13::uuid[], $14::text[], $15::text[], $18::integer[])
         as l (id, key, member, nth_order, line)`,
        [
          owner,
          id,
          newId(),
          kind,
          reason,
          note ?? '',
          actor.who,
          actor.organisation,
          content,
          seal.seal(actor.accessToken),
          jsonOf({ reason }),
          lines.map(() => newId()),
          numbers.map((line) => lineKey(owner, id, line)),
          lines.map(({ memberId }) => memberId),
          lines.map(({ orderId }) => orderId),
          jsonOf(who),
          because.length > 0 ? 'awaiting-approval' : 'waiting',
          numbers,
        ],
      );
      if (rowCount === 0) return { id, isNew: false };
      const details = {
        kind,
        note: note ?? '',
        lines: lines.length,
        linesHash: linesHash(lines),
        ...(again && { again }),
      };
      const created: AuditItem = {
        owner,
        action: 'run-created',
        who,
        target: { run: id },
        reason,
        requestId,
        details,
      };
      const wait =
        because.length > 0 &&
        (await requests.waitIn(client, {
          owner,
          kind: 'cancelOrders',
          actor: who,
          reason,
          because,
          requestId,
          run: id,
          loan: null,
          rules: inForce,
          content,
          request: { lines: lines.length, note: note ?? '' },
        }));
      // The grace period begins here, because recording many lines takes a part of it.
      await client.query(
        `update desk.run set approval = $3, starts_at = clock_timestamp() + $4 * interval '1 ms'
         where owner = $1 and id = $2`,
        [owner, id, wait ? wait.approval : null, RUN_GRACE_MS],
      );
      await audit.appendIn(client, wait ? [created, wait.item] : [created]);
      return { id, isNew: true };
    });
    const row = await reader.rowOf(owner, made.id);
    if (!row) throw new Error('A run that was created is gone');
    return { run: await sameRun(row, content), isNew: made.isNew };
  }

  /** A run that was requested again. Throws a 422 GatewayFailure if its content is different. */
  async function sameRun(row: RunRow, content: string): Promise<Run> {
    if (row.content === content) return await reader.withCounts(row);
    const message = 'A run with this ID exists with other content. Nothing was changed.';
    throw new GatewayFailure(422, GATEWAY_CODES.runChanged, message);
  }

  const { act } = createRunActions({ pool, clock, seal, audit, read: reader.read });
  const { read, page, lines, reportLines } = reader;
  return { create, again, read, page, lines, reportLines, act };
}

/** The unfinished run that repeats the same earlier one. Those who ask for it take turns at every gateway. */
async function openAgain(client: PoolClient, owner: string, content: string): Promise<string | undefined> {
  const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
  await client.query(lock, [JSON.stringify([owner, 'again', content])]);
  const { rows } = await client.query<{ id: string }>(
    'select id from desk.run where owner = $1 and content = $2 and finished_at is null',
    [owner, content],
  );
  return rows[0]?.id;
}

/** The idempotency key of a line: always the same, so that a line that is sent twice is carried out once. */
function lineKey(owner: string, run: string, line: number): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify(['run line', owner, run, line]))
    .digest();
  // A UUID of version 8: its other bits mean what its maker says.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return [8, 12, 16, 20, 32].map((end, nth) => hex.slice([0, 8, 12, 16, 20][nth], end)).join('-');
}

/** SHA-256 of the lines, one a line: the member's id, a space, the order's id. */
function linesHash(lines: RunRequest['lines']): string {
  const text = lines.map(({ memberId, orderId }) => `${memberId} ${orderId}\n`).join('');
  return createHash('sha256').update(text).digest('hex');
}

function digest(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
