import type { Hono } from 'hono';
import { personChange } from '#contract/people.ts';
import {
  type Environment,
  type GatewayOptions,
  noSuch,
  requireJson,
  signedIn,
  signedInHolder,
} from '../http/context.ts';
import { requirePermission } from '../http/permission.ts';
import { readJsonBody } from '../operations/requests.ts';
import { requireRecentSignIn } from '../session/recent-sign-in.ts';
import { clearSession } from '../session/session-cookie.ts';

/** Adds people and their sessions to the gateway. */
export function peopleRoutes(
  app: Hono<Environment>,
  { people, sessions, clock, operations }: GatewayOptions,
): void {
  app.get('/desk/people', async (c) => {
    const data = { people: await people.list(signedIn(c).owner) };
    return c.json({ status: 'success', message: 'People.', data });
  });
  app.put('/desk/people/:id', async (c) => {
    requireJson(c);
    const session = signedInHolder(c);
    const id = c.req.param('id');
    const change = readJsonBody(await c.req.text(), personChange);
    const changed = await people.change({ session, requestId: c.get('requestId') }, id, change);
    if (!changed) throw noSuch('person');
    // Looks whether runs under way are of someone who may no longer cancel orders.
    operations.runWorker.wake();
    // Those of a disabled person are open to everyone.
    operations.changes.publish(session.owner, { followUps: true });
    return c.json({ status: 'success', message: 'Person.', data: changed });
  });
  app.get('/desk/sessions', async (c) => {
    const session = signedIn(c);
    const everyone = c.req.query('of') === 'everyone';
    if (everyone) requirePermission(session, 'manage-people');
    const data = { sessions: await people.openSessions(session, everyone ? null : session.person.id) };
    return c.json({ status: 'success', message: 'Sessions.', data });
  });
  app.delete('/desk/sessions', async (c) => {
    const session = signedInHolder(c);
    requireRecentSignIn(session, clock());
    const manager = { session, requestId: c.get('requestId') };
    await people.endSessions(manager, { person: session.person.id });
    await sessions.revoke(session);
    clearSession(c);
    return c.json({ status: 'success', message: 'Signed out everywhere.' });
  });
  app.delete('/desk/sessions/:id', async (c) => {
    const session = signedInHolder(c);
    requireRecentSignIn(session, clock());
    const id = c.req.param('id');
    const person = await people.personOfSession(session.owner, id);
    // One that is over already is ended as asked: a repeat changes nothing.
    if (person === null) return c.json({ status: 'success', message: 'The session is over.' });
    if (person !== session.person.id) requirePermission(session, 'manage-people');
    await people.endSessions({ session, requestId: c.get('requestId') }, { id });
    if (id === session.id) clearSession(c);
    return c.json({ status: 'success', message: 'The session is over.' });
  });
}
