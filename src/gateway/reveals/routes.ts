import type { Hono } from 'hono';
import { memberSearch, revealRequest } from '#contract/contacts.ts';
import { recordFirst } from '../audit/record-first.ts';
import {
  type Environment,
  type GatewayContext,
  type GatewayOptions,
  requireJson,
  signedInHolder,
} from '../http/context.ts';
import { readJsonBody } from '../operations/requests.ts';
import type { Session } from '../session/session.ts';
import { type FindOptions, findMembers } from './find-members.ts';

/** Adds members' contact data to the gateway: for those who may see it, and on record before they do. */
export function revealRoutes(app: Hono<Environment>, options: GatewayOptions): void {
  app.post('/desk/reveals', async (c) => {
    const session = signedInHolder(c);
    requireJson(c);
    const ids = [...new Set(readJsonBody(await c.req.text(), revealRequest).members)];
    const wanted = new Set(ids);
    const members = await findMembers(({ id }) => wanted.has(id), ids.length, findOptions(c, session));
    await recordReveals(c, members, { fields: ['email', 'phone', 'homeAddress'] });
    const known = new Set(members.map(({ id }) => id));
    const data = { members, missing: ids.filter((id) => !known.has(id)) };
    return c.json({ status: 'success', message: 'Contact data.', data });
  });
  app.post('/desk/member-search', async (c) => {
    const session = signedInHolder(c);
    requireJson(c);
    const sought = folded(readJsonBody(await c.req.text(), memberSearch).email);
    const isWanted = ({ email }: { email: string | null }) => email !== null && folded(email) === sought;
    const members = await findMembers(isWanted, Number.POSITIVE_INFINITY, findOptions(c, session));
    await recordReveals(c, members, { fields: ['email'], by: 'email' });
    return c.json({ status: 'success', message: 'Members.', data: { members: members.map(({ id }) => id) } });
  });

  async function recordReveals(
    c: GatewayContext,
    members: readonly { id: string }[],
    details: Record<string, unknown>,
  ): Promise<void> {
    if (members.length === 0) return;
    const items = members.map(({ id }) => ({ action: 'reveal' as const, target: { member: id }, details }));
    await recordFirst(c, options, items, 'nothing was revealed');
  }

  function findOptions(c: GatewayContext, { accessToken }: Session): FindOptions {
    return { forward: options, accessToken, requestId: c.get('requestId') };
  }
}

function folded(email: string): string {
  return email.trim().toLowerCase();
}
