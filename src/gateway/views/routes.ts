import type { Hono } from 'hono';
import { viewContent, viewDeletion, viewQuery } from '#contract/views.ts';
import {
  type Environment,
  type GatewayOptions,
  requireJson,
  signedIn,
  signedInHolder,
} from '../http/context.ts';
import { readJsonBody, readQuery, readUuid } from '../operations/requests.ts';

/** Adds saved views to the gateway. */
export function viewRoutes(app: Hono<Environment>, { views }: GatewayOptions): void {
  app.get('/desk/views', async (c) => {
    const { list } = readQuery(viewQuery, new URL(c.req.url).searchParams);
    const data = { views: await views.list(signedIn(c), list ?? null) };
    return c.json({ status: 'success', message: 'Views.', data });
  });
  app.put('/desk/views/:id', async (c) => {
    const session = signedInHolder(c);
    requireJson(c);
    const id = readUuid(c.req.param('id'));
    const data = await views.put(session, id, readJsonBody(await c.req.text(), viewContent));
    return c.json({ status: 'success', message: 'View.', data });
  });
  app.delete('/desk/views/:id', async (c) => {
    const session = signedInHolder(c);
    const id = readUuid(c.req.param('id'));
    const { version } = readQuery(viewDeletion, new URL(c.req.url).searchParams);
    await views.remove(session, id, version);
    return c.json({ status: 'success', message: 'The view is deleted.' });
  });
}
