import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  DEFAULT_FOLLOW_UPS,
  followUpContent,
  followUpDeletion,
  followUpQuery,
} from '#contract/follow-ups.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import {
  type Environment,
  type GatewayOptions,
  requireJson,
  signedIn,
  signedInHolder,
} from '../http/context.ts';
import { GatewayFailure } from '../http/failures.ts';
import { readJsonBody, readQuery, readUuid } from '../operations/requests.ts';

/** A text that is much too long is refused by its name, and so is read up to here. */
const MAX_BODY_BYTES = 1024 * 1024;

const limitBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    const message = `The body is larger than the ${MAX_BODY_BYTES} bytes that are accepted.`;
    throw new GatewayFailure(413, GATEWAY_CODES.tooLarge, message, { connection: 'close' });
  },
});

/** Adds the routes of follow-ups. Every change is published to all browsers of the organisation. */
export function followUpRoutes(app: Hono<Environment>, { followUps, operations }: GatewayOptions): void {
  app.get('/desk/follow-ups', async (c) => {
    const { owner } = signedIn(c);
    const { limit = DEFAULT_FOLLOW_UPS, ...query } = readQuery(
      followUpQuery,
      new URL(c.req.url).searchParams,
    );
    const data = await followUps.page(owner, query, limit);
    return c.json({ status: 'success', message: 'Follow-ups.', data });
  });
  app.get('/desk/assignees', async (c) => {
    const data = { people: await followUps.assignees(signedIn(c).owner) };
    return c.json({ status: 'success', message: 'People.', data });
  });
  app.put('/desk/follow-ups/:id', limitBody, async (c) => {
    const session = signedInHolder(c);
    requireJson(c);
    const id = readUuid(c.req.param('id'));
    const content = readJsonBody(await c.req.text(), followUpContent);
    const data = await followUps.put({ session, requestId: c.get('requestId') }, id, content);
    if (!data) throw deletedMeanwhile();
    operations.changes.publish(session.owner, { followUps: true });
    return c.json({ status: 'success', message: 'Follow-up.', data });
  });
  app.delete('/desk/follow-ups/:id', async (c) => {
    const session = signedInHolder(c);
    const id = readUuid(c.req.param('id'));
    const { version } = readQuery(followUpDeletion, new URL(c.req.url).searchParams);
    const isGone = await followUps.remove({ session, requestId: c.get('requestId') }, id, version);
    if (isGone) operations.changes.publish(session.owner, { followUps: true });
    return c.json({ status: 'success', message: 'The follow-up is deleted.' });
  });
}

function deletedMeanwhile(): GatewayFailure {
  const message = 'Someone has deleted this follow-up in the meantime. Nothing was changed.';
  return new GatewayFailure(404, GATEWAY_CODES.notFound, message);
}
