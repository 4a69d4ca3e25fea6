import type { CDPSession } from 'playwright';

/** One task of a page's main thread, in milliseconds. */
export interface Task {
  /** Wall time, including what else the machine did. */
  wall: number;
  /** The processor's time that it took. */
  cpu: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/** Notes every longer task of a page's main thread while something is done. */
export async function tasksDuring(cdp: CDPSession, act: () => Promise<unknown>): Promise<Task[]> {
  const tasks: TraceEvent[] = [];
  const mainThreads = new Set<string>();
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}/${tid}`;
  const take = ({ value }: { value: object[] }) => {
    for (const event of value as TraceEvent[]) {
      if (event.name === 'thread_name' && event.args.name === 'CrRendererMain') {
        mainThreads.add(threadOf(event));
      } else if (event.name.endsWith('RunTask') && (event.dur ?? 0) > 10_000) tasks.push(event);
    }
  };
  cdp.on('Tracing.dataCollected', take);
  await cdp.send('Tracing.start', {
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline'] },
    bufferUsageReportingInterval: 0,
  });
  await act();
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
  await cdp.send('Tracing.end');
  await complete;
  cdp.off('Tracing.dataCollected', take);
  return tasks
    .filter((event) => mainThreads.has(threadOf(event)))
    .map(({ dur = 0, tdur = dur }) => ({ wall: dur / 1_000, cpu: tdur / 1_000 }));
}

/** The longest of some tasks, by the one measure and by the other. */
export function longestOf(tasks: readonly Task[]): Task {
  return {
    wall: Math.max(0, ...tasks.map(({ wall }) => wall)),
    cpu: Math.max(0, ...tasks.map(({ cpu }) => cpu)),
  };
}
