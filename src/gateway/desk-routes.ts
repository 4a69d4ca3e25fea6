import type { Hono } from 'hono';
import { type Environment, type GatewayOptions, notFound, requireJson, signedIn } from './context.ts';
import { readJournalQuery, readSettlement } from './journal-requests.ts';
import { takeWebhook } from './webhooks.ts';

/** Puts the desk's own lists on the gateway: its journal, the events that reached it, and the way they reach it. */
export function deskRoutes(app: Hono<Environment>, options: GatewayOptions): void {
  const lists = [
    { path: '/journal', list: options.journal, message: 'Journal.' },
    { path: '/events/log', list: options.events, message: 'Events.' },
  ];
  for (const { path, list, message } of lists) {
    app.get(path, async (c) => {
      const { owner } = signedIn(c);
      const { filter, before, limit } = readJournalQuery(new URL(c.req.url).searchParams);
      return c.json({ status: 'success', message, data: await list.page(owner, filter, before, limit) });
    });
  }
  app.post('/journal/:id/settle', async (c) => {
    const { owner } = signedIn(c);
    requireJson(c);
    const settlement = readSettlement(await c.req.text());
    if (!(await options.journal.resolve(owner, c.req.param('id'), settlement))) return notFound(c);
    return c.json({ status: 'success', message: 'Settled.', data: null });
  });
  app.get('/events', (c) => {
    const session = signedIn(c);
    const lastId = c.req.header('last-event-id') ?? c.req.query('last') ?? '';
    return options.streams.open(session.owner, /^[0-9a-f]{28}$/.test(lastId) ? lastId : null, () =>
      options.sessions.isOpen(session),
    );
  });
  app.post('/webhooks', async (c) => {
    const webhook = takeWebhook(c.req.raw.headers, await c.req.text(), options.webhooks);
    const orderId = webhook.order?._id;
    const owner =
      webhook.organisation ??
      (typeof orderId === 'string' ? await options.events.ownerOfOrder(orderId) : null) ??
      options.webhookOwner;
    // Whose it is nobody can say: taken, so that it isn't sent for ever, and shown to nobody.
    const isNew = await options.events.take(webhook, owner ?? '');
    return c.json({ status: 'success', message: isNew ? 'Taken.' : 'Taken before.' });
  });
}
