import { createHash } from 'node:crypto';
import type { Approval, ApprovalKind, ApprovalState, LoanState, MatchedRule } from '#contract/approvals.ts';
import type { AuditPerson, AuditTarget } from '#contract/audit.ts';
import { isPermitted, type Role } from '#contract/permissions.ts';
import type { AuditItem } from '../audit/audit-log.ts';

/** A row of desk.approval. */
export interface ApprovalRow {
  owner: string;
  id: string;
  place: string;
  kind: ApprovalKind;
  state: ApprovalState;
  requested_at: Date;
  expires_at: Date;
  actor: AuditPerson;
  reason: string | null;
  because: MatchedRule[];
  entry: string | null;
  run: string | null;
  request: Record<string, unknown>;
  /** The body of a loan, sealed. */
  sealed: string | null;
  loan: LoanState | null;
  asked: Approval['asked'];
  hash: string;
  decided_at: Date | null;
  decided_by: AuditPerson | null;
  decision: string | null;
}

/** SQL: the name of the person who approved, by the owner and id of an approval; null unless it was approved. */
export const approvedBy = (owner: string, id: string) =>
  `(select decided_by->>'name' from desk.approval where (approval.owner, approval.id) = (${owner}, ${id})
    and approval.state = 'approved')`;

/** Who looks at approvals. */
export interface Viewer {
  owner: string;
  roles: readonly Role[];
  person: { id: string; subject: string };
}

/** What it takes to request each kind. */
export const REQUESTS = {
  createLoan: 'create-loan',
  cancelOrders: 'cancel-orders',
  changeRules: 'manage-people',
} as const;

/** What it takes to decide about each kind. */
export const DECIDES = {
  createLoan: 'approve',
  cancelOrders: 'approve',
  changeRules: 'manage-people',
} as const;

/** Whether a person requested it, also under another sign-in with the same subject. */
export function isOwn({ actor }: Pick<ApprovalRow, 'actor'>, { person }: Viewer): boolean {
  return actor.person === person.id || actor.subject === person.subject;
}

/** The approval as its viewer gets it. */
export function approvalOf(row: ApprovalRow, viewer: Viewer, now: number): Approval {
  const isOpen = row.state === 'waiting' && row.expires_at.getTime() > now;
  const own = isOwn(row, viewer);
  return {
    id: row.id,
    kind: row.kind,
    state: row.state === 'waiting' && !isOpen ? 'expired' : row.state,
    requester: shownPerson(row.actor),
    requestedAt: row.requested_at.toISOString(),
    reason: row.reason,
    expiresAt: row.expires_at.toISOString(),
    because: row.because,
    entry: row.entry,
    run: row.run,
    request: row.request,
    loan: row.loan,
    asked: row.asked,
    hash: row.hash,
    decision: row.decided_at && {
      by: row.decided_by && shownPerson(row.decided_by),
      at: row.decided_at.toISOString(),
      reason: row.decision,
    },
    may: { decide: isOpen && !own && isPermitted(viewer.roles, DECIDES[row.kind]), withdraw: isOpen && own },
  };
}

function shownPerson({ person, name, verified }: AuditPerson): Approval['requester'] {
  return { id: person ?? '', name, verified };
}

/** The ids that name it in the audit log. */
export function approvalTarget({ id, entry, run }: Pick<ApprovalRow, 'id' | 'entry' | 'run'>): AuditTarget {
  return { approval: id, ...(entry !== null && { entry }), ...(run !== null && { run }) };
}

/** What the audit log records of a decision. */
export function decisionItem(
  row: ApprovalRow,
  action: 'approved' | 'rejected' | 'withdrawn',
  { actor, requestId }: { actor: AuditPerson; requestId: string },
  reason: string,
): AuditItem {
  const { owner, kind, actor: requester, hash } = row;
  const details = { kind, hash, requester: requester.name };
  return { owner, action, who: actor, requestId, reason, target: approvalTarget(row), details };
}

/** What an approval is bound to: all of the request, and what it was judged by. */
export function approvalHash(
  kind: ApprovalKind,
  content: string,
  because: readonly MatchedRule[],
  loan: LoanState | null,
): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, content, because, loan]))
    .digest('hex');
}
