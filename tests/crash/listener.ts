import { expect } from 'vitest';
import type { DeskEvent } from '#contract/events.ts';

/** Listens to the live events of a gateway. */
export interface Listener {
  gateway: string;
  /** The orders in the events so far, in order. */
  orders(): (string | undefined)[];
  /** Waits for events about these orders. */
  has(orders: readonly string[]): Promise<void>;
  /** The id of the last event heard. */
  last(): string;
  end(): void;
}

/** Signs in at a gateway; returns the cookie. */
export async function signInAt(gateway: string, accessToken: string): Promise<string> {
  const response = await fetch(`${gateway}/session`, {
    method: 'POST',
    headers: { origin: gateway, 'content-type': 'application/json' },
    body: JSON.stringify({ accessToken }),
  });
  if (!response.ok) throw new Error(`Nobody could sign in: ${response.status} ${await response.text()}`);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Listens at a gateway until told to end, or until it is killed; from after the event `last`, where one is given. */
export async function listenAt(gateway: string, accessToken: string, last = ''): Promise<Listener> {
  const cookie = await signInAt(gateway, accessToken);
  const leaving = new AbortController();
  const headers = { cookie, ...(last && { 'last-event-id': last }) };
  const response = await fetch(`${gateway}/events`, { headers, signal: leaving.signal });
  const events: DeskEvent[] = [];
  void follow(response.body as ReadableStream<Uint8Array>, events).catch(() => undefined);
  const orders = () => events.map((event) => event.order?._id);
  return {
    gateway,
    orders,
    has: async (wanted) =>
      await expect
        .poll(() => wanted.filter((order) => !orders().includes(order)), { timeout: 60_000 })
        .toEqual([]),
    last: () => events.at(-1)?.id ?? last,
    end: () => leaving.abort(),
  };
}

async function follow(body: ReadableStream<Uint8Array>, events: DeskEvent[]): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const frames = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^data: (.+)$/m.exec(frame)?.[1];
      if (data) events.push(JSON.parse(data) as DeskEvent);
    }
  }
}
