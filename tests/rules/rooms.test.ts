import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/**
 * The rooms' boundaries are lint rules, and a lint rule that never fires looks like one that is kept.
 * So every rule is fed imports it must refuse and imports it must let pass, each in a file of the very
 * folder it guards, in a copy of the tree's shape outside the checkout.
 */
interface RoomCase {
  file: string;
  refused: string[];
  allowed: string[];
}

const deep = ['../../contract/loans.ts', '../../../vite.config.ts'];
const notForProducts = ['#tests/support/postgres.mjs', ...deep];
const serverRooms = [
  '#gateway/app.ts',
  '#server/process.ts',
  '#service/app.ts',
  '#service/db/open.ts',
  '../gateway/app.ts',
  '../server/process.ts',
];
const notForDashboard = [
  ...notForProducts,
  ...serverRooms,
  'node:fs',
  'node:fs/promises',
  'pg',
  'hono/cookie',
  '@electric-sql/pglite',
];

const cases: RoomCase[] = [
  {
    file: 'src/contract/loans.ts',
    refused: [
      ...notForProducts,
      ...serverRooms,
      '#dashboard/lib/csv.ts',
      '../dashboard/lib/csv.ts',
      'react',
      'react/jsx-runtime',
      'node:crypto',
      'fs',
      'hono',
      '@tanstack/react-query',
      'zod/v3',
    ],
    allowed: ['./money.ts', '#contract/money.ts', 'zod', 'zod/mini', 'big.js'],
  },
  {
    file: 'src/dashboard/main.tsx',
    refused: notForDashboard,
    allowed: [
      './app/app.tsx',
      '#dashboard/app/app.tsx',
      '#contract/loans.ts',
      'react-dom/client',
      './main.css',
    ],
  },
  {
    file: 'src/dashboard/app/pages.tsx',
    refused: notForDashboard,
    allowed: ['#dashboard/pages/loans/loans-page.tsx', '../pages/loans/loans-page.tsx', 'react-router-dom'],
  },
  {
    file: 'src/dashboard/lib/csv.ts',
    refused: [
      ...notForDashboard,
      '#dashboard/ui/button.tsx',
      '../ui/button.tsx',
      '#dashboard/api/loans.ts',
      '#dashboard/forms/form.tsx',
      '#dashboard/app/paths.ts',
      '#dashboard/pages/loans/loans-page.tsx',
    ],
    allowed: ['./format.ts', '#dashboard/lib/format.ts', '#contract/money.ts'],
  },
  {
    file: 'src/dashboard/ui/button.tsx',
    refused: [
      ...notForDashboard,
      'react-router-dom',
      '@tanstack/react-query',
      '#contract/loans.ts',
      '#dashboard/api/loans.ts',
      '../api/loans.ts',
      '#dashboard/table/table.tsx',
      '../table/table.tsx',
      '#dashboard/app/paths.ts',
      '../pages/loans/loans-page.tsx',
    ],
    allowed: [
      './icon.tsx',
      '#dashboard/ui/icon.tsx',
      '#dashboard/lib/csv.ts',
      '../lib/csv.ts',
      'react',
      '@base-ui/react',
    ],
  },
  {
    file: 'src/dashboard/api/loans.ts',
    refused: [
      ...notForDashboard,
      '#dashboard/ui/button.tsx',
      '../ui/button.tsx',
      '#dashboard/forms/form.tsx',
      '#dashboard/app/paths.ts',
      '#dashboard/pages/loans/loans-page.tsx',
    ],
    allowed: [
      './client.ts',
      '#dashboard/api/client.ts',
      '#dashboard/lib/csv.ts',
      '#contract/loans.ts',
      '@tanstack/react-query',
    ],
  },
  ...['forms/form.tsx', 'table/table.tsx', 'charts/chart.tsx'].map((name) => ({
    file: `src/dashboard/${name}`,
    refused: [
      ...notForDashboard,
      '#dashboard/app/paths.ts',
      '../app/paths.ts',
      '#dashboard/pages/loans/loans-page.tsx',
      '../pages/loans/loans-page.tsx',
    ],
    allowed: [
      './parts.tsx',
      '#dashboard/ui/button.tsx',
      '../lib/csv.ts',
      '#dashboard/api/client.ts',
      '#contract/loans.ts',
    ],
  })),
  {
    file: 'src/dashboard/pages/loans/loans-page.tsx',
    refused: [
      ...notForDashboard,
      '#dashboard/app/paths.ts',
      '#dashboard/pages/tokens/tokens-page.tsx',
      '../tokens/tokens-page.tsx',
    ],
    allowed: [
      './loans-columns.tsx',
      '#dashboard/table/table.tsx',
      '#dashboard/api/loans.ts',
      '#contract/loans.ts',
      'react',
    ],
  },
  {
    file: 'src/gateway/session.ts',
    refused: [
      ...notForProducts,
      '#dashboard/lib/csv.ts',
      '#service/app.ts',
      '../service/app.ts',
      '../dashboard/lib/csv.ts',
    ],
    allowed: ['./config.ts', '#gateway/config.ts', '#contract/loans.ts', '#server/process.ts', 'node:crypto'],
  },
  ...['src/gateway/main.ts', 'src/gateway/build/dev-gateway.ts'].map((file) => ({
    file,
    refused: [...notForProducts, '#dashboard/lib/csv.ts', '../service/app.ts'],
    allowed: ['#service/app.ts', '#server/process.ts', '#gateway/app.ts', '#contract/loans.ts', 'node:http'],
  })),
  {
    file: 'src/service/loans/handlers.ts',
    refused: [...notForProducts, '#dashboard/lib/csv.ts', '#gateway/app.ts', '#gateway/build/dev-gateway.ts'],
    allowed: [
      './repository.ts',
      '../app.ts',
      '#service/app.ts',
      '#server/db/open.ts',
      '#contract/loans.ts',
      'drizzle-orm',
    ],
  },
  {
    file: 'src/server/db/open.ts',
    refused: [...notForProducts, '#dashboard/lib/csv.ts', '#gateway/app.ts', '#service/db/schema.ts'],
    allowed: ['./lock.ts', '#server/config.ts', '#contract/errors.ts', 'node:fs', 'pg'],
  },
  {
    file: 'src/service/app.ts',
    refused: ['../gateway/app.ts', '../server/process.ts', '../dashboard/lib/csv.ts', '../contract/loans.ts'],
    allowed: ['./bind.ts'],
  },
  ...['src/dashboard/pages/loans/loans.test.tsx', 'src/contract/loans.test.ts'].map((file) => ({
    file,
    refused: [...deep, '../service/app.ts'],
    allowed: [
      '#service/app.ts',
      '#gateway/app.ts',
      '#dashboard/app/app.tsx',
      '#tests/support/service.ts',
      'node:fs',
    ],
  })),
  {
    file: 'src/a-room-to-come/a.ts',
    refused: [...notForProducts, '../service/app.ts'],
    allowed: ['./b.ts', '#contract/loans.ts'],
  },
  {
    file: 'tests/support/service.ts',
    refused: [],
    allowed: ['#service/app.ts', '#gateway/app.ts', '#dashboard/app/app.tsx', 'node:fs'],
  },
];

/** Rules that aren't about one import: the source breaks the named rule, and nothing more than that file. */
const otherRules = [
  { rule: 'style/noDefaultExport', file: 'src/dashboard/ui/switch.tsx', source: 'export default 1;' },
  {
    rule: 'performance/noBarrelFile',
    file: 'src/dashboard/ui/index.ts',
    source: "export { a } from './a.ts';",
  },
  { rule: 'performance/noReExportAll', file: 'src/service/index.ts', source: "export * from './a.ts';" },
  { rule: 'suspicious/noExplicitAny', file: 'src/contract/any.ts', source: 'export const a: any = 1;' },
  { rule: 'style/useNodejsImportProtocol', file: 'src/service/fs.ts', source: "import 'fs';" },
  {
    rule: 'correctness/noUnusedImports',
    file: 'src/service/unused.ts',
    source: "import { a } from './a.ts';",
  },
  { rule: 'correctness/noUnusedVariables', file: 'src/service/variable.ts', source: 'const unused = 1;' },
  {
    rule: 'style/useImportType',
    file: 'src/service/type.ts',
    source: "import { T } from './a.ts';\nexport type U = T;",
  },
  {
    rule: 'correctness/useExhaustiveDependencies',
    file: 'src/dashboard/ui/effect.tsx',
    source:
      "import { useEffect } from 'react';\nexport function useTitle(a: string) {\n  useEffect(() => {\n    document.title = a;\n  }, []);\n}",
  },
  {
    rule: 'suspicious/noImportCycles',
    file: 'src/service/cycle-a.ts',
    source: "import { b } from '#service/cycle-b.ts';\nexport const a = () => b;",
  },
];
const clean = [
  { file: 'src/dashboard/pages/tokens/tokens-page.tsx', source: 'export default 1;' },
  { file: 'src/dashboard/ui/a.ts', source: 'export const a = 1;' },
];
const partOfTheCycle = {
  file: 'src/service/cycle-b.ts',
  source: "import { a } from './cycle-a.ts';\nexport const b = () => a;",
};

/** One import a line, in the three ways a module can be reached, so that none of them is a way round. */
function sourceOf(specifiers: string[]) {
  const forms = [
    (specifier: string, at: number) => `import { a as a${at} } from '${specifier}';`,
    (specifier: string, at: number) => `import type { A as A${at} } from '${specifier}';`,
    (specifier: string, at: number) => `export const load${at} = () => import('${specifier}');`,
  ];
  const lines = forms.flatMap((form, index) =>
    specifiers.map((specifier, line) => form(specifier, index * specifiers.length + line)),
  );
  return `${lines.join('\n')}\n`;
}

const root = join(import.meta.dirname, '..', '..');
const ways = 3;
let tree: string;
/** "file rule" → the lines that broke it. */
const found = new Map<string, Set<number>>();

const linesOf = (file: string, rule: string) => found.get(`${file} ${rule}`) ?? new Set<number>();

interface Report {
  diagnostics: { severity: string; category: string; location: { path: string; start: { line: number } } }[];
}

function lint(): Promise<Report> {
  const biome = join(
    dirname(createRequire(import.meta.url).resolve('@biomejs/biome/package.json')),
    'bin',
    'biome',
  );
  const args = [biome, 'lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', '.'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: tree, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(new Error(`Biome gave no report: ${stderr || error}`));
      }
    });
  });
}

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), 'pledge-rooms-'));
  for (const name of ['biome.json', 'package.json', 'tsconfig.json'])
    cpSync(join(root, name), join(tree, name));
  const imports = cases.map(({ file, refused, allowed }) => ({
    file,
    source: sourceOf([...refused, ...allowed]),
  }));
  for (const { file, source } of [...imports, ...otherRules, ...clean, partOfTheCycle]) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), source);
  }
  for (const { severity, category, location } of (await lint()).diagnostics) {
    // A warning fails nobody's run, so it does not count as a rule that holds.
    if (severity !== 'error') continue;
    const key = `${location.path} ${category.replace('lint/', '')}`;
    found.set(key, (found.get(key) ?? new Set()).add(location.start.line));
  }
});

afterAll(() => rmSync(tree, { recursive: true, force: true }));

describe.each(cases)('$file', ({ file, refused, allowed }) => {
  const all = [...refused, ...allowed];
  const timesRefused = (specifier: string) =>
    Array.from({ length: ways }, (_, way) => way * all.length + all.indexOf(specifier) + 1).filter((line) =>
      linesOf(file, 'style/noRestrictedImports').has(line),
    ).length;

  test('refuses what is not its to import, however it is written', () => {
    expect(refused.filter((specifier) => timesRefused(specifier) !== ways)).toEqual([]);
  });

  test('lets its own imports pass', () => {
    expect(allowed.filter((specifier) => timesRefused(specifier) !== 0)).toEqual([]);
  });
});

test.each(otherRules)('$rule holds in $file', ({ rule, file }) => {
  expect(linesOf(file, rule).size).toBeGreaterThan(0);
});

test.each(clean)('$file is in order', ({ file }) => {
  expect([...found.keys()].filter((key) => key.startsWith(`${file} `))).toEqual([]);
});
