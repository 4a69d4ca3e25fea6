import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { ApprovalRules } from '#contract/approvals.ts';
import type { Seal } from '#server/seal.ts';
import type { AuditItem } from '../audit/audit-log.ts';
import { jsonOf } from '../http/json.ts';
import { createTimedIds } from '../timed-id.ts';
import { type ApprovalRow, approvalHash, approvalTarget } from './approval-row.ts';

/** A request that has to wait. */
export interface WaitingRequest
  extends Pick<ApprovalRow, 'owner' | 'kind' | 'actor' | 'reason' | 'because' | 'request' | 'loan'> {
  entry?: string;
  run?: string;
  requestId: string;
  /** All that will be sent, as one text. */
  content: string;
  /** The body of a loan as it will be sent. */
  body?: Uint8Array;
  rules: Pick<ApprovalRules, 'expiresAfterHours'>;
}

export type ApprovalRequests = ReturnType<typeof createApprovalRequests>;

/** Records requests that wait for approval. */
export function createApprovalRequests({ clock, seal }: { clock: () => number; seal: Seal }) {
  const newPlace = createTimedIds(clock);

  /**
   * Records a request in the caller's transaction. Returns the approval's id, and what to append to the audit log as
   * that transaction's last step.
   */
  async function waitIn(
    client: PoolClient,
    waiting: WaitingRequest,
  ): Promise<{ approval: string; item: AuditItem }> {
    const { owner, kind, actor, reason, because, loan, content, request, body, requestId } = waiting;
    const row = { id: randomUUID(), entry: waiting.entry ?? null, run: waiting.run ?? null };
    const now = clock();
    await client.query(
      `insert into desk.approval (owner, id, place, kind, state, requested_at, expires_at, actor, reason, because,
         entry, run, request, sealed, loan, hash)
       values ($1, $2, $3, $4, 'waiting', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
      [
        owner,
        row.id,
        newPlace(),
        kind,
        new Date(now),
        new Date(now + waiting.rules.expiresAfterHours * 3_600_000),
        jsonOf(actor),
        reason,
        jsonOf(because),
        row.entry,
        row.run,
        jsonOf(request),
        body ? seal.seal(new TextDecoder().decode(body)) : null,
        jsonOf(loan),
        approvalHash(kind, content, because, loan),
      ],
    );
    const item: AuditItem = {
      owner,
      action: 'approval-requested',
      who: actor,
      requestId,
      reason,
      target: approvalTarget(row),
      details: { kind, because, request },
    };
    return { approval: row.id, item };
  }

  return { waitIn };
}
