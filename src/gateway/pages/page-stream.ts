import { Readable } from 'node:stream';

/** A page in two parts: the first at once, so that the browser fetches what it names, and the second when it is there. */
export function pageInParts(first: string, rest: Promise<string>): Response {
  const parts = Readable.from(
    (async function* () {
      yield Buffer.from(first);
      yield Buffer.from(await rest);
    })(),
  );
  return new Response(Readable.toWeb(parts) as ReadableStream<Uint8Array>, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}
