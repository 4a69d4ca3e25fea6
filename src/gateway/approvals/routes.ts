import type { Hono } from 'hono';
import {
  APPROVAL_ACTIONS,
  approvalDecision,
  approvalQuery,
  DEFAULT_APPROVAL_LIMIT,
} from '#contract/approvals.ts';
import { auditPersonOf } from '../audit/audit-person.ts';
import {
  type Environment,
  type GatewayContext,
  type GatewayOptions,
  noSuch,
  requireJson,
  signedIn,
  signedInHolder,
} from '../http/context.ts';
import { readJsonBody, readQuery } from '../operations/requests.ts';
import { readRunId } from '../operations/run-requests.ts';
import { requireRecentSignIn } from '../session/recent-sign-in.ts';
import type { ApprovalDecider } from './approvals.ts';
import { soundRulesChange } from './rules-change.ts';

/** Adds approvals and their rules to the gateway. */
export function approvalRoutes(app: Hono<Environment>, { operations, clock }: GatewayOptions): void {
  const { approvals, rules, changes } = operations;

  app.get('/desk/approvals', async (c) => {
    const session = signedIn(c);
    const { before, limit, ...filter } = readQuery(approvalQuery, new URL(c.req.url).searchParams);
    const data = await approvals.page(session, filter, before ?? null, limit ?? DEFAULT_APPROVAL_LIMIT);
    return c.json({ status: 'success', message: 'Approvals.', data });
  });
  app.get('/desk/approvals/:id', async (c) => {
    const id = readRunId(c.req.param('id'));
    const data = id && (await approvals.read(signedIn(c), id));
    if (!data) throw noSuch('approval');
    return c.json({ status: 'success', message: 'Approval.', data });
  });
  for (const action of APPROVAL_ACTIONS) {
    app.post(`/desk/approvals/:id/${action}`, async (c) => {
      requireJson(c);
      const decider = deciderOf(c);
      if (action === 'approve') requireRecentSignIn(signedIn(c), clock());
      const decision = readJsonBody(await c.req.text(), approvalDecision);
      const id = readRunId(c.req.param('id') ?? '');
      const data = id && (await approvals.decide(decider, id, action, decision));
      if (!data) throw noSuch('approval');
      return c.json({ status: 'success', message: 'Approval.', data });
    });
  }
  app.get('/desk/rules', async (c) => {
    const data = await rules.state(signedIn(c).owner);
    return c.json({ status: 'success', message: 'Rules.', data });
  });
  app.put('/desk/rules', async (c) => {
    requireJson(c);
    const manager = deciderOf(c);
    requireRecentSignIn(signedIn(c), clock());
    const next = readJsonBody(await c.req.text(), soundRulesChange);
    const came = await rules.change(manager, next);
    const data = await rules.state(manager.owner);
    changes.publish(manager.owner, data.approval ? { approval: data.approval } : { rules: true });
    if (came === 'changed') return c.json({ status: 'success', message: 'Rules.', data });
    const message = 'The change waits until a second administrator approves it.';
    return c.json({ status: 'success', message, data }, 202);
  });
}

function deciderOf(c: GatewayContext): ApprovalDecider {
  const session = signedInHolder(c);
  const { owner, roles, person, accessToken } = session;
  const creditor = session.creditor?.id ?? null;
  const requestId = c.get('requestId');
  return { owner, roles, person, accessToken, creditor, requestId, actor: auditPersonOf(session) };
}
