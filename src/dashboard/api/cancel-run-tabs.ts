import type { Counts, RunHead } from '#dashboard/lib/cancel-run.ts';
import { runChannelName } from '#dashboard/lib/run-channel.ts';
import type { Trouble } from './cancel-run.ts';

/** What the tab that has the run tells the others of it. */
export interface RunNews {
  head: RunHead | null;
  counts: Counts;
  trouble: Trouble | null;
}

/** Which of a browser's tabs has the run of a session holder; the others look on, and one takes it over. */
export interface RunTabs {
  /** Makes this tab the one that has the run; false where another is. */
  hold(): Promise<boolean>;
  /** Waits until the run is let go, and is then the tab that has it, for as long as `take` says that it wants it. */
  await(take: () => Promise<boolean>): void;
  /** Lets go of the run, so that another tab may have it. */
  release(): void;
  tell(news: RunNews): void;
  /** Asks the tab that has the run how it stands. */
  ask(): void;
  dispose(): void;
}

interface TabsOptions {
  onNews(news: RunNews): void;
  /** Another tab wants to know how the run stands. */
  onAsked(): void;
}

export function createRunTabs(holder: string, { onNews, onAsked }: TabsOptions): RunTabs {
  const name = runChannelName(holder);
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  const leaving = new AbortController();
  let release = () => {};
  const held = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<'hello' | RunNews>) =>
      data === 'hello' ? onAsked() : onNews(data);
  }
  return {
    hold: () =>
      new Promise<boolean>((resolve) => {
        if (!navigator.locks) return resolve(true);
        void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
          resolve(lock !== null);
          if (lock) await held();
        });
      }),
    await(take) {
      navigator.locks
        .request(name, { signal: leaving.signal }, async () => {
          if (await take()) await held();
        })
        .catch(() => {});
    },
    release: () => release(),
    tell: ({ head, ...rest }) => channel?.postMessage({ ...rest, head: head && { ...head, leftOut: [] } }),
    ask: () => channel?.postMessage('hello'),
    dispose() {
      leaving.abort();
      release();
      channel?.close();
    },
  };
}
