import type { Changes } from './changes.ts';
import type { RunName } from './run-finish.ts';

/** A run in progress is announced at most this often: each announcement makes every open page read it again. */
const PAUSE_MS = 500;

/** Announces changes of runs: the first at once, and of those that follow closely only the last. */
export function createRunNews(changes: Pick<Changes, 'publish'>) {
  const recent = new Map<string, { timer: NodeJS.Timeout; isDue: boolean }>();

  function publish({ owner, id }: RunName): void {
    const name = JSON.stringify([owner, id]);
    const known = recent.get(name);
    if (known) {
      known.isDue = true;
      return;
    }
    changes.publish(owner, { run: id });
    const timer = setTimeout(() => {
      const isDue = recent.get(name)?.isDue;
      recent.delete(name);
      if (isDue) publish({ owner, id });
    }, PAUSE_MS).unref();
    recent.set(name, { timer, isDue: false });
  }

  function stop(): void {
    for (const { timer } of recent.values()) clearTimeout(timer);
    recent.clear();
  }

  return { publish, stop };
}
