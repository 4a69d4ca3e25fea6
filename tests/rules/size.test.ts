import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * What a browser must fetch before the first rows of the loan list, which is what a user waits for.
 * The budgets are of the product with everything behind it: a chunk that slips in here fails the run.
 */
const budget = { javascript: 138 * 1024, css: 15 * 1024, requests: 12 };
const neededForFirstRows = ['index.html', 'src/dashboard/pages/loans/loans-page.tsx'];
/** Apart from scripts and styles: the page itself, the session and the list. The font comes after the first rows. */
const otherRequests = 3;

interface Chunk {
  file: string;
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

test('the first rows of the loan list stay within their budget', () => {
  const chunks = chunksOf(readManifest(), neededForFirstRows);
  const scripts = new Set(chunks.map((chunk) => chunk.file));
  const styles = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  const javascript = total(scripts);
  const css = total(styles);
  const requests = scripts.size + styles.size + otherRequests;

  console.log(
    [
      `JavaScript ${inKiB(javascript)} of ${inKiB(budget.javascript)} in ${scripts.size} files`,
      `CSS ${inKiB(css)} of ${inKiB(budget.css)}`,
      `${requests} requests of ${budget.requests}`,
    ].join(', '),
  );
  expect(javascript).toBeLessThanOrEqual(budget.javascript);
  expect(css).toBeLessThanOrEqual(budget.css);
  expect(requests).toBeLessThanOrEqual(budget.requests);
});
