import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeAt, type Page, pages } from '#dashboard/app/paths.ts';

/**
 * What a browser fetches until a page is quiet, at most: its own code with all that it imports, and what comes after it
 * on every page. A chunk that slips in here fails the run.
 */
const budget = { javascript: 159 * 1024, css: 15 * 1024, scripts: 18 };
/** Pages with a table. */
const withTable = { javascript: 172 * 1024, scripts: 18 };
/** The form of a new loan brings its parts and the library of forms along. */
const newLoan = { javascript: 176 * 1024, scripts: 22 };
/** The chunk that comes after every page. */
const later = 'late';

interface Chunk {
  name?: string;
  file: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const web = join(import.meta.dirname, '..', '..', 'dist', 'web');

function readManifest(): Record<string, Chunk> {
  const path = join(web, '.vite', 'manifest.json');
  if (!existsSync(path))
    throw new Error('There is no built dashboard to measure: run `npm run build` first.');
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Adds the chunks of these entries and of all they import statically. */
function chunksOf(manifest: Record<string, Chunk>, keys: string[], seen: Map<string, Chunk>) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build's manifest knows no "${key}".`);
    seen.set(key, chunk);
    chunksOf(manifest, chunk.imports ?? [], seen);
  }
}

/** As the gateway sends it: the brotli copy, or the file itself where it is too small to have one. */
function sentBytes(file: string) {
  const path = join(web, file);
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
}

function total(files: Set<string>) {
  return [...files].reduce((sum, file) => sum + sentBytes(file), 0);
}

const inKiB = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`;

/** The key of a page's code in the manifest. */
function keyOf(manifest: Record<string, Chunk>, path: string): string {
  const name = codeAt(path);
  const found = Object.entries(manifest).find(([, chunk]) => chunk.isDynamicEntry && chunk.name === name);
  if (!found) throw new Error(`The build's manifest knows no "${name}".`);
  return found[0];
}

/** The key of a chunk that `src/gateway/build/chunks.ts` names. */
function keyOfChunk(manifest: Record<string, Chunk>, wanted: string): string {
  const key = Object.keys(manifest).find((each) => manifest[each]?.name === wanted);
  if (key === undefined) throw new Error(`The build's manifest knows no chunk "${wanted}".`);
  return key;
}

test.each(Object.entries<Page>(pages))('the code of %s stays within its budget', (name, { path }) => {
  const manifest = readManifest();
  const chunks = new Map<string, Chunk>();
  const add = (key: string) => chunksOf(manifest, [key], chunks);
  for (const key of ['index.html', keyOf(manifest, path.replace(/:\w+/, 'x')), keyOfChunk(manifest, later)])
    add(key);
  const hasTable = chunks.has(keyOfChunk(manifest, 'lists'));
  const javascript = total(new Set([...chunks.values()].map(({ file }) => file)));
  const css = total(new Set([...chunks.values()].flatMap((chunk) => chunk.css ?? [])));
  console.log(`${name}: JavaScript ${inKiB(javascript)} in ${chunks.size} files, CSS ${inKiB(css)}`);
  const most = name === 'newLoan' ? newLoan : hasTable ? withTable : budget;
  expect(javascript).toBeLessThanOrEqual(most.javascript);
  expect(chunks.size).toBeLessThanOrEqual(most.scripts);
  expect(css).toBeLessThanOrEqual(budget.css);
});

test('no chunk waits for itself by way of others: one of them would run before what it imports', () => {
  const manifest = readManifest();
  for (const [key, { name, imports = [] }] of Object.entries(manifest)) {
    const needed = new Map<string, Chunk>();
    chunksOf(manifest, imports, needed);
    expect(needed.has(key), `${name ?? key} imports itself`).toBe(false);
  }
});

test('there is one font, of at most 48 KiB', () => {
  const fonts = readdirSync(join(web, 'assets')).filter((file) => file.endsWith('.woff2'));
  expect(fonts).toHaveLength(1);
  expect(total(new Set(fonts.map((file) => `assets/${file}`)))).toBeLessThanOrEqual(48 * 1024);
});
