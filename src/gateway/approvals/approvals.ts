import type { Pool, PoolClient } from 'pg';
import type { Approval, ApprovalAction, ApprovalRules, ApprovalState } from '#contract/approvals.ts';
import type { AuditAction, AuditPerson } from '#contract/audit.ts';
import { isDatabaseAway } from '#server/db/faults.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Seal } from '#server/seal.ts';
import type { AuditItem, AuditLog } from '../audit/audit-log.ts';
import { jsonOf } from '../http/json.ts';
import type { Changes } from '../operations/changes.ts';
import type { ForwardOptions } from '../proxy/forward.ts';
import { createApprovalReader, maySee } from './approval-reader.ts';
import { type ApprovalRow, approvalHash, approvalTarget, decisionItem, type Viewer } from './approval-row.ts';
import { type Closed, closeIn } from './close-request.ts';
import { judgeAgain } from './judge-loan.ts';
import { isWorse } from './match-rules.ts';
import { changed, decided, requireCreditor, requireInTime, requireRight, requireStill } from './refusals.ts';
import { byRulesInForce, type Rules } from './rules.ts';

/** Someone who approves, rejects or withdraws. */
export interface ApprovalDecider extends Viewer {
  actor: AuditPerson;
  accessToken: string;
  /** The id of the creditor that the access token lends for; null if it is none's. */
  creditor: string | null;
  requestId: string;
}

export interface ApprovalsOptions {
  pool: Pool;
  clock: () => number;
  seal: Seal;
  audit: AuditLog;
  rules: Rules;
  forward: ForwardOptions;
  changes: Pick<Changes, 'publish'>;
  /** Takes what was approved as being sent, in the caller's transaction. */
  releaseIn(
    client: PoolClient,
    row: ApprovalRow,
    decider: ApprovalDecider,
    body: Uint8Array | null,
  ): Promise<Released>;
}

/** What was approved and is about to be sent. */
export interface Released {
  /** What to append to the audit log. */
  items: AuditItem[];
  /** Sends it once that is committed. */
  send(): Promise<void>;
  /** Whether it is still to be sent, if it isn't known whether that was committed. */
  isToSend(client: PoolClient): Promise<boolean>;
}

type Decision = Omit<Released, 'items'> & { row: VersionedRow };

/** The version changes with every transaction that changes the row. */
type VersionedRow = ApprovalRow & { version: string };

export type Approvals = ReturnType<typeof createApprovals>;

const LEADS_TO = {
  approve: 'approved',
  reject: 'rejected',
  withdraw: 'withdrawn',
} as const satisfies Record<ApprovalAction, ApprovalState & AuditAction>;

/** Requests that wait for a second person, and what becomes of them. */
export function createApprovals(options: ApprovalsOptions) {
  const { pool, clock, seal, audit, rules, changes } = options;
  const { rowOf, bodyOf, shown, read, page } = createApprovalReader({ pool, clock, seal });

  /**
   * Approves, rejects or withdraws a request, once; null if there is none that this person may see. What is approved
   * is sent as its requester's. Safe to repeat by the same person. Throws a GatewayFailure if it isn't theirs to
   * decide, has been decided by someone else or expired, or isn't any more what was shown.
   */
  async function decide(...decision: Parameters<typeof decideOnce>): Promise<Approval | null> {
    return await byRulesInForce(async () => await decideOnce(...decision));
  }

  async function decideOnce(
    decider: ApprovalDecider,
    id: string,
    action: ApprovalAction,
    { reason, hash }: { reason: string; hash?: string | undefined },
  ): Promise<Approval | null> {
    const known = await rowOf(decider.owner, id);
    if (!known || !maySee(known, decider)) return null;
    requireRight(known, decider, action);
    if (known.state === 'waiting') requireInTime(known, clock());
    let judgedBy: ApprovalRules | null = null;
    if (action === 'approve' && known.state === 'waiting') {
      await requireCreditor(pool, known, decider.creditor);
      judgedBy = await lookAgain(known, decider);
    }
    let made: Decision | undefined;
    const work = async (client: PoolClient) => {
      const { rows } = await client.query<VersionedRow>(
        'select *, xmin::text as version from desk.approval where owner = $1 and id = $2 for update',
        [decider.owner, id],
      );
      const [locked] = rows as [VersionedRow];
      if (locked.state !== 'waiting') {
        // Decided by this very call, which lost the answer to its commit: nothing else sends it.
        const isToSend = made?.row.version === locked.version && (await made.isToSend(client));
        return { row: locked, send: isToSend ? made?.send : undefined };
      }
      requireInTime(locked, clock());
      if (judgedBy) await rules.requireStill(client, locked.owner, judgedBy);
      await requireStill(client, locked, decider, action);
      if (locked.hash !== (hash ?? known.hash)) throw changed();
      made =
        action === 'approve'
          ? await approveIn(client, locked, decider, reason)
          : await refuseIn(client, locked, decider, LEADS_TO[action], reason);
      return made;
    };
    const { row, send } = await inTransaction(pool, work, { isRepeatable: true });
    if (row.state !== LEADS_TO[action] || row.decided_by?.person !== decider.person.id) {
      const by = row.decided_by ? ` by ${row.decided_by.name}` : '';
      throw decided(`This request has been ${row.state}${by} already.`);
    }
    if (send) {
      publish(row);
      await send();
    }
    return shown(row, decider);
  }

  async function approveIn(
    client: PoolClient,
    row: ApprovalRow,
    decider: ApprovalDecider,
    reason: string,
  ): Promise<Decision> {
    const after = await settleIn(client, row, 'approved', decider.actor, reason);
    const { items, ...released } = await options.releaseIn(client, row, decider, bodyOf(row));
    if (row.kind === 'changeRules') {
      const next = row.request.rules as ApprovalRules;
      const before = await rules.applyIn(client, row.owner, row.actor, next);
      items.push({
        owner: row.owner,
        action: 'rules-changed',
        who: row.actor,
        requestId: decider.requestId,
        target: { approval: row.id },
        details: { before, after: next },
      });
    }
    await audit.appendIn(client, [decisionItem(row, 'approved', decider, reason), ...items]);
    return { row: after, ...released };
  }

  async function refuseIn(
    client: PoolClient,
    row: ApprovalRow,
    decider: ApprovalDecider,
    how: Exclude<Closed, 'expired'>,
    reason: string,
  ): Promise<Decision> {
    const who = decider.actor.name;
    const after = await settleIn(client, row, how, decider.actor, reason);
    const message =
      how === 'rejected' ? `${who} rejected it: ${reason}` : `${who} withdrew it before it was approved.`;
    await closeIn(client, row, how, { who, message, now: new Date(clock()) });
    await audit.appendIn(client, [decisionItem(row, how, decider, reason)]);
    return { row: after, send: async () => {}, isToSend: async () => true };
  }

  /** Ends requests that no one decided about in time. Throws why some of them, or all, could not be ended. */
  async function expire(): Promise<void> {
    const now = new Date(clock());
    const due = await pool.query<{ owner: string; id: string }>(
      `select owner, id from desk.approval where state = 'waiting' and expires_at <= $1 order by expires_at`,
      [now],
    );
    const failures: unknown[] = [];
    for (const { owner, id } of due.rows) {
      try {
        const ended = await inTransaction(pool, async (client) => await expireIn(client, owner, id, now));
        if (ended) publish(ended);
      } catch (error) {
        // No other request can be ended without a database.
        if (isDatabaseAway(error)) throw error;
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  async function expireIn(client: PoolClient, owner: string, id: string, now: Date) {
    const waiting = `select * from desk.approval where owner = $1 and id = $2 and state = 'waiting' for update`;
    const { rows } = await client.query<ApprovalRow>(waiting, [owner, id]);
    const [row] = rows;
    if (!row) return null;
    await settleIn(client, row, 'expired', null, null);
    const message = 'No one approved it in time, so nothing was sent.';
    await closeIn(client, row, 'expired', { who: null, message, now });
    const [target, details] = [approvalTarget(row), { kind: row.kind }];
    await audit.appendIn(client, [{ owner, action: 'expired', who: null, target, details }]);
    return row;
  }

  async function settleIn(
    client: PoolClient,
    { owner, id }: ApprovalRow,
    state: ApprovalState,
    by: AuditPerson | null,
    reason: string | null,
  ): Promise<VersionedRow> {
    const { rows } = await client.query<VersionedRow>(
      `update desk.approval set state = $3, decided_at = $4, decided_by = $5, decision = $6, sealed = null
       where owner = $1 and id = $2 returning *, xmin::text as version`,
      [owner, id, state, new Date(clock()), jsonOf(by), reason],
    );
    return rows[0] as VersionedRow;
  }

  /**
   * Judges a loan again before it is approved. Returns the rules that it was judged by; null for anything else. Throws a
   * 409 GatewayFailure if it is worse than what was shown.
   */
  async function lookAgain(row: ApprovalRow, decider: ApprovalDecider): Promise<ApprovalRules | null> {
    const body = bodyOf(row);
    if (row.kind !== 'createLoan' || body === null) return null;
    const { accessToken, requestId } = decider;
    const read = { forward: options.forward, accessToken, requestId, clock };
    const inForce = await rules.read(row.owner);
    const now = await judgeAgain(body, inForce, read);
    if (!isWorse(row, now)) return inForce;
    const still = row.because.filter((old) => !now.because.some(({ rule }) => rule === old.rule));
    const all = [...still, ...now.because];
    const content = new TextDecoder().decode(body);
    await pool.query(
      `update desk.approval set because = $3, loan = $4, hash = $5,
         asked = coalesce(asked, jsonb_build_object('because', because, 'loan', loan))
       where owner = $1 and id = $2 and state = 'waiting'`,
      [row.owner, row.id, jsonOf(all), jsonOf(now.loan), approvalHash(row.kind, content, all, now.loan)],
    );
    changes.publish(row.owner, { approval: row.id });
    throw changed();
  }

  function publish({ owner, id, entry, run }: ApprovalRow): void {
    changes.publish(owner, { approval: id, ...(entry !== null && { entry }), ...(run !== null && { run }) });
  }

  return { read, page, decide, expire };
}
