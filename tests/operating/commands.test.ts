import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/processes.ts';
import { startServiceProcess } from '#tests/support/service-process.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Runs a built command in a data folder that doesn't exist yet. */
function run(name: string, ...args: string[]) {
  const DATA_DIR = join(folder.path, 'data');
  const program = join('dist', 'server', `${name}.js`);
  const done = spawnSync(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { ...done, madeData: existsSync(DATA_DIR) };
}

const COMMANDS = [
  'service-token',
  'service-import',
  'organisation',
  'demo-orders',
  'demo-scale',
  'journal-verify',
  'openapi',
];

it.each(COMMANDS)('%s explains itself and opens no database', (name) => {
  for (const flag of ['--help', '-h']) {
    const { status, stdout, stderr, madeData } = run(name, flag);
    expect({ status, stderr, madeData }).toEqual({ status: 0, stderr: '', madeData: false });
    expect(stdout).toMatch(/^Usage: npm run [a-z]+(?::[a-z]+)? /);
  }
});

it.each([
  ['service-token', '--organization', '--organisation'],
  ['openapi', '--gateways', '--gateway'],
])('%s names a wrong option and those that there are, and opens no database', (name, wrong, right) => {
  const { status, stdout, stderr, madeData } = run(name, wrong);
  expect({ status, stdout, madeData }).toEqual({ status: 1, stdout: '', madeData: false });
  expect(stderr).toMatch(
    new RegExp(`^Unknown option '${wrong}'\\. The options are .*${right}, .*--help\\.\n\nUsage: `),
  );
});

it('openapi says in one line that it can’t write to a folder', () => {
  const taken = join(folder.path, 'taken');
  writeFileSync(taken, '');
  for (const [path, code] of [
    ['/proc/documents/here', 'ENOENT'],
    [taken, 'ENOTDIR'],
  ] as const) {
    const { status, stdout, stderr } = run('openapi', '--folder', path);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(`The documents can't be written to ${path} (${code}). Name another folder.\n`);
  }
});

it('the audit log of a folder without a database is not checked, and no database is made', () => {
  const { status, stdout, stderr, madeData } = run('journal-verify');
  expect({ status, stdout, madeData }).toEqual({ status: 1, stdout: '', madeData: false });
  expect(stderr).toMatch(/^There is no database in .*data\. Set DATA_DIR .* DATABASE_URL .*\.\n$/);
});

it('files are imported while the service runs on the same data folder, from where the command is called', async () => {
  const DATA_DIR = join(folder.path, 'running');
  const service = await startServiceProcess(folder.path, { DATA_DIR, DEMO_DATA: 'off' });
  const call = (name: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../dist/server', `${name}.js`), ...args], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, DATA_DIR },
      encoding: 'utf8',
    });
  const header = '_id,user._id,user.fname,user.lname,user.email\n';
  writeFileSync(join(folder.path, 'members.csv'), `${header}m-1,u-1,Ada,Obi,ada@example.com\n`);
  const importing = ['service-import', '--organisation', 'Acme', '--members', 'members.csv'] as const;
  expect(call(...importing)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('members.csv: 1 new.'),
  });
  const token = call('service-token', '--organisation', 'Acme').stdout.trim().split('\n').at(-1);
  const headers = { authorization: `Bearer ${token}` };
  const members = await (await fetch(`${service.url}/v1/api/member`, { headers })).json();
  expect(members).toMatchObject({ data: { members: [{ _id: 'm-1', user: { fname: 'Ada' } }] } });

  writeFileSync(join(folder.path, 'members.csv'), `${header}m-1,u-1,Ada,Obi,other@example.com\n`);
  expect(call(...importing)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('members.csv:2: user.email: is "other@example.com" here'),
  });
  expect(await service.end('SIGTERM')).toBe(0);
});
