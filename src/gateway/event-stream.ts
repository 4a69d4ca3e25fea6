import type { DeskEvent } from '#contract/events.ts';
import type { Events } from './events.ts';

const HEARTBEAT_MS = 15_000;
const RETRY_MS = 2_000;

export interface EventStreams {
  /** The answer that tells a desk of its events for as long as its session is open. */
  open(owner: string, lastId: string | null, isOpen: () => boolean): Response;
  /** How many are open. */
  count(): number;
  /** Ends every stream: the gateway is closing, desks reconnect elsewhere. */
  closeAll(): void;
}

/**
 * Server-sent events: first what a desk missed since the last id that it saw, then each as it comes, and a
 * heartbeat, by which a desk notices a connection that died in silence. An event near the seam may come twice;
 * desks know it by its id.
 */
export function createEventStreams(events: Events): EventStreams {
  const open = new Set<() => void>();
  return {
    open(owner, lastId, isOpen) {
      const encoder = new TextEncoder();
      let close = () => {};
      let release = () => {};
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string) => controller.enqueue(encoder.encode(text));
          const unsubscribe = events.subscribe(owner, (event) => send(frameOf(event)));
          const beat = setInterval(() => {
            if (!isOpen()) close();
            else send('event: beat\ndata: \n\n');
          }, HEARTBEAT_MS);
          release = () => {
            clearInterval(beat);
            unsubscribe();
            open.delete(close);
          };
          close = () => {
            release();
            controller.close();
          };
          open.add(close);
          send(`retry: ${RETRY_MS}\n: hello\n\n`);
          if (lastId === null) return;
          events.since(owner, lastId).then(
            (missed) => {
              if (open.has(close)) for (const event of missed) send(frameOf(event));
            },
            () => {
              if (open.has(close)) close();
            },
          );
        },
        // The reader has gone, and the stream with it: there is nothing left to close.
        cancel: () => release(),
      });
      return new Response(stream, {
        headers: {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        },
      });
    },
    count: () => open.size,
    closeAll() {
      for (const close of [...open]) close();
    },
  };
}

function frameOf(event: DeskEvent): string {
  return `id: ${event.id}\nevent: ${event.type.replace(/[\r\n]/g, ' ')}\ndata: ${JSON.stringify(event)}\n\n`;
}
