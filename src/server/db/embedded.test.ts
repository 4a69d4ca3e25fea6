import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { prepareDataFolder } from '../data-folder.ts';
import { StartFailure } from '../start-failure.ts';
import { startInFolder } from './embedded.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'pledge-folder-'));
  folder = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** The modes of a folder and of everything in it, each once. */
function modesIn(path: string): string[] {
  const all = ['', ...(readdirSync(path, { recursive: true }) as string[])].map((name) => join(path, name));
  const modes = all.map((one) => {
    const found = statSync(one);
    return `${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`;
  });
  return [...new Set(modes)].sort();
}

async function refusal(): Promise<string> {
  const error = await startInFolder(folder).then(
    async ({ stop }) => await stop(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartFailure);
  const { message } = error as StartFailure;
  expect(message).not.toContain('\n');
  return message;
}

describe('a data folder', () => {
  it('is for its owner alone from the first start on, and after one that found it open to all', async () => {
    const first = await startInFolder(folder);
    expect(modesIn(folder)).toEqual(['file 600', 'folder 700']);
    await first.stop();
    for (const name of ['', ...(readdirSync(folder, { recursive: true }) as string[])]) {
      chmodSync(join(folder, name), 0o777);
    }
    symlinkSync(folder, join(parent, 'link'));
    const second = await startInFolder(join(parent, 'link'));
    expect(modesIn(folder)).toEqual(['file 600', 'folder 700']);
    await second.stop();
  });

  it('that Pledge was killed in while it made the database is made again', async () => {
    mkdirSync(join(folder, 'database', 'base'), { recursive: true });
    writeFileSync(join(folder, 'database', 'PG_VERSION'), '17');
    writeFileSync(join(folder, 'database.unfinished'), '');
    const running = await startInFolder(folder);
    expect(existsSync(join(folder, 'database.unfinished'))).toBe(false);
    await running.stop();
    await (await startInFolder(folder)).stop();
  });

  it('is refused if its database is damaged, and left as it is', async () => {
    await (await startInFolder(folder)).stop();
    truncateSync(join(folder, 'database', 'global', 'pg_control'), 0);
    expect(await refusal()).toMatch(
      /database is damaged, or Pledge didn't make it \(.+\)\. Put a backup in its place/,
    );
    rmSync(join(folder, 'database', 'PG_VERSION'));
    const before = readdirSync(join(folder, 'database'));
    expect(await refusal()).toContain('(PG_VERSION is missing)');
    expect(readdirSync(join(folder, 'database'))).toEqual(before);
  });

  it('is refused if it holds files of something else, which are left as they are', async () => {
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(join(folder, 'thesis.txt'), 'mine', { mode: 0o644 });
    chmodSync(folder, 0o755);
    expect(await refusal()).toBe(
      `The folder ${folder} holds other files (thesis.txt), so Pledge doesn't put its data there. Set DATA_DIR to an empty folder.`,
    );
    expect(modesIn(folder)).toEqual(['file 644', 'folder 755']);
  });

  it.each(['lock', 'session-secret'])('is refused if its %s is a folder', async (name) => {
    mkdirSync(join(folder, name), { recursive: true });
    expect(await refusal()).toBe(
      `${join(folder, name)} is a folder, but Pledge keeps a file of that name there. Move it away, or set DATA_DIR to another folder.`,
    );
  });

  it('is refused if it is a file, or below one', async () => {
    writeFileSync(folder, '');
    expect(await refusal()).toBe(`DATA_DIR must be a folder; ${folder} is a file, or is below one.`);
    folder = join(folder, 'below', 'it');
    expect(await refusal()).toMatch(/^DATA_DIR must be a folder/);
  });

  it.skipIf(process.platform !== 'linux')('is refused if the system makes no folders there', async () => {
    folder = '/proc/nope/data';
    expect(await refusal()).toMatch(
      /^The data folder \/proc\/nope\/data can't be made \(ENOENT\)\. Set DATA_DIR/,
    );
    folder = '/sys/pledge';
    expect(await refusal()).toMatch(
      /^This user can't write to the data folder \/sys\/pledge \(E\w+\)\. Give/,
    );
  });

  it.skipIf(process.getuid?.() !== 0)('is refused if it belongs to another user', async () => {
    mkdirSync(folder);
    for (const path of [parent, folder]) chmodSync(path, 0o777);
    process.seteuid?.(65_534);
    try {
      expect(await refusal()).toMatch(
        / belongs to another user \(0\), .+ \(chown -R \d+ .+\), or set DATA_DIR/,
      );
    } finally {
      process.seteuid?.(0);
    }
  });

  it.skipIf(process.getuid?.() !== 0)(
    'may be a disk of its own, with the folder that only root reads',
    () => {
      mkdirSync(join(folder, 'lost+found'), { recursive: true, mode: 0o700 });
      for (const path of [parent, folder]) chownSync(path, 65_534, 65_534);
      process.seteuid?.(65_534);
      try {
        prepareDataFolder(folder);
      } finally {
        process.seteuid?.(0);
      }
    },
  );
});
