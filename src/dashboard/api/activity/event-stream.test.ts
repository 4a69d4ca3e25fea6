import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { followingEvents } from '#tests/support/event-source.ts';
import { followEvents, type Heard } from './event-stream.ts';

followingEvents();

/** What the tabs asked the gateway for, and its newest stream. */
let asked: string[];
let stream: ReadableStreamDefaultController<Uint8Array>;

beforeEach(() => {
  asked = [];
  vi.stubGlobal('navigator', { locks: queueOfTabs() });
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const start = (controller: typeof stream) => {
      stream = controller;
    };
    return new Response(new ReadableStream({ start }));
  });
});

/** As a browser's locks, for the tabs of one test: one holds, the others wait in order. */
function queueOfTabs() {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      waiting.push(resolve);
      signal.addEventListener('abort', () => {
        waiting.splice(waiting.indexOf(resolve), 1);
        reject(signal.reason);
      });
    });
  return {
    async request(
      name: string,
      { ifAvailable, signal }: { ifAvailable?: boolean; signal: AbortSignal },
      hold: (lock: { name: string } | null) => Promise<unknown>,
    ) {
      if (isHeld && ifAvailable) return await hold(null);
      if (isHeld) await turn(signal);
      isHeld = true;
      try {
        return await hold({ name });
      } finally {
        isHeld = waiting.length > 0;
        waiting.shift()?.();
      }
    },
  };
}

/** A tab that follows the events until it is closed. */
function openTab() {
  const heard: Heard[] = [];
  const close = followEvents((each) => void heard.push(each));
  onTestFinished(close);
  return { heard, close };
}

function send(frame: string): void {
  stream.enqueue(new TextEncoder().encode(`${frame}\n\n`));
}

const event = (id: string): Heard => ({ type: 'event', id });

test('a tab that takes the stream over goes on after the last event that it heard, and what it missed is read again', async () => {
  const first = openTab();
  await expect.poll(() => asked).toEqual(['/events']);
  const [second, third] = [openTab(), openTab()];
  send('id: a1\nevent: order.cancelled\ndata: {}');
  await expect.poll(() => [second.heard, third.heard]).toEqual([[event('a1')], [event('a1')]]);
  first.close();
  await expect.poll(() => asked).toEqual(['/events', '/events?last=a1']);
  const all = [event('a1'), { type: 'reconnected' }];
  await expect.poll(() => [second.heard, third.heard]).toEqual([all, all]);
  expect(first.heard).toEqual([event('a1')]);
});

test('a tab that takes the stream over before it heard anything may have missed something all the same', async () => {
  const first = openTab();
  await expect.poll(() => asked).toEqual(['/events']);
  const second = openTab();
  first.close();
  await expect.poll(() => asked).toEqual(['/events', '/events']);
  await expect.poll(() => second.heard).toEqual([{ type: 'reconnected' }]);
});

test('the first tab has missed nothing', async () => {
  const { heard } = openTab();
  await expect.poll(() => asked).toEqual(['/events']);
  send('event: change\ndata: {"entry":"e"}');
  await expect.poll(() => heard).toEqual([{ type: 'change', data: '{"entry":"e"}' }]);
});
