import type { Hono } from 'hono';
import { collateralContent, collateralListQuery } from '#contract/loan-collateral.ts';
import {
  type Environment,
  type GatewayOptions,
  requireJson,
  signedIn,
  signedInHolder,
} from '../http/context.ts';
import { readIds, readJsonBody, readQuery } from '../operations/requests.ts';

/** Adds the collateral of loans to the gateway. Every change is announced to the organisation's browsers. */
export function collateralRoutes(app: Hono<Environment>, { collateral, operations }: GatewayOptions): void {
  app.get('/desk/collateral', async (c) => {
    const { owner } = signedIn(c);
    const { loan } = readQuery(collateralListQuery, new URL(c.req.url).searchParams);
    const data = { collateral: await collateral.list(owner, loan) };
    return c.json({ status: 'success', message: 'Collateral.', data });
  });
  app.put('/desk/collateral/:loan', async (c) => {
    const session = signedInHolder(c);
    requireJson(c);
    const content = readJsonBody(await c.req.text(), collateralContent);
    const { loan } = readIds(c.req.param());
    const writer = { session, requestId: c.get('requestId') };
    const data = await collateral.record(writer, loan, content);
    operations.changes.publish(session.owner, { collateral: true });
    return c.json({ status: 'success', message: 'Collateral.', data });
  });
}
