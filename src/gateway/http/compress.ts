import { pipeline, Readable, type Transform } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { accepts } from './accepts.ts';

/** Text of every kind but event streams, whose lines a browser must see one by one. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:.+\+)?(?:json|javascript|xml)\b|image\/svg)/i;

/** Below this many bytes, compression saves less than it costs. */
const SMALL_BYTES = 1_024;

/** Most of what the best would save, at a small part of its time. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 4 };

/** Each part of a body leaves as soon as it is written. */
const CODERS: readonly { name: string; create: () => Transform }[] = [
  {
    name: 'br',
    create: () => createBrotliCompress({ params: BROTLI, flush: constants.BROTLI_OPERATION_FLUSH }),
  },
  { name: 'gzip', create: () => createGzip({ flush: constants.Z_SYNC_FLUSH }) },
];

/**
 * A response in an encoding that the request accepts, compressed as its body arrives. Responses that are small, not
 * text, or compressed already stay as they are.
 */
export async function compress(request: Request, response: Response): Promise<Response> {
  if (!response.body || !mayCompress(response.headers)) return response;
  const headers = new Headers(response.headers);
  if (!headers.has('vary')) headers.set('vary', 'accept-encoding');
  const init = { status: response.status, headers };
  const coder = CODERS.find(({ name }) => accepts(request, name));
  if (!coder) return new Response(response.body, init);
  const reader = response.body.getReader();
  const first = await readUpTo(reader, SMALL_BYTES);
  if (first.isWhole) return new Response(first.bytes, init);
  headers.set('content-encoding', coder.name);
  headers.delete('content-length');
  const source = Readable.fromWeb(withFirst(first.bytes, reader) as NodeStream);
  const body = coder.create();
  // Never thrown: an error of the source ends the body, and a body without a reader ends the source.
  pipeline(source, body, () => undefined);
  return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, init);
}

function mayCompress(headers: Headers): boolean {
  return !headers.has('content-encoding') && COMPRESSIBLE.test(headers.get('content-type') ?? '');
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The first bytes of a body: at least as many as asked for, or all of them. */
async function readUpTo(reader: Reader, least: number) {
  let bytes = Buffer.alloc(0);
  while (bytes.byteLength < least) {
    const { done, value } = await reader.read();
    if (done) return { bytes, isWhole: true };
    bytes = bytes.byteLength === 0 ? Buffer.from(value) : Buffer.concat([bytes, value]);
  }
  return { bytes, isWhole: false };
}

/** What was read of a body already, and then the rest. */
function withFirst(first: Uint8Array, reader: Reader): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(first),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
