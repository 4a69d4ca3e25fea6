import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

interface Locked {
  version?: string;
  license?: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  optional?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const locked = Object.entries(packages).filter(([path]) => path !== '');

/** What may be shipped: each asks for no more than its notice. */
const SHIPPED = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'OFL-1.1', 'Unlicense'];

/** What tools may have besides, because nothing of theirs is passed on. */
const TOOLS = ['MPL-2.0', 'BlueOak-1.0.0', 'CC0-1.0', 'MIT-0'];

/** The manifest of a package as it is installed; null where it isn't, being for another machine. */
function manifestOf(path: string): { license?: string; scripts?: Record<string, string> } | null {
  const file = join(root, path, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function isAllowed(licence: string, isTool: boolean): boolean {
  const choices = licence.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => SHIPPED.includes(choice) || (isTool && TOOLS.includes(choice)));
}

describe('every package that is installed', () => {
  it('is locked to its content', () => {
    expect(locked.length).toBeGreaterThan(100);
    for (const [path, { integrity, resolved }] of locked) {
      expect(integrity, path).toMatch(/^sha512-/);
      if (resolved) expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    }
  });

  it('runs nothing when it is installed', () => {
    const scripted = locked.flatMap(([path, { hasInstallScript }]) => {
      const scripts = Object.keys(manifestOf(path)?.scripts ?? {});
      const runs = scripts.some((name) => ['preinstall', 'install', 'postinstall'].includes(name));
      return runs || hasInstallScript ? [path] : [];
    });
    expect(scripted).toEqual([]);
  });

  it('comes under a licence that allows what is done with it', () => {
    const refused = locked.flatMap(([path, { license, dev = false }]) => {
      const licence = license ?? manifestOf(path)?.license ?? 'none';
      return isAllowed(licence, dev) ? [] : [`${path}: ${licence}`];
    });
    expect(refused).toEqual([]);
  });

  it('says the same of its licence in the lock and in its own manifest', () => {
    const differing = locked.flatMap(([path, { license }]) => {
      const own = manifestOf(path)?.license;
      return own && license && own !== license ? [`${path}: ${license}, ${own}`] : [];
    });
    expect(differing).toEqual([]);
  });
});
