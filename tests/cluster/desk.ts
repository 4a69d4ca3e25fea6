import { Agent, fetch as fetchWith } from 'undici';
import type { DeskEvent } from '#contract/events.ts';
import { CRESTLINE } from '#tests/support/service.ts';
import type { Stack } from './stack.ts';

/** A way to the desk as a browser goes: by https, with a cookie. */
export interface Desk {
  send(path: string, init?: RequestInit): Promise<Response>;
  signIn(): Promise<void>;
  end(): Promise<void>;
}

/** The longest that a browser waits for an answer. */
const ANSWER_MS = 60_000;

export function openDesk({ origin, httpsPort, ca }: Stack): Desk {
  const { hostname } = new URL(origin);
  const agent = new Agent({
    connect: {
      ca,
      servername: hostname,
      lookup: (_host, { all }, found) =>
        all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
    },
    headersTimeout: ANSWER_MS,
    bodyTimeout: 0,
  });
  let cookie = '';
  const send: Desk['send'] = async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set('origin', origin);
    if (cookie) headers.set('cookie', cookie);
    const given = { ...init, headers: Object.fromEntries(headers), dispatcher: agent };
    const response = await fetchWith(`https://${hostname}:${httpsPort}${path}`, given as object);
    for (const line of response.headers.getSetCookie()) cookie = line.split(';')[0] ?? '';
    return response as unknown as Response;
  };
  return {
    send,
    async signIn() {
      const body = JSON.stringify({ accessToken: CRESTLINE });
      const headers = { 'content-type': 'application/json' };
      const response = await send('/session', { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`No one could sign in: ${response.status} ${await response.text()}`);
    },
    end: async () => await agent.destroy(),
  };
}

/** A desk that listens to live events as the dashboard does: it connects again by itself, from the last event on. */
export interface ListeningDesk {
  /** When an event about an order came, in milliseconds of this process. */
  times: number[];
  /** The orders that it has heard of. */
  orders: Set<string>;
  end(): void;
}

/** As the dashboard: a stream that has said nothing for so long is dead. A gateway beats every 15 seconds. */
const SILENCE_MS = 40_000;
const RECONNECT_MS = 2_000;
/** A browser doesn't connect again by itself after a refusal; the dashboard does so after this pause. */
const REFUSED_MS = 15_000;

export function listen(desk: Desk): ListeningDesk {
  const leaving = new AbortController();
  const heard: ListeningDesk = { times: [], orders: new Set(), end: () => leaving.abort() };
  let last = '';
  /** Follows one stream to its end. Returns how long to wait before the next. */
  const follow = async () => {
    const silent = new AbortController();
    let watchdog = setTimeout(() => silent.abort(), SILENCE_MS);
    try {
      const signal = AbortSignal.any([leaving.signal, silent.signal]);
      const headers: Record<string, string> = last ? { 'last-event-id': last } : {};
      const response = await desk.send('/events', { headers, signal });
      if (!response.ok || !response.body) return REFUSED_MS;
      let rest = '';
      for await (const chunk of response.body.pipeThrough(
        new TextDecoderStream(),
      ) as unknown as AsyncIterable<string>) {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => silent.abort(), SILENCE_MS);
        const frames = (rest + chunk).split('\n\n');
        rest = frames.pop() ?? '';
        for (const frame of frames) {
          const id = /^id: (.+)$/m.exec(frame)?.[1];
          const data = /^data: (.+)$/m.exec(frame)?.[1];
          if (!id || !data) continue;
          last = id;
          const order = (JSON.parse(data) as DeskEvent).order?._id;
          if (!order || heard.orders.has(order)) continue;
          heard.orders.add(order);
          heard.times.push(performance.now());
        }
      }
    } catch {
      // It connects again, as after an orderly end.
    } finally {
      clearTimeout(watchdog);
    }
    return RECONNECT_MS;
  };
  const always = async () => {
    while (!leaving.signal.aborted) {
      const pause = await follow();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  };
  void always();
  return heard;
}
