import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/processes.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Runs a built command in a data folder that doesn't exist yet. */
function run(name: string, ...args: string[]) {
  const DATA_DIR = join(folder.path, 'data');
  const program = join('dist', 'server', `${name}.js`);
  const done = spawnSync(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR },
    encoding: 'utf8',
  });
  return { ...done, madeData: existsSync(DATA_DIR) };
}

it.each(['service-token', 'demo-orders', 'demo-scale'])(
  '%s explains itself and opens no database',
  (name) => {
    for (const flag of ['--help', '-h']) {
      const { status, stdout, stderr, madeData } = run(name, flag);
      expect({ status, stderr, madeData }).toEqual({ status: 0, stderr: '', madeData: false });
      expect(stdout).toMatch(/^Usage: npm run [a-z]+:[a-z]+ /);
    }
  },
);

it('a command names a wrong option and those that there are, and opens no database', () => {
  const { status, stdout, stderr, madeData } = run('service-token', '--organization', 'Acme');
  expect({ status, stdout, madeData }).toEqual({ status: 1, stdout: '', madeData: false });
  expect(stderr).toMatch(
    /^Unknown option '--organization'\. The options are --organisation, .*--help\.\n\nUsage: /,
  );
});
