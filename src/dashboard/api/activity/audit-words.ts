import * as z from 'zod/mini';
import type { AuditAction, AuditEntry } from '#contract/audit.ts';
import { JOURNAL_KINDS, JOURNAL_OUTCOMES } from '#contract/operations.ts';
import { personAccess } from '#contract/people.ts';
import type { Permission } from '#contract/permissions.ts';
import {
  approvalAddress,
  customerKeyAddress,
  entryAddress,
  loanAddress,
  memberAddress,
  RUNS_ADDRESS,
  runAddress,
} from '#dashboard/api/addresses.ts';
import { ruleLines } from '#dashboard/api/approvals/approval-words.ts';
import { outcomeLabel, wordsOf } from '#dashboard/api/operations/outcome-words.ts';
import { PERMISSION_LABELS, rolesText } from '#dashboard/api/session/role-labels.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { clip, truncateMiddle } from '#dashboard/lib/truncate.ts';

export const ACTION_LABELS: Record<AuditAction, string> = {
  'sign-in': 'Sign-in',
  'sign-in-refused': 'Sign-in refused',
  'sign-out': 'Sign-out',
  'session-ended': 'Session ended',
  'permission-refused': 'Permission refused',
  export: 'Export',
  reveal: 'Contact data shown',
  'person-changed': 'Person changed',
  'organisation-token': 'Access token changed',
  write: 'Request',
  outcome: 'Outcome',
  check: 'Check',
  choice: 'Loan chosen',
  closure: 'Request closed',
  'run-created': 'Run created',
  'run-paused': 'Run paused',
  'run-resumed': 'Run resumed',
  'run-stopped': 'Run stopped',
  'follow-up-added': 'Follow-up added',
  'follow-up-changed': 'Follow-up changed',
  'follow-up-done': 'Follow-up done',
  'follow-up-deleted': 'Follow-up deleted',
  'collateral-recorded': 'Collateral recorded by hand',
  'approval-requested': 'Approval requested',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  'rules-changed': 'Rules changed',
};

export function actionText({ action, details, target, who }: AuditEntry): string {
  const write = details.kind === 'createLoan' ? 'loan' : 'cancellation';
  switch (action) {
    case 'write':
      return `Requested a ${write}`;
    case 'outcome':
      return `Outcome of a ${write}`;
    case 'check':
      return `Check of a ${write}`;
    case 'export':
      return `Exported ${typeof details.rows === 'number' ? `${countOf(details.rows, 'row')} of ` : ''}${clip(target.list ?? '', 60)}`;
    case 'reveal':
      return details.by === 'email' ? 'Found a member by email' : 'Saw a member’s contact data';
    case 'run-created':
      return `Created a run of ${countOf(Number(details.lines) || 0, 'order')}`;
    case 'permission-refused': {
      const label = PERMISSION_LABELS[details.permission as Permission];
      return label ? `Not permitted to ${label}` : ACTION_LABELS[action];
    }
    case 'session-ended': {
      if (typeof details.name !== 'string') return ACTION_LABELS[action];
      const ended = `Ended a session of ${clip(details.name, 80)}`;
      if (details.by === 'fewer roles') return `${ended}: a later sign-in came with fewer roles`;
      return who ? ended : `${ended}: signed out at the identity provider`;
    }
    case 'person-changed':
      return `Changed ${clip(String(details.name), 80)}: ${accessText(details.after)}`;
    case 'rules-changed':
      return [ACTION_LABELS[action], ...changedRules(details)].join('. ');
    default:
      return ACTION_LABELS[action];
  }
}

/** The rules that are not as they were: `Runs: Off → Above 5 orders`. */
function changedRules({ before, after }: AuditEntry['details']): string[] {
  const were = new Map(ruleLines(before).map(({ label, value }) => [label, value]));
  const changed = ruleLines(after).filter(({ label, value }) => were.get(label) !== value);
  return changed.map(({ label, value }) => `${label}: ${were.get(label) ?? 'not known'} → ${value}`);
}

function accessText(access: unknown): string {
  const { roles, disabled } = z.safeParse(personAccess, access).data ?? { roles: [], disabled: false };
  return rolesText(roles) + (disabled ? ', disabled' : '');
}

/** How it ended; null if that means nothing for the action. */
export function resultText({ result, details }: AuditEntry): string | null {
  if (result === null) return null;
  const outcome = JOURNAL_OUTCOMES.find((known) => known === result);
  if (!outcome) return clip(result.charAt(0).toUpperCase() + result.slice(1).replaceAll('-', ' '), 60);
  const kind = JOURNAL_KINDS.find((known) => known === details.kind);
  if (!kind) return outcomeLabel(outcome);
  const code = typeof details.code === 'string' ? details.code : null;
  const status = typeof details.status === 'number' ? details.status : null;
  return wordsOf(kind, { outcome, by: null, code, status }).label;
}

/** The record that an entry is about, and its page; null if it has none. */
export function subjectOf({ target }: AuditEntry): { label: string; href: string } | null {
  const { loan, order, entry, run, approval, member, customer } = target;
  if (loan) return { label: `Loan ${truncateMiddle(loan)}`, href: loanAddress(loan, undefined) };
  if (entry) {
    return { label: order ? `Order ${truncateMiddle(order)}` : 'Request', href: entryAddress(entry) };
  }
  if (run) return { label: `Run ${truncateMiddle(run)}`, href: runAddress(run) };
  if (approval) return { label: 'Request', href: approvalAddress(approval) };
  if (member) return { label: `Member ${truncateMiddle(member)}`, href: memberAddress(member) };
  if (customer) return { label: `Customer ${truncateMiddle(customer)}`, href: customerKeyAddress(customer) };
  return target.list === 'run' ? { label: 'Runs', href: RUNS_ADDRESS } : null;
}
