import type { DeskEvent } from '#contract/events.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure } from '../http/failures.ts';
import type { Changes } from '../operations/changes.ts';
import type { Session, Sessions } from '../session/session.ts';
import type { TokenChecks } from '../session/token-checks.ts';
import type { Events } from './events.ts';

const HEARTBEAT_MS = 15_000;
/** Tells a desk to connect again in two seconds. */
const RETRY = 'retry: 2000\n';

/** How often the gateway looks whether the sessions of open streams may go on. */
const WATCH_MS = 1_000;

/** The most streams that one session may have open at a gateway. */
const MOST_STREAMS = 10;

export interface EventStreams {
  /**
   * Opens a stream of the events of a session's organisation, which ends with the session. Throws a 429 GatewayFailure
   * if the session has too many streams open.
   */
  open(session: Session, lastId: string | null): Response;
  /** How many are open. */
  count(): number;
  /** Ends every stream, and each that is opened from now on: the gateway stops, desks connect again elsewhere. */
  closeAll(): void;
}

interface EventStreamOptions {
  events: Pick<Events, 'subscribe' | 'since'>;
  changes: Pick<Changes, 'subscribe'>;
  sessions: Pick<Sessions, 'isOpen' | 'onEnd' | 'revoke'>;
  tokens: Pick<TokenChecks, 'confirm'>;
}

/**
 * Server-sent events: first what a desk missed since the last id that it saw, then each as it comes, and a
 * heartbeat, so that a desk notices a connection that died in silence. An event near the seam may come twice;
 * desks know it by its id.
 */
export function createEventStreams({ events, changes, sessions, tokens }: EventStreamOptions): EventStreams {
  /** The open streams by what closes them. */
  const open = new Map<(lastWords?: string) => void, Session>();
  let isClosed = false;
  let watch: NodeJS.Timeout | undefined;
  const closeOf = (id: string) => {
    for (const [close, session] of [...open]) if (session.id === id) close();
  };
  sessions.onEnd(closeOf);

  const lookAt = async (session: Session) => {
    if (!sessions.isOpen(session)) closeOf(session.id);
    else if (await tokens.confirm(session)) return;
    // The organisation may have a new token by now; the desk connects again with that one.
    else if (session.provided) closeOf(session.id);
    else await sessions.revoke(session);
  };
  const lookAtAll = () => {
    const byId = new Map([...open.values()].map((session) => [session.id, session]));
    for (const session of byId.values()) void lookAt(session);
  };
  const remove = (close: () => void) => {
    open.delete(close);
    if (open.size > 0) return;
    clearInterval(watch);
    watch = undefined;
  };

  return {
    open(session, lastId) {
      const { owner, id } = session;
      if ([...open.values()].filter((other) => other.id === id).length >= MOST_STREAMS)
        throw tooManyStreams();
      const encoder = new TextEncoder();
      let close = (_lastWords?: string) => {};
      let release = () => {};
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string) => controller.enqueue(encoder.encode(text));
          const unsubscribe = events.subscribe(owner, (event) => {
            if (sessions.isOpen(session)) controller.enqueue(bytesOf(event));
            else close();
          });
          const unsubscribeChanges = changes.subscribe(owner, (change) => {
            if (sessions.isOpen(session)) send(`event: change\ndata: ${JSON.stringify(change)}\n\n`);
            else close();
          });
          const beat = setInterval(() => send('event: beat\ndata: \n\n'), HEARTBEAT_MS);
          release = () => {
            clearInterval(beat);
            unsubscribe();
            unsubscribeChanges();
            remove(close);
          };
          close = (lastWords = '') => {
            if (lastWords) send(lastWords);
            release();
            controller.close();
          };
          open.set(close, session);
          watch ??= setInterval(lookAtAll, WATCH_MS);
          send(`${RETRY}: hello\n\n`);
          if (isClosed) return close();
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
      isClosed = true;
      for (const close of [...open.keys()]) close(`${RETRY}\n`);
    },
  };
}

function tooManyStreams(): GatewayFailure {
  const message = `This session has ${MOST_STREAMS} event streams open, which is the most it may have.`;
  return new GatewayFailure(429, GATEWAY_CODES.tooManyStreams, message, { 'retry-after': '15' });
}

const encoded = new WeakMap<DeskEvent, Uint8Array>();

/** The frame of an event as bytes, made once for all streams. */
function bytesOf(event: DeskEvent): Uint8Array {
  const known = encoded.get(event) ?? new TextEncoder().encode(frameOf(event));
  encoded.set(event, known);
  return known;
}

function frameOf(event: DeskEvent): string {
  return `id: ${event.id}\nevent: ${event.type.replace(/[\r\n]/g, ' ')}\ndata: ${JSON.stringify(event)}\n\n`;
}
