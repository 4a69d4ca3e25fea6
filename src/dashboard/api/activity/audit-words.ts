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
import { changedRules } from '#dashboard/api/approvals/approval-words.ts';
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

export function actionText(entry: AuditEntry): string {
  return TEXTS[entry.action]?.(entry) ?? ACTION_LABELS[entry.action];
}

const writeOf = ({ details }: AuditEntry) => (details.kind === 'createLoan' ? 'loan' : 'cancellation');

/** The texts of actions whose label says too little. */
const TEXTS: Partial<Record<AuditAction, (entry: AuditEntry) => string | null>> = {
  write: (entry) => `Requested a ${writeOf(entry)}`,
  outcome: (entry) => `Outcome of a ${writeOf(entry)}`,
  check: (entry) => `Check of a ${writeOf(entry)}`,
  export({ details, target }) {
    const rows = typeof details.rows === 'number' ? `${countOf(details.rows, 'row')} of ` : '';
    return `Exported ${rows}${clip(target.list ?? '', 60)}`;
  },
  reveal: ({ details }) =>
    details.by === 'email' ? 'Found a member by email' : 'Saw a member’s contact data',
  'run-created': ({ details }) => `Created a run of ${countOf(Number(details.lines) || 0, 'order')}`,
  'run-stopped': ({ details }) => `Stopped a run: ${countOf(Number(details.notSent) || 0, 'order')} not sent`,
  'permission-refused'({ details }) {
    const label = PERMISSION_LABELS[details.permission as Permission];
    return label ? `Not permitted to ${label}` : null;
  },
  'session-ended'({ details, who }) {
    if (typeof details.name !== 'string') return null;
    const ended = `Ended a session of ${clip(details.name, 80)}`;
    if (details.by === 'fewer roles') return `${ended}: a later sign-in came with fewer roles`;
    return who ? ended : `${ended}: signed out at the identity provider`;
  },
  'person-changed': ({ details }) =>
    `Changed ${clip(String(details.name), 80)}: ${accessText(details.after)}`,
  'rules-changed': ({ details: { before, after } }) => {
    const changed = changedRules(before, after).map(({ label, was, value }) => `${label}: ${was} → ${value}`);
    return [ACTION_LABELS['rules-changed'], ...changed].join('. ');
  },
};

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
