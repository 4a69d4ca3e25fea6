import type { Hono } from 'hono';
import { entryChoice, entryClosure } from '#contract/operations.ts';
import { isPermitted, KIND_PERMISSIONS } from '#contract/permissions.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
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
import { GatewayFailure, permissionRequired } from '../http/failures.ts';
import { requirePermission } from '../http/permission.ts';
import type { Session } from '../session/session.ts';
import type { Decider } from './decisions.ts';
import { type EntryRow, entryOf } from './entry-row.ts';
import { readJournalQuery, readJsonBody } from './requests.ts';

/** Adds the journal to the gateway: its pages, its entries, and what a person may do about an unknown one. */
export function journalRoutes(app: Hono<Environment>, { operations }: GatewayOptions): void {
  const { journal, decisions, changes, resolver, runWorker } = operations;

  app.get('/journal', async (c) => {
    const session = signedIn(c);
    const { filter, before, limit } = readJournalQuery(new URL(c.req.url).searchParams);
    const { id } = session.person;
    const isAll = seesAll(session, filter.run);
    if (!isAll && filter.person && filter.person !== id) throw permissionRequired('see-all-activity');
    // What a person looks for may be a colleague's line of a run, which they may open.
    const own = filter.q && isPermitted(session.roles, 'see-runs') ? { ownOrOfRun: id } : { person: id };
    const data = await journal.page(session.owner, { ...filter, ...(!isAll && own) }, before, limit);
    return c.json({ status: 'success', message: 'Journal.', data });
  });
  app.get('/journal/:id', async (c) => answered(c, await visibleEntry(c, signedIn(c))));
  app.post('/journal/:id/check', async (c) => {
    const session = signedInHolder(c);
    const { id } = await decidableEntry(c, session);
    await decisions.requestCheck(personOf(c, session), id);
    resolver.nudge();
    runWorker.wake();
    return answered(c, await visibleEntry(c, session), 202);
  });
  app.post('/journal/:id/choose', async (c) => {
    requireJson(c);
    const session = signedInHolder(c);
    const row = await decidableEntry(c, session);
    const { loan } = readJsonBody(await c.req.text(), entryChoice);
    if (!(await decisions.choose(personOf(c, session), row, loan))) {
      throw conflict('This loan is not one of the candidates, or the outcome is known already.');
    }
    return await decided(c, session);
  });
  app.post('/journal/:id/close', async (c) => {
    requireJson(c);
    const session = signedInHolder(c);
    const { id } = await decidableEntry(c, session);
    const { reason } = readJsonBody(await c.req.text(), entryClosure);
    if (!(await decisions.close(personOf(c, session), id, reason))) {
      throw conflict('The outcome is known already.');
    }
    return await decided(c, session);
  });

  async function decided(c: GatewayContext, session: Session): Promise<Response> {
    const row = await visibleEntry(c, session);
    changes.publish(row.owner, { entry: row.id });
    return answered(c, row);
  }

  /** The entry of the path. Throws a 404 GatewayFailure if there is none, or its person may not see it. */
  async function visibleEntry(c: GatewayContext, session: Session): Promise<EntryRow> {
    const row = await journal.read(session.owner, c.req.param('id') ?? '');
    const isVisible = row && (row.actor?.person === session.person.id || seesAll(session, row.run));
    if (!isVisible) throw noSuch('entry');
    return row;
  }

  /** The same; throws a 403 GatewayFailure unless its person may make such a write. */
  async function decidableEntry(c: GatewayContext, session: Session): Promise<EntryRow> {
    const row = await visibleEntry(c, session);
    requirePermission(session, KIND_PERMISSIONS[row.kind]);
    return row;
  }
}

/** Whether a person sees other people's writes: all of them, or those of a run. */
function seesAll({ roles }: Session, run: string | null | undefined): boolean {
  return isPermitted(roles, 'see-all-activity') || (Boolean(run) && isPermitted(roles, 'see-runs'));
}

function answered(c: GatewayContext, row: EntryRow, status: 200 | 202 = 200): Response {
  return c.json({ status: 'success', message: 'Entry.', data: entryOf(row) }, status);
}

function personOf(c: GatewayContext, session: Session): Decider {
  const { owner, person, accessToken, creditor } = session;
  return {
    creditor: creditor?.id ?? null,
    owner,
    who: person.name,
    actor: auditPersonOf(session),
    accessToken,
    requestId: c.get('requestId'),
  };
}

function conflict(message: string): GatewayFailure {
  return new GatewayFailure(409, GATEWAY_CODES.decided, message);
}
