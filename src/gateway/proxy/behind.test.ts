import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { embeddedBehind, insideReceiver } from './behind.ts';

it('a webhook that comes before the gateway is ready waits for it, and isn’t refused', async () => {
  const inside = insideReceiver();
  const answer = inside.fetch(inside.url, { method: 'POST', body: '{}' });
  const paths: string[] = [];
  inside.connect(async (request) => {
    paths.push(new URL(request.url).pathname);
    return new Response(null, { status: 204 });
  });
  expect((await answer).status).toBe(204);
  expect((await inside.fetch(inside.url, { method: 'POST' })).status).toBe(204);
  expect(paths).toEqual(['/webhooks', '/webhooks']);
});

it('it waits no longer than its sender', async () => {
  const inside = insideReceiver();
  const given = new AbortController();
  const answer = inside.fetch(inside.url, { method: 'POST', signal: given.signal });
  given.abort(new Error('Too long'));
  await expect(answer).rejects.toThrow('Too long');
});

it('an embedded service is described as before while its database is away, so that pages still come', async () => {
  const demo = [{ organisation: 'Crestline', accessToken: 'token' }];
  let isAway = false;
  const behind = embeddedBehind({
    fetch: async () => new Response(),
    database: { pool: {} as Pool },
    acceptsToken: async () => true,
    async demoSignIns() {
      if (isAway) throw new Error('connect ECONNREFUSED');
      return demo;
    },
    stopWork: async () => undefined,
    close: async () => undefined,
  });
  const described = await behind.describeService();
  expect(described).toMatchObject({ environment: { kind: 'demo' }, demoSignIns: demo });
  isAway = true;
  expect(await behind.describeService()).toEqual(described);
});
