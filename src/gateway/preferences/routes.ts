import type { Hono } from 'hono';
import { chosenSettings } from '#contract/settings.ts';
import { watchedContent, watchedId } from '#contract/watchlist.ts';
import {
  type Environment,
  type GatewayOptions,
  requireJson,
  signedIn,
  signedInHolder,
} from '../http/context.ts';
import { readJsonBody } from '../operations/requests.ts';

/** Adds people's settings and watchlists to the gateway. The session itself brings the settings along. */
export function preferenceRoutes(app: Hono<Environment>, { preferences }: GatewayOptions): void {
  app.put('/desk/settings', async (c) => {
    const session = signedInHolder(c);
    requireJson(c);
    const change = readJsonBody(await c.req.text(), chosenSettings);
    return c.json({
      status: 'success',
      message: 'Settings.',
      data: await preferences.choose(session, change),
    });
  });
  app.get('/desk/watchlist', async (c) => {
    const data = { tokens: await preferences.watchlist(signedIn(c)) };
    return c.json({ status: 'success', message: 'Watchlist.', data });
  });
  app.put('/desk/watchlist/:id', async (c) => {
    const session = signedInHolder(c);
    requireJson(c);
    const id = readTokenId(c.req.param('id'));
    const data = await preferences.watch(session, id, readJsonBody(await c.req.text(), watchedContent));
    return c.json({ status: 'success', message: 'Watched token.', data });
  });
  app.delete('/desk/watchlist/:id', async (c) => {
    await preferences.unwatch(signedInHolder(c), readTokenId(c.req.param('id')));
    return c.json({ status: 'success', message: 'The token is no longer on the watchlist.' });
  });
}

/** Reads the id of a token in the address. Throws a 400 GatewayFailure. */
function readTokenId(id: string): string {
  return readJsonBody(JSON.stringify({ id }), watchedId).id;
}
