import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

/**
 * An answer that closes its connection, which ends once the rest of the request has come or its time is over: closed while
 * the client still sends, the connection would be reset, and most clients then never read the answer.
 */
export async function lingering(
  answer: Response,
  request: Readable & { complete: boolean },
): Promise<Response> {
  if (answer.headers.get('connection') !== 'close' || request.complete) return answer;
  const whole = new Uint8Array(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  // By its length the client knows that the answer is whole before it ends.
  headers.set('content-length', String(whole.byteLength));
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(whole);
      await discard(request);
      controller.close();
    },
  });
  return new Response(body, { status: answer.status, headers });
}

/** Reads the rest of a request, to its end or until the connection is gone. */
async function discard(request: Readable): Promise<void> {
  // What had begun to read the body would pause it.
  request.removeAllListeners('data');
  request.resume();
  await finished(request, { writable: false }).catch(() => undefined);
}
