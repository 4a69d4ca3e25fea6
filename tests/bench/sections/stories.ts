import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { cancellable, createCast, readDemoOrders, type Way } from '#tests/stories/cast.ts';
import { STORIES } from '#tests/stories/stories.ts';
import { startProgram, temporaryFolder } from '#tests/support/processes.ts';
import { aside, type Line, type Measured } from '../report.ts';
import type { Stage } from '../stage.ts';

/** Dark or light changes no count. */
const WAYS: readonly Way[] = [
  { means: 'mouse', width: 1440, theme: 'light' },
  { means: 'keyboard', width: 1440, theme: 'light' },
  { means: 'touch', width: 390, theme: 'light' },
];

/** What a day's work takes: for each story the clicks and the keys, each way on a desk of its own. */
export async function stories(stage: Stage): Promise<Measured> {
  const browser = await stage.browser();
  const figures = new Map<string, string[]>(STORIES.map(({ title }) => [title, []]));
  for (const way of WAYS) {
    const data = temporaryFolder();
    const env = { DATA_DIR: data.path, LOG_LEVEL: 'error' };
    const gateway = await stage.keep(startProgram('gateway', env));
    try {
      const command = promisify(execFile)(process.execPath, ['dist/server/demo-orders.js'], {
        env: { ...process.env, ...env },
      });
      const orders = cancellable(readDemoOrders((await command).stdout));
      for (const { title, tell } of STORIES) {
        const cast = createCast(browser, gateway.address, way, orders);
        const told = await tell(cast).then(
          () => `${cast.count.clicks} + ${cast.count.keys}`,
          (error: unknown) => `failed (${String(error).split('\n')[0]})`,
        );
        figures.get(title)?.push(`${way.means}: ${told}`);
        await cast.end();
      }
    } finally {
      await gateway.end();
      data.remove();
    }
  }
  const lines: Line[] = [...figures].map(([title, figure]) => aside(title, figure.join('; ')));
  return { title: 'A day’s work: clicks or taps + keys, typed letters included', lines };
}
