import { afterEach, expect, it } from 'vitest';
import { type Listening, listen } from './listen.ts';

let server: Listening | undefined;
afterEach(async () => {
  server?.stopAccepting();
  await server?.finish();
});

const PART = 256 * 1024;
const PARTS = 8;

/** Fetches a file and returns how much came; a broken one can't be read to its end. */
async function download(isBroken: boolean): Promise<number> {
  let part = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      part += 1;
      if (part > PARTS && isBroken) throw new Error('relation "secret" does not exist');
      if (part > PARTS) controller.close();
      else controller.enqueue(new Uint8Array(PART));
    },
  });
  const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="x.csv"' };
  server = await listen(async () => new Response(body, { headers }), { port: 0, host: '127.0.0.1' });
  const response = await fetch(`http://127.0.0.1:${server.port}/`);
  return (await response.arrayBuffer()).byteLength;
}

it('a file comes whole', async () => {
  expect(await download(false)).toBe(PARTS * PART);
});

it('a file that can’t be read to its end doesn’t look whole', async () => {
  await expect(download(true)).rejects.toThrow('terminated');
});
