import type { Hono } from 'hono';
import { visitNote } from '#contract/visits.ts';
import { type Environment, type GatewayOptions, requireJson, signedInHolder } from '../http/context.ts';
import { readJsonBody } from '../operations/requests.ts';

/** Adds people's visits to the gateway. */
export function visitRoutes(app: Hono<Environment>, { visits }: GatewayOptions): void {
  app.put('/desk/visit', async (c) => {
    const session = signedInHolder(c);
    requireJson(c);
    const { seen } = readJsonBody(await c.req.text(), visitNote);
    return c.json({ status: 'success', message: 'Visit.', data: await visits.note(session, seen) });
  });
}
