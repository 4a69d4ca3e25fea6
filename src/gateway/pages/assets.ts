import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { RENDERED_ELEMENT } from '#contract/rendered-page.ts';
import { accepts } from '../http/accepts.ts';

/** The built dashboard, as the gateway serves it. */
export interface Assets {
  /** The answer for a file's address, or null where there is no such file. */
  file(path: string, request: Request): Response | null;
  /** The page, to be filled in for each request. */
  page: string;
  /** The same page with its styles in it, which can be seen as soon as it is there. */
  styled: StyledPage;
  /** The addresses of the scripts with a page's code, by its name in the manifest; the page itself names others. */
  codeOf(name: string | null): readonly string[];
}

interface StyledPage {
  page: string;
  /** The source expression that lets those styles pass the page's policy; empty where it has none in it. */
  allows: string;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const ENCODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/** The part of the build's manifest that says which scripts import which. */
type Manifest = Record<string, { name?: string; file: string; isDynamicEntry?: boolean; imports?: string[] }>;

interface File {
  type: string;
  tag: string;
  /** A name with a hash of its content in it never means anything else. */
  immutable: boolean;
  raw: Buffer<ArrayBuffer>;
  encoded: Map<string, Buffer<ArrayBuffer>>;
}

/** Reads a built dashboard into memory, with the compressed forms that the build made. Throws where there is none. */
export function loadAssets(folder: string): Assets {
  const files = new Map<string, File>();
  let page: string;
  try {
    page = readFileSync(join(folder, 'index.html'), 'utf8');
  } catch {
    throw new Error(`There is no built dashboard in ${folder}; run "npm run build".`);
  }
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const type = TYPES[extname(entry.name)];
    const path = join(entry.parentPath, entry.name);
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    if (!entry.isFile() || !type || address.startsWith('/.') || address === '/index.html') continue;
    // A page has its name as its address: /docs.
    files.set(address.replace(/\.html$/, ''), readFile(path, type, address.startsWith('/assets/')));
  }
  const code = codeOfPages(folder, page);
  return {
    page,
    styled: withStyles(page, files),
    codeOf: (name) => code.get(name) ?? [],
    file: (path, request) => {
      const file = files.get(path);
      return file ? answer(file, request) : null;
    },
  };
}

/** The scripts of every part that is fetched when it is wanted, with all that they import, by the name of the part. */
function codeOfPages(folder: string, page: string): ReadonlyMap<string | null, readonly string[]> {
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  const gather = (key: string, found = new Set<string>()): Set<string> => {
    const { file, imports = [] } = manifest[key] ?? {};
    if (!file || found.has(`/${file}`) || page.includes(`"/${file}"`)) return found;
    found.add(`/${file}`);
    for (const each of imports) gather(each, found);
    return found;
  };
  const parts = Object.entries(manifest).filter(([, { isDynamicEntry }]) => isDynamicEntry);
  return new Map(parts.map(([key, { name }]) => [name ?? key, [...gather(key)]]));
}

/** Puts the stylesheet that a page names into it, and has nothing painted before all that the server rendered is there. */
function withStyles(page: string, files: ReadonlyMap<string, File>): StyledPage {
  const [link, address = ''] = /<link rel="stylesheet"[^>]* href="([^"]+)">/.exec(page) ?? [];
  const css = files.get(address)?.raw.toString();
  if (link === undefined || css === undefined || css.includes('</style')) return { page, allows: '' };
  const hash = createHash('sha256').update(css).digest('base64');
  // The link stays, out of use, so that code which wants the stylesheet finds that it is there.
  const unused = link.replace(/>$/, ' disabled>');
  // Half of it would be laid out and painted, and then all of it again.
  const whole = `<link rel="expect" href="#${RENDERED_ELEMENT}" blocking="render">`;
  const styled = page.replace(link, () => `<style>${css}</style>${unused}${whole}`);
  return { page: styled, allows: `'sha256-${hash}'` };
}

function readFile(path: string, type: string, immutable: boolean): File {
  const raw = readFileSync(path) as Buffer<ArrayBuffer>;
  const encoded = new Map<string, Buffer<ArrayBuffer>>();
  for (const { name, suffix } of ENCODINGS) {
    try {
      encoded.set(name, readFileSync(path + suffix) as Buffer<ArrayBuffer>);
    } catch {
      // The build compresses only what gains by it.
    }
  }
  const tag = `"${createHash('sha256').update(raw).digest('base64url').slice(0, 22)}"`;
  return { type, tag, immutable, raw, encoded };
}

function answer(file: File, request: Request): Response {
  const headers = new Headers({
    'content-type': file.type,
    'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.tag,
    vary: 'accept-encoding',
  });
  if (isKnown(file, request)) return new Response(null, { status: 304, headers });
  const encoding = ENCODINGS.find(({ name }) => file.encoded.has(name) && accepts(request, name));
  const body = encoding ? (file.encoded.get(encoding.name) as Buffer<ArrayBuffer>) : file.raw;
  if (encoding) headers.set('content-encoding', encoding.name);
  headers.set('content-length', String(body.byteLength));
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

/** Whether the client has the file: it names one tag of several, or a weak one, or takes any. */
function isKnown({ tag }: File, request: Request): boolean {
  const asked = request.headers.get('if-none-match') ?? '';
  return asked === '*' || [...asked.matchAll(/"[^"]*"/g)].some(([each]) => each === tag);
}
