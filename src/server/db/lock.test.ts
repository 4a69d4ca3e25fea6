import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUse, type LockHolder, lockFolder } from './lock.ts';

let folder: string;
let other: ChildProcess;
beforeAll(async () => {
  other = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1000)']);
  await new Promise((resolve) => other.stdout?.once('data', resolve));
});
afterAll(() => void other.kill('SIGKILL'));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pledge-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockFile = () => join(folder, 'lock');
const holder = (): LockHolder => JSON.parse(readFileSync(lockFile(), 'utf8'));

/** Leaves a lock as another process would have; it lives unless told otherwise. */
function leaveLock(changes: Partial<LockHolder> = {}) {
  const lock = { pid: other.pid, host: hostname(), began: null, controlSocket: '/tmp/other', ...changes };
  writeFileSync(lockFile(), JSON.stringify(lock));
}

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
}

describe('the lock of a data folder', () => {
  it('is taken, says who holds it, and is gone when let go', () => {
    const unlock = lockFolder(folder, '/tmp/socket');
    expect(holder()).toMatchObject({ pid: process.pid, host: hostname(), controlSocket: '/tmp/socket' });
    expect(readdirSync(folder)).toEqual(['lock']);
    unlock();
    expect(existsSync(lockFile())).toBe(false);
    lockFolder(folder, '/tmp/socket')();
  });

  it('is refused while another process lives, with a message that says what to do', () => {
    leaveLock();
    expect(() => lockFolder(folder, '/tmp/socket')).toThrow(FolderInUse);
    expect(() => lockFolder(folder, '/tmp/socket')).toThrow(
      `The data folder ${folder} is in use by another Pledge (process ${other.pid} on ${hostname()}). ` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
    expect(holder().pid).toBe(other.pid);
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('tells where the process that holds it takes commands', () => {
    leaveLock();
    let refusal: unknown;
    try {
      lockFolder(folder, '/tmp/socket');
    } catch (error) {
      refusal = error;
    }
    expect((refusal as FolderInUse).holder.controlSocket).toBe('/tmp/other');
  });

  it('is refused a second time in the very same process, which would lose data just as well', () => {
    const unlock = lockFolder(folder, '/tmp/socket');
    if (holder().began !== null) expect(() => lockFolder(folder, '/tmp/second')).toThrow(FolderInUse);
    unlock();
    lockFolder(folder, '/tmp/second')();
  });

  it('is taken over at once from a process that died', async () => {
    leaveLock({ pid: await deadPid() });
    lockFolder(folder, '/tmp/socket');
    expect(holder().pid).toBe(process.pid);
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it.skipIf(process.platform !== 'linux')(
    'is taken over from a process that is dead but not collected',
    async () => {
      // The shell's place is taken by a program that never collects the shell's children.
      const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60']);
      const pid = await new Promise<number>((resolve) =>
        parent.stdout.once('data', (text) => resolve(Number(text))),
      );
      const isZombie = () => / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
      await expect.poll(isZombie, { timeout: 10_000 }).toBe(true);
      const [began] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(21);
      leaveLock({ pid, began: began ?? null });
      const unlock = lockFolder(folder, '/tmp/socket');
      expect(holder().pid).toBe(process.pid);
      unlock();
      parent.kill('SIGKILL');
    },
  );

  it('is taken over where the number of a dead process was given to another, or to this one', () => {
    if (!existsSync('/proc/self/stat')) return;
    for (const pid of [other.pid ?? 0, process.pid]) {
      leaveLock({ pid, began: '1' });
      const unlock = lockFolder(folder, '/tmp/socket');
      expect(holder()).toMatchObject({ pid: process.pid, controlSocket: '/tmp/socket' });
      unlock();
    }
  });

  it('is never taken from a process on another machine, which can’t be asked', async () => {
    leaveLock({ host: `not-${hostname()}`, pid: await deadPid() });
    expect(() => lockFolder(folder, '/tmp/socket')).toThrow(`on not-${hostname()}`);
  });

  it.each(['', 'null', '{"pid":'])('is taken over where it says nothing: %j', (text) => {
    writeFileSync(lockFile(), text);
    lockFolder(folder, '/tmp/socket')();
    expect(readdirSync(folder)).toEqual([]);
  });
});
