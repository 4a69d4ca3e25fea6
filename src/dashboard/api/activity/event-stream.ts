import { wait } from '#dashboard/lib/run.ts';

/** A browser allows six connections to an origin, so of all its tabs one holds the stream and tells the others. */
const NAME = 'pledge-events';

/** What the stream reports: an event, a change of what the gateway records, or that it may have missed some. */
export type Heard =
  | { type: 'event'; id: string }
  | { type: 'change'; data: string }
  | { type: 'reconnected' };

/** Calls back once for each event, in every tab; one tab holds the stream. Returns a function that stops it. */
export function followEvents(onEvent: (heard: Heard) => void): () => void {
  const stop = new AbortController();
  const seen = new Set<string>();
  let last = '';
  const hear = (heard: Heard) => {
    if (heard.type === 'event') {
      last = heard.id;
      if (seen.has(heard.id)) return;
      seen.add(heard.id);
    }
    onEvent(heard);
  };
  if (typeof EventSource === 'undefined') return () => {};
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  const listen = ({ data }: MessageEvent) => hear(data as Heard);
  channel?.addEventListener('message', listen);
  const tell = (heard: Heard) => {
    hear(heard);
    channel?.postMessage(heard);
  };
  const hold = (isTakenOver: boolean) => holdStream(stop.signal, { isTakenOver, lastId: () => last, tell });
  // Ended before it was this tab's turn: nothing was begun.
  inTurn(stop.signal, hold).catch(() => {});
  return () => {
    stop.abort();
    channel?.removeEventListener('message', listen);
    channel?.close();
  };
}

/** Holds the stream when no other tab does; says whether another one did before. Rejects if it is ended before. */
async function inTurn(signal: AbortSignal, hold: (isTakenOver: boolean) => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (!locks) return await hold(false);
  const isHeldElsewhere = await locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await hold(false);
    return lock === null;
  });
  if (isHeldElsewhere) await locks.request(NAME, { signal }, async () => await hold(true));
}

/** Holds the stream until told to stop: reconnects after silence and refusals, from the last event heard in any tab. */
async function holdStream(
  signal: AbortSignal,
  { isTakenOver, lastId, tell }: { isTakenOver: boolean; lastId(): string; tell(heard: Heard): void },
): Promise<void> {
  // Between two holders no one listens, and only events are sent again.
  let mayHaveMissed = isTakenOver;
  const connect = (resolve: () => void) => {
    const last = lastId();
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
      // The gateway sends a beat every fifteen seconds: after this much silence the connection is dead.
      watchdog = setTimeout(end, 40_000);
    };
    alive();
    signal.addEventListener('abort', end);
    const on = (name: string, take?: (event: MessageEvent<string>) => void) =>
      source.addEventListener(name, (event) => {
        alive();
        take?.(event);
      });
    on('open', () => {
      if (mayHaveMissed) tell({ type: 'reconnected' });
      mayHaveMissed = true;
    });
    on('beat');
    on('order.cancelled', ({ lastEventId: id }) => tell({ type: 'event', id }));
    on('change', ({ data }) => tell({ type: 'change', data }));
    // The browser reconnects by itself after a break, but not after a refusal.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) end();
    });
  };
  while (!signal.aborted) {
    await new Promise<void>(connect);
    // A stream that was refused is not asked for again at once.
    await wait(15_000, signal);
  }
}
