import { beforeEach, vi } from 'vitest';

/** The part of EventSource that the desk uses, over `fetch`: jsdom has none, and the gateway of a test no port. */
class FetchedEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  private readonly leaving = new AbortController();
  private reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(address: string) {
    super();
    void this.follow(address);
  }

  close(): void {
    this.readyState = FetchedEventSource.CLOSED;
    this.leaving.abort();
    void this.reader?.cancel();
  }

  private async follow(address: string): Promise<void> {
    const response = await fetch(address);
    this.reader = response.body?.getReader();
    if (!response.ok || !this.reader || this.leaving.signal.aborted) return this.fail();
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    const decoder = new TextDecoder();
    for (let rest = ''; ; ) {
      const { value, done } = await this.reader.read();
      if (done) return this.fail();
      const frames = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) this.tell(frame);
    }
  }

  private tell(frame: string): void {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(frame)?.[1];
    const type = field('event');
    if (type === undefined) return;
    const parts = { data: field('data') ?? '', lastEventId: field('id') ?? '' };
    this.dispatchEvent(new MessageEvent(type, parts));
  }

  private fail(): void {
    if (this.readyState === FetchedEventSource.CLOSED) return;
    this.readyState = FetchedEventSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

/** The tests of a file follow the gateway's event stream, as browsers do, instead of asking every few seconds. */
export function followingEvents(): void {
  beforeEach(() => void vi.stubGlobal('EventSource', FetchedEventSource));
}
