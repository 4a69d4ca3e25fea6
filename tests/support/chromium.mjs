// Finds the browser the end-to-end tests drive, and installs one where there is none. Plain
// JavaScript, because scripts/test.mjs needs it too.
import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { canInstallPackages, installPackage, runQuietly } from './system-packages.mjs';

const playwrightInstall = 'npx playwright install chromium';
const debianPackages = ['chromium-headless-shell', 'chromium'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];
const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function onPath(commandNames) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return commandNames.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
}

function usualPlaces() {
  const { HOME = '/', PROGRAMFILES, 'PROGRAMFILES(X86)': PROGRAMFILES_X86, LOCALAPPDATA } = process.env;
  if (process.platform === 'darwin') {
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].flatMap((name) =>
      ['/Applications', join(HOME, 'Applications')].map((folder) =>
        join(folder, `${name}.app`, 'Contents', 'MacOS', name),
      ),
    );
  }
  if (process.platform === 'win32') {
    return [PROGRAMFILES, PROGRAMFILES_X86, LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((folder) => [
        join(folder, 'Chromium', 'Application', 'chrome.exe'),
        join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ]);
  }
  return ['/usr/lib/chromium/chromium', '/opt/google/chrome/chrome', '/snap/bin/chromium'];
}

/**
 * The browser's path, or null where none is installed. The headless shell comes first: it renders the same for three
 * fifths of the processor time. With `full`, the full browser does, as measurements and crashes need. A CHROMIUM_PATH
 * that can't run is an error.
 */
export function findChromium({ full = false } = {}) {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (isExecutable(asked)) return asked;
    throw new Error(`CHROMIUM_PATH is "${asked}", which is not a file that can be run.`);
  }
  const browsers = [chromium.executablePath(), ...onPath(browserNames), ...usualPlaces()];
  const shells = onPath(shellNames);
  const places = full ? [...browsers, ...shells] : [...shells, ...browsers];
  return places.find(isExecutable) ?? null;
}

/** Has a time limit, because a network that drops packets would hold the tests for ever. */
function installFromPlaywright() {
  const packageFile = createRequire(import.meta.url).resolve('playwright/package.json');
  const cli = join(dirname(packageFile), 'cli.js');
  return runQuietly(process.execPath, [cli, 'install', 'chromium'], { seconds: 120 });
}

/** The browser's path, installing one first where there is none; throws with the ways to install one. */
export async function ensureChromium(options) {
  const present = findChromium(options);
  if (present) return present;

  const ways = [{ command: playwrightInstall, install: installFromPlaywright }];
  if (canInstallPackages()) {
    for (const name of debianPackages) {
      ways.push({ command: `apt-get install ${name}`, install: () => installPackage(name) });
    }
  }
  const failures = [];
  for (const { command, install } of ways) {
    console.log(`No Chromium here yet; trying: ${command}`);
    const { ok, output } = await install();
    const path = ok ? findChromium(options) : null;
    if (path) return path;
    failures.push(`$ ${command}\n${output}`);
  }
  throw new Error(`${failures.join('\n\n')}

The browser tests need Chromium, and it could not be installed here. Install it by one of

  ${playwrightInstall}
  apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell

or set CHROMIUM_PATH to a Chromium or Chrome that is already there.`);
}
