// Installs what the tests need from the system, where they may: the browser and the database server.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Runs an installer silently; its last words come back with the result, to be shown only on failure.
 * It gets a process group of its own, so that the helpers it starts (Playwright's downloader) end with
 * it when its time is up or when this process ends.
 */
export function runQuietly(command, args, { seconds, env = {} }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
      detached: process.platform !== 'win32',
    });
    let output = '';
    let ending = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-4000);
    };
    const end = () => (process.platform === 'win32' ? child.kill() : process.kill(-child.pid, 'SIGTERM'));
    const timer = setTimeout(() => {
      ending = `\n(stopped after ${seconds} s)`;
      end();
    }, seconds * 1000);
    const finish = (ok, lastWords) => {
      clearTimeout(timer);
      process.off('exit', end);
      resolve({ ok, output: lastWords });
    };
    process.once('exit', end);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => finish(false, error.message));
    child.once('close', (code) => finish(code === 0, output.trim() + ending));
  });
}

export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs one Debian package with as little else as it allows. */
export async function installPackage(name) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const updated = await runQuietly('apt-get', ['update'], { seconds: 180, env });
  if (!updated.ok) return updated;
  return runQuietly('apt-get', ['install', '-y', '--no-install-recommends', name], { seconds: 600, env });
}
