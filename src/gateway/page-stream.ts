import { Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { accepts } from './assets.ts';

/** Enough for markup, at a small part of the time that the best would take. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 5 };

/**
 * A page in two parts, in an encoding that the browser takes: the first at once, so that the browser fetches what
 * it names, and the second when it is there.
 */
export function pageInParts(request: Request, first: string, rest: Promise<string>): Response {
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', vary: 'accept-encoding' });
  const compress = compressor(request);
  if (compress) headers.set('content-encoding', compress.name);
  const parts = Readable.from(
    (async function* () {
      yield Buffer.from(first);
      yield Buffer.from(await rest);
    })(),
  );
  const body = compress ? parts.pipe(compress.stream()) : parts;
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { headers });
}

/** Each part leaves as soon as it is written. */
function compressor(request: Request): { name: string; stream: () => Transform } | undefined {
  const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = constants;
  return [
    { name: 'br', stream: () => createBrotliCompress({ params: BROTLI, flush: BROTLI_OPERATION_FLUSH }) },
    { name: 'gzip', stream: () => createGzip({ flush: Z_SYNC_FLUSH }) },
  ].find(({ name }) => accepts(request, name));
}
