import type { Hono } from 'hono';
import { entryChoice, entryClosure } from '#contract/operations.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { auditPersonOf } from '../audit/audit-person.ts';
import {
  type Environment,
  type GatewayContext,
  type GatewayOptions,
  notFound,
  requireJson,
  signedIn,
} from '../http/context.ts';
import { GatewayFailure } from '../http/failures.ts';
import type { Decider } from './decisions.ts';
import { entryOf } from './entry-row.ts';
import { readJournalQuery, readJsonBody } from './requests.ts';

/** Adds the journal to the gateway: its pages, its entries, and what a person may do about an unknown one. */
export function journalRoutes(app: Hono<Environment>, { operations }: GatewayOptions): void {
  const { journal, decisions, changes, resolver, runWorker } = operations;

  app.get('/journal', async (c) => {
    const { owner } = signedIn(c);
    const { filter, before, limit } = readJournalQuery(new URL(c.req.url).searchParams);
    const data = await journal.page(owner, filter, before, limit);
    return c.json({ status: 'success', message: 'Journal.', data });
  });
  app.get('/journal/:id', async (c) => await answerEntry(c, signedIn(c).owner, c.req.param('id')));
  app.post('/journal/:id/check', async (c) => {
    const person = personOf(c);
    const id = c.req.param('id');
    await decisions.requestCheck(person, id);
    resolver.nudge();
    runWorker.wake();
    return await answerEntry(c, person.owner, id, 202);
  });
  app.post('/journal/:id/choose', async (c) => {
    requireJson(c);
    const person = personOf(c);
    const { loan } = readJsonBody(await c.req.text(), entryChoice);
    const row = await journal.read(person.owner, c.req.param('id'));
    if (!row) return notFound(c);
    if (!(await decisions.choose(person, row, loan))) {
      throw conflict('This loan is not one of the candidates, or the outcome is known already.');
    }
    return await decided(c, person.owner, row.id);
  });
  app.post('/journal/:id/close', async (c) => {
    requireJson(c);
    const person = personOf(c);
    const { reason } = readJsonBody(await c.req.text(), entryClosure);
    const row = await journal.read(person.owner, c.req.param('id'));
    if (!row) return notFound(c);
    if (!(await decisions.close(person, row.id, reason))) throw conflict('The outcome is known already.');
    return await decided(c, person.owner, row.id);
  });
  async function decided(c: GatewayContext, owner: string, entry: string): Promise<Response> {
    changes.publish(owner, { entry });
    return await answerEntry(c, owner, entry);
  }

  async function answerEntry(c: GatewayContext, owner: string, id: string, status: 200 | 202 = 200) {
    const row = await journal.read(owner, id);
    return row ? c.json({ status: 'success', message: 'Entry.', data: entryOf(row) }, status) : notFound(c);
  }
}

function personOf(c: GatewayContext): Decider {
  const session = signedIn(c);
  const { owner, label, accessToken } = session;
  return { owner, who: label, actor: auditPersonOf(session), accessToken, requestId: c.get('requestId') };
}

function conflict(message: string): GatewayFailure {
  return new GatewayFailure(409, GATEWAY_CODES.decided, message);
}
