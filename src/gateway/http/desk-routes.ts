import type { Hono } from 'hono';
import { approvalRoutes } from '../approvals/routes.ts';
import { auditRoutes } from '../audit/routes.ts';
import { collateralRoutes } from '../collateral/routes.ts';
import { takeWebhook } from '../events/webhooks.ts';
import { followUpRoutes } from '../follow-ups/routes.ts';
import { readJournalQuery } from '../operations/requests.ts';
import { journalRoutes } from '../operations/routes.ts';
import { runRoutes } from '../operations/run-routes.ts';
import { peopleRoutes } from '../people/routes.ts';
import { preferenceRoutes } from '../preferences/routes.ts';
import { revealRoutes } from '../reveals/routes.ts';
import { viewRoutes } from '../views/routes.ts';
import { visitRoutes } from '../visits/routes.ts';
import { type Environment, type GatewayOptions, requireJson, signedIn } from './context.ts';

/** Puts the desk's own lists on the gateway: its journal, the events that reached it, and the way they reach it. */
export function deskRoutes(app: Hono<Environment>, options: GatewayOptions): void {
  journalRoutes(app, options);
  runRoutes(app, options);
  approvalRoutes(app, options);
  auditRoutes(app, options);
  peopleRoutes(app, options);
  followUpRoutes(app, options);
  collateralRoutes(app, options);
  revealRoutes(app, options);
  viewRoutes(app, options);
  visitRoutes(app, options);
  preferenceRoutes(app, options);
  app.get('/events/log', async (c) => {
    const { owner } = signedIn(c);
    const { filter, before, limit } = readJournalQuery(new URL(c.req.url).searchParams);
    const data = await options.events.page(owner, filter, before, limit);
    return c.json({ status: 'success', message: 'Events.', data });
  });
  app.get('/events', (c) => {
    const lastId = c.req.header('last-event-id') ?? c.req.query('last') ?? '';
    return options.streams.open(signedIn(c), /^[0-9a-f]{28}$/.test(lastId) ? lastId : null);
  });
  app.post('/webhooks', async (c) => {
    requireJson(c);
    const body = new Uint8Array(await c.req.arrayBuffer());
    const webhook = takeWebhook(c.req.raw.headers, body, options.webhooks);
    const orderId = webhook.order?._id;
    const owner =
      webhook.organisation ??
      (typeof orderId === 'string' ? await options.events.ownerOfOrder(orderId) : null) ??
      options.webhookOwner;
    // Its organisation is unknown: accepted, so that it isn't sent for ever, and not shown.
    const isNew = await options.events.take(webhook, owner ?? '');
    return c.json({ status: 'success', message: isNew ? 'Taken.' : 'Taken before.' });
  });
}
