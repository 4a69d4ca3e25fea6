// Brings a checkout to the point where a command can run: installs by the lock file when
// node_modules is not of that lock file, builds when dist is not of these sources. Plain
// JavaScript over Node alone, because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [step, ...flags] = process.argv.slice(2);
const quiet = flags.includes('--quiet');
const always = flags.includes('--always');

const installStamp = join(root, 'node_modules', '.pledge-installed');
const buildStamp = join(root, 'dist', '.pledge-built');

function filesUnder(path) {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function digest(paths) {
  const hash = createHash('sha256').update(process.version);
  for (const path of paths) hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}

function isCurrent(stamp, wanted) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

function writeStamp(stamp, value) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, value);
}

function run(command, args) {
  const done = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (done.error) throw done.error;
  if (done.status !== 0) {
    console.error(
      `\n"${command} ${args.join(' ')}" did not succeed (exit code ${done.status ?? done.signal}).`,
    );
    process.exit(done.status ?? 1);
  }
}

function say(text) {
  if (!quiet) console.log(text);
}

function install() {
  const wanted = digest([join(root, 'package.json'), join(root, 'package-lock.json')]);
  if (isCurrent(installStamp, wanted)) return;
  say('Installing the packages of package-lock.json …');
  run('npm', ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund']);
  writeStamp(installStamp, wanted);
}

function build() {
  const sources = [
    'docs.html',
    'index.html',
    'package-lock.json',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ].map((name) => join(root, name));
  const wanted = digest([...sources, ...filesUnder(join(root, 'src')), ...filesUnder(join(root, 'public'))]);
  if (!always && isCurrent(buildStamp, wanted)) return;
  say('Building the dashboard and the server …');
  rmSync(buildStamp, { force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  run(process.execPath, [vite, 'build', '--logLevel', 'warn']);
  run(process.execPath, [vite, 'build', '--ssr', '--logLevel', 'warn']);
  writeStamp(buildStamp, wanted);
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Pledge needs Node 20.19 or later; this is ${process.version}.`);
  process.exit(1);
}
install();
if (step === 'build') build();
