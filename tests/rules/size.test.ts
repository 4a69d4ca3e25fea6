import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeAt, type Page, pages } from '#dashboard/app/paths.ts';

/**
 * What a browser fetches until a page can be used, at most, in bytes. It is what a person waits for: a chunk that slips
 * in here fails the run.
 */
const budget = { javascript: 150 * 1024, css: 15 * 1024 };
/** Pages that send writes bring their dialogs and forms along. */
const writing = 172 * 1024;
const writingPages = ['entry', 'newLoan', 'loan', 'cancelOrders', 'approval', 'approvalRules'];

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

/** The chunks of these entries and of all they import statically. */
function chunksOf(manifest: Record<string, Chunk>, keys: string[], seen = new Map<string, Chunk>()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build's manifest knows no "${key}".`);
    seen.set(key, chunk);
    chunksOf(manifest, chunk.imports ?? [], seen);
  }
  return [...seen.values()];
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

test.each(Object.entries<Page>(pages))('the code of %s stays within its budget', (name, { path }) => {
  const manifest = readManifest();
  const chunks = chunksOf(manifest, ['index.html', keyOf(manifest, path.replace(/:\w+/, 'x'))]);
  const javascript = total(new Set(chunks.map((chunk) => chunk.file)));
  const css = total(new Set(chunks.flatMap((chunk) => chunk.css ?? [])));
  console.log(`${name}: JavaScript ${inKiB(javascript)} in ${chunks.length} files, CSS ${inKiB(css)}`);
  expect(javascript).toBeLessThanOrEqual(writingPages.includes(name) ? writing : budget.javascript);
  expect(css).toBeLessThanOrEqual(budget.css);
});
