import { expect, it } from 'vitest';
import { insideReceiver } from './behind.ts';

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
