import type { Pool, PoolClient } from 'pg';
import type { ApprovalAction } from '#contract/approvals.ts';
import { isPermitted } from '#contract/permissions.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure, permissionRequired } from '../http/failures.ts';
import { mayStill, requireMayStill } from '../people/rows.ts';
import { type ApprovalRow, DECIDES, isOwn, REQUESTS, type Viewer } from './approval-row.ts';

/** Throws a 403 GatewayFailure if a person may not do this about a request. */
export function requireRight(row: ApprovalRow, decider: Viewer, action: ApprovalAction): void {
  const own = isOwn(row, decider);
  if (action === 'withdraw') {
    if (own) return;
    const message = 'Only the person who made a request can withdraw it.';
    throw new GatewayFailure(403, GATEWAY_CODES.ownRequest, message);
  }
  const needed = DECIDES[row.kind];
  if (!isPermitted(decider.roles, needed)) throw permissionRequired(needed);
  if (!own) return;
  const message = 'This is your own request. Someone else has to decide about it.';
  throw new GatewayFailure(403, GATEWAY_CODES.ownRequest, message);
}

/**
 * Throws a 403 GatewayFailure if a loan isn't the creditor's that its approver is signed in for: that access token reads
 * other terms and other loans than the ones that this loan is judged by.
 */
export async function requireCreditor(
  pool: Pool,
  { owner, entry }: ApprovalRow,
  creditor: string | null,
): Promise<void> {
  const { rowCount } = await pool.query(
    'select from desk.journal where owner = $1 and id = $2 and creditor <> $3',
    [owner, entry, creditor ?? ''],
  );
  if (rowCount === 0) return;
  const message =
    'This loan is another creditor’s than the one you are signed in for. Nothing was decided: ask someone who is signed in for that creditor to approve it.';
  throw new GatewayFailure(403, GATEWAY_CODES.otherCreditor, message);
}

/**
 * Throws a 403 GatewayFailure if a person has lost what it takes to decide while they did, and a 409 one if they approve
 * what its requester could no longer request: it is sent as the requester's.
 */
export async function requireStill(
  client: PoolClient,
  { owner, kind, actor }: ApprovalRow,
  decider: Viewer,
  action: ApprovalAction,
): Promise<void> {
  const needed = DECIDES[kind];
  if (action !== 'withdraw') await requireMayStill(client, { owner, person: decider.person.id }, needed);
  if (action !== 'approve' || (await mayStill(client, { owner, person: actor.person }, REQUESTS[kind])))
    return;
  const message = `${actor.name} may not request this any more, so it can’t be approved. Nothing was decided: reject it.`;
  throw new GatewayFailure(409, GATEWAY_CODES.personDisabled, message);
}

/** Throws a 409 GatewayFailure if the time to decide about a request is over. */
export function requireInTime({ expires_at: expiresAt }: ApprovalRow, now: number): void {
  if (expiresAt.getTime() <= now) throw decided('This request has expired.');
}

export function decided(message: string): GatewayFailure {
  return new GatewayFailure(409, GATEWAY_CODES.decided, `${message} Nothing was changed.`);
}

export function contentUnreadable(): GatewayFailure {
  const message =
    'What was requested can’t be read any more: it was encrypted under a session secret that has been replaced. Nothing was decided. Reject it; it can be requested again.';
  return new GatewayFailure(409, GATEWAY_CODES.contentUnreadable, message);
}

export function changed(): GatewayFailure {
  const message = 'What you were shown has changed. Nothing was decided: look at it again, then decide.';
  return new GatewayFailure(409, GATEWAY_CODES.approvalChanged, message);
}
