import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const textExtensions = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt', '.webmanifest']);
/** Below this, a compressed copy saves no packet. */
const smallestWorthwhile = 1024;

async function compress(path: string) {
  const source = await readFile(path);
  if (source.length <= smallestWorthwhile) return;
  const best = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
    },
  };
  await Promise.all([
    brotli(source, best).then((copy) => writeFile(`${path}.br`, copy)),
    gzipped(source, { level: 9 }).then((copy) => writeFile(`${path}.gz`, copy)),
  ]);
}

async function textAssetsOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && textExtensions.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Writes `.br` and `.gz` copies of the built assets. Done once, at build time and at the highest
 * quality, so that the gateway answers with the smallest bytes and spends no CPU on it.
 */
export function compressAssets(): Plugin {
  let outDir = '';
  return {
    name: 'pledge:compress-assets',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      if (error) return;
      const assets = await textAssetsOf(outDir);
      await Promise.all(assets.map(compress));
    },
  };
}
