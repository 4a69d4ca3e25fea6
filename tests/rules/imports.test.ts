import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path/posix';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

interface Rule {
  /** Folders and files of `src`. */
  from: string[];
  /** Names of packages; undefined for every package and Node's own modules. */
  packages?: string[];
}

/** The packages that a browser may load. */
const VIEW = ['react', 'react-dom', '@base-ui/react', 'lucide-react'];
const BROWSER = [
  ...[...VIEW, 'react-router-dom', 'react-hook-form', '@tanstack/react-query', '@tanstack/react-virtual'],
  ...['@fontsource-variable/inter', '@hookform/resolvers', 'papaparse', 'big.js', 'zod', '@noble/hashes'],
];
const SHELLS = ['dashboard/forms', 'dashboard/table', 'dashboard/charts'];
const BELOW_SHELLS = ['dashboard/ui', 'dashboard/api', 'dashboard/lib', 'dashboard/styles', 'contract'];
const SERVERS = ['gateway', 'service', 'server', 'contract'];

/** Who may import whom. The longest path that a file is at or in counts; tests may import anything. */
const RULES: Record<string, Rule> = {
  contract: { from: ['contract'], packages: ['zod', 'big.js'] },
  server: { from: ['server', 'contract'] },
  service: { from: ['service', 'server', 'contract'] },
  gateway: { from: ['gateway', 'server', 'contract'] },
  // What joins the two: the process, and the server for development.
  'gateway/main.ts': { from: SERVERS },
  'gateway/build': { from: SERVERS },
  dashboard: { from: ['dashboard', 'contract'], packages: BROWSER },
  'dashboard/app/rendering/render-page.tsx': {
    from: ['dashboard', 'contract'],
    packages: [...BROWSER, 'node:async_hooks'],
  },
  'dashboard/lib': { from: ['dashboard/lib', 'contract'], packages: BROWSER },
  'dashboard/lib/export': {
    from: ['dashboard/lib', 'contract'],
    packages: [...BROWSER, 'write-excel-file', 'fflate'],
  },
  'dashboard/api/loans/due-event.ts': {
    from: ['dashboard/api', 'dashboard/lib', 'contract'],
    packages: [...BROWSER, 'ics'],
  },
  'dashboard/ui': { from: ['dashboard/ui', 'dashboard/lib'], packages: VIEW },
  'dashboard/api': { from: ['dashboard/api', 'dashboard/lib', 'contract'], packages: BROWSER },
  ...Object.fromEntries(
    SHELLS.map((path) => [path, { from: [...SHELLS, ...BELOW_SHELLS], packages: BROWSER }]),
  ),
  'dashboard/list': { from: ['dashboard/list', ...SHELLS, ...BELOW_SHELLS], packages: BROWSER },
  // A page imports its own folder and no other page.
  ...Object.fromEntries(
    readdirSync('src/dashboard/pages').map((page) => [
      `dashboard/pages/${page}`,
      { from: [`dashboard/pages/${page}`, 'dashboard/list', ...SHELLS, ...BELOW_SHELLS], packages: BROWSER },
    ]),
  ),
};

const isIn = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/** Every module that a source imports, by value, as a type, or while it runs. */
function importsOf(file: string, source: string): string[] {
  const { staticImports, staticExports } = parseSync(file, source).module;
  const exported = staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value));
  const called = [...source.matchAll(/\bimport\(\s*'([^']+)'/g)].map(([, specifier]) => specifier);
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...called].filter(
    (specifier) => specifier !== undefined,
  );
}

/** The path under `src` that a specifier stands for; null for a package, and for what is not in `src`. */
function pathOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (!specifier.startsWith('.')) return null;
  return normalize(join(dirname(file), specifier));
}

/** Why a file under `src` may not import a specifier; null if it may. */
function fault(file: string, specifier: string): string | null {
  const place = Object.keys(RULES)
    .filter((path) => isIn(file, path))
    .sort((a, b) => b.length - a.length)[0];
  const rule = RULES[place ?? ''];
  if (!rule) return `${file} has no rule`;
  const path = pathOf(file, specifier);
  if (specifier.startsWith('../../')) return `${file} climbs two folders: ${specifier}`;
  if (specifier.startsWith('.') && path?.split('/')[0] !== file.split('/')[0])
    return `${file} leaves its room`;
  const isAllowed =
    path === null
      ? (rule.packages?.some((name) => isIn(specifier, name)) ?? true)
      : rule.from.some((folder) => isIn(path, folder));
  return isAllowed ? null : `${file} may not import ${specifier}`;
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
const imports = new Map(
  files.map((file) => [file, importsOf(file, readFileSync(join('src', file), 'utf8'))]),
);

describe('imports', () => {
  it('follow the table', () => {
    const faults = [...imports].flatMap(([file, all]) => all.map((specifier) => fault(file, specifier)));
    expect(faults.filter(Boolean)).toEqual([]);
  });

  it('never go round in a circle, types included', () => {
    expect(circles()).toEqual([]);
  });

  it('are found however they are written', () => {
    const source = `import './a.ts'; import type { B } from './b.ts'; export { c } from './c.ts';
      export * from './d.ts'; const e = import('./e.ts'); type F = import('./f.ts').F;`;
    expect(importsOf('x.ts', source)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `./${name}.ts`));
  });

  it.each([
    ['contract/loans.ts', 'react'],
    ['contract/loans.ts', 'node:fs'],
    ['contract/loans.ts', '#server/process.ts'],
    ['server/process.ts', '#gateway/http/app.ts'],
    ['service/app.ts', '#gateway/http/app.ts'],
    ['gateway/app.ts', '#service/app.ts'],
    ['gateway/app.ts', '#dashboard/lib/times.ts'],
    ['gateway/main.ts', '#dashboard/lib/times.ts'],
    ['dashboard/main.tsx', '#gateway/http/app.ts'],
    ['dashboard/main.tsx', 'node:fs'],
    ['dashboard/main.tsx', 'pg'],
    ['dashboard/lib/times.ts', '../ui/button.tsx'],
    ['dashboard/ui/button.tsx', '#contract/loans.ts'],
    ['dashboard/ui/button.tsx', 'react-router-dom'],
    ['dashboard/api/loans.ts', '#dashboard/table/data-table.tsx'],
    ['dashboard/table/data-table.tsx', '#dashboard/pages/loans/loans-page.tsx'],
    ['dashboard/table/data-table.tsx', '../app/paths.ts'],
    ['dashboard/table/data-table.tsx', '#dashboard/list/row-list.tsx'],
    ['dashboard/list/row-list.tsx', '#dashboard/pages/loans/loans-page.tsx'],
    ['dashboard/pages/loan/loan-page.tsx', '#dashboard/pages/loans/loans-page.tsx'],
    ['dashboard/pages/loan/loan-page.tsx', '#dashboard/app/paths.ts'],
    ['dashboard/pages/loan/loan-page.tsx', '../../lib/times.ts'],
    ['gateway/app.ts', '../server/process.ts'],
    ['service/app.ts', '#tests/support/service.ts'],
  ])('of %s are not %s', (file, specifier) => {
    expect(fault(file, specifier)).not.toBeNull();
  });
});

/** The files of each circle of imports, from the first that a walk comes back to. */
function circles(): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, trail: string[]) => {
    if (trail.includes(file)) found.push(trail.slice(trail.indexOf(file)));
    if (done.has(file) || trail.includes(file)) return;
    for (const specifier of imports.get(file) ?? []) {
      const path = pathOf(file, specifier);
      if (path && existsSync(join('src', path))) walk(path, [...trail, file]);
    }
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return found;
}
