import { wait } from '#dashboard/lib/run.ts';

/** A browser allows six connections to an origin, so of all its tabs one holds the stream and tells the others. */
const NAME = 'pledge-events';

/** The gateway gives a sign of life every fifteen seconds; after this much silence the connection is dead. */
const SILENCE_MS = 40_000;

/** How long to wait before a stream that was refused is asked for again. */
const PAUSE_MS = 15_000;

/** What the stream reports: an event, a change of what the gateway records, or that it may have missed some. */
export type Heard =
  | { type: 'event'; id: string }
  | { type: 'change'; data: string }
  | { type: 'reconnected' };

/** Calls back once for each event, in every tab; one tab holds the stream. Returns a function that stops it. */
export function followEvents(onEvent: (heard: Heard) => void): () => void {
  const stop = new AbortController();
  const seen = new Set<string>();
  const hear = (heard: Heard) => {
    if (heard.type === 'event') {
      if (seen.has(heard.id)) return;
      seen.add(heard.id);
    }
    onEvent(heard);
  };
  if (typeof EventSource === 'undefined') return () => {};
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  const listen = ({ data }: MessageEvent) => hear(data as Heard);
  channel?.addEventListener('message', listen);
  const hold = async () =>
    await holdStream(stop.signal, (heard) => {
      hear(heard);
      channel?.postMessage(heard);
    });
  const held = navigator.locks ? navigator.locks.request(NAME, { signal: stop.signal }, hold) : hold();
  // Ended before it was this tab's turn: nothing was begun.
  held.catch(() => {});
  return () => {
    stop.abort();
    channel?.removeEventListener('message', listen);
    channel?.close();
  };
}

/** Holds the stream until told to stop: reconnects after silence and refusals, from the last event heard. */
async function holdStream(signal: AbortSignal, onEvent: (heard: Heard) => void): Promise<void> {
  let last = '';
  let wasOpen = false;
  const connect = (resolve: () => void) => {
    const source = new EventSource(`/events${last && `?last=${last}`}`);
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(watchdog);
      source.close();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const alive = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(end, SILENCE_MS);
    };
    alive();
    signal.addEventListener('abort', end);
    const on = (name: string, take?: (event: MessageEvent<string>) => void) =>
      source.addEventListener(name, (event) => {
        alive();
        take?.(event);
      });
    on('open', () => {
      if (wasOpen) onEvent({ type: 'reconnected' });
      wasOpen = true;
    });
    on('beat');
    on('order.cancelled', ({ lastEventId: id }) => {
      last = id;
      onEvent({ type: 'event', id });
    });
    on('change', ({ data }) => onEvent({ type: 'change', data }));
    // The browser reconnects by itself after a break, but not after a refusal.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) end();
    });
  };
  while (!signal.aborted) {
    await new Promise<void>(connect);
    await wait(PAUSE_MS, signal);
  }
}
