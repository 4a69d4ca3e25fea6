import * as z from 'zod/mini';
import {
  type ApprovalAction,
  approval,
  approvalDecision,
  approvalPage,
  approvalQuery,
  DEFAULT_APPROVAL_LIMIT,
  RULES_OFF,
  rulesChange,
  rulesState,
} from '#contract/approvals.ts';
import { approvalExample } from './gateway-approval-schemas.ts';
import { FAILURES } from './gateway-failures.ts';
import { HOLDER } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';

const ofOne = { schema: z.object({ id: z.uuid() }), texts: { id: 'Id of the approval.' } };
const data = { schema: approval, example: approvalExample };
const signedOut = { 401: FAILURES.signedOut };
const bodyFailures = { 400: FAILURES.malformed, 413: FAILURES.tooLarge, 415: FAILURES.notJson };
const rules = {
  schema: rulesState,
  example: {
    rules: { ...RULES_OFF, runLines: { on: true, above: 50 } },
    version: 3,
    changedAt: '2026-11-23T09:00:00.000Z',
    changedBy: 'Nadia Haddad',
    approval: null,
  },
};

const ACTIONS: Record<ApprovalAction, { summary: string; text: string }> = {
  approve: {
    summary: 'Approve a request',
    text: 'Approves someone else’s request, once; the gateway then sends it as its requester’s. A loan is judged again first: if it matches another rule by now, or its loan-to-value has passed the terms’ limit, nothing is decided and the approval shows the new figures. Requires the permission `approve`, or `manage-people` for a change of the rules. Safe to repeat.',
  },
  reject: {
    summary: 'Reject a request',
    text: 'Rejects someone else’s request, once; nothing of it is sent. Requires the permission `approve`, or `manage-people` for a change of the rules. Safe to repeat.',
  },
  withdraw: {
    summary: 'Withdraw a request',
    text: 'Takes back one’s own request before anyone decides about it; nothing of it is sent. Safe to repeat.',
  },
};

const actions = Object.entries(ACTIONS).map(
  ([action, { summary, text }]): GatewayOperation => ({
    id: `${action}Request`,
    tag: 'Approvals',
    method: 'POST',
    needs: 'session',
    path: `/desk/approvals/{id}/${action}`,
    summary,
    text,
    params: ofOne,
    headers: [HOLDER],
    body: {
      schema: approvalDecision,
      example: { reason: 'Checked with the member by phone', hash: approvalExample.hash },
    },
    done: { text: 'The approval after the decision.', message: 'Approval.', data },
    failures: {
      ...bodyFailures,
      ...signedOut,
      403: FAILURES.ownRequest,
      404: FAILURES.notFound,
      409: FAILURES.approvalDecided,
      503: FAILURES.rulesUnchecked,
    },
  }),
);

/** The addresses of approvals and their rules, in the order of the document. */
export const APPROVAL_OPERATIONS: readonly GatewayOperation[] = [
  {
    ...{
      id: 'listApprovals',
      tag: 'Approvals',
      method: 'GET',
      path: '/desk/approvals',
      needs: 'session',
    },
    summary: 'List approvals',
    text: 'Lists requests that wait or waited for approval, newest first: one’s own, and everybody’s with the permission `see-all-activity`.',
    query: {
      schema: approvalQuery,
      texts: {
        q: 'Only those that have this whole id (their own, or that of an entry, a run, an order of a run, a borrower, a request or a person), and those whose reason and people’s names have these words or parts of words.',
        state: 'Only those in this state.',
        before: 'Only approvals older than this: the `next` of the page before.',
        limit: 'Approvals per page.',
      },
      defaults: { limit: DEFAULT_APPROVAL_LIMIT },
    },
    done: {
      text: 'A page of approvals.',
      message: 'Approvals.',
      data: {
        schema: approvalPage,
        example: { approvals: [approvalExample], next: null, total: 1, waiting: 1 },
      },
    },
    failures: { 400: FAILURES.malformed, ...signedOut },
  },
  {
    ...{
      id: 'getApproval',
      tag: 'Approvals',
      method: 'GET',
      path: '/desk/approvals/{id}',
      needs: 'session',
    },
    summary: 'Read an approval',
    text: 'Returns an approval with all that will be sent.',
    params: ofOne,
    done: { text: 'The approval.', message: 'Approval.', data },
    failures: { ...signedOut, 404: FAILURES.notFound },
  },
  ...actions,
  {
    id: 'getRules',
    tag: 'Approvals',
    method: 'GET',
    path: '/desk/rules',
    needs: 'session',
    summary: 'Read the rules',
    text: 'Returns the rules that say what waits for approval.',
    done: { text: 'The rules.', message: 'Rules.', data: rules },
    failures: signedOut,
  },
  {
    id: 'changeRules',
    tag: 'Approvals',
    method: 'PUT',
    path: '/desk/rules',
    needs: 'session',
    summary: 'Change the rules',
    text: 'Sets all rules. If the rules in force ask for it, the change waits for a second administrator (202). Safe to repeat.',
    headers: [HOLDER],
    body: { schema: rulesChange, example: { ...rules.example.rules, version: 3 } },
    done: { text: 'The rules after the change.', message: 'Rules.', data: rules },
    still: {
      text: 'The change waits for approval; the rules are those in force.',
      message: 'The change waits until a second administrator approves it.',
      data: { ...rules, example: { ...rules.example, approval: approvalExample.id } },
    },
    failures: { ...bodyFailures, ...signedOut, 403: FAILURES.recentSignIn, 409: FAILURES.otherChange },
  },
];
