import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startProgram, temporaryFolder } from '#tests/support/processes.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

it.each(['', 'database', 'lock'])(
  'a Pledge whose data folder was deleted (%o) takes no more writes that would be lost: it ends and says so',
  async (part) => {
    const DATA_DIR = join(folder.path, `data-${part}`);
    const { child, output } = await startProgram('gateway', {
      DATA_DIR,
      DEMO_DATA: 'off',
      LOG_LEVEL: 'silent',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    rmSync(join(DATA_DIR, part), { recursive: true });
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    expect(await ended).toBe(66);
    clearTimeout(late);
    expect(output()).toContain(
      `The data folder ${DATA_DIR} was deleted or replaced while Pledge ran, so nothing more would be kept. Put a backup in its place, then start Pledge again.\n`,
    );
  },
  60_000,
);
