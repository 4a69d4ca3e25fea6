import type { Plugin, Rolldown } from 'vite';

/** The module that is the desk: the page's first script imports it while the page's own code and data load. */
const DESK = '/src/dashboard/main.tsx';

/**
 * Names the desk's code in index.html, so that a browser fetches it together with the first script and not after it.
 */
export function preloadDesk(): Plugin {
  return {
    name: 'pledge:preload-desk',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {}, path }) {
        if (path !== '/index.html') return [];
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const desk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(DESK));
        if (!desk) throw new Error(`The build has no chunk for ${DESK}.`);
        const entries = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
        return [...filesOf(desk, bundle)]
          .filter((file) => !entries.has(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}

/** A chunk's file and those of all it imports statically. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, files = new Set<string>()) {
  if (files.has(chunk.fileName)) return files;
  files.add(chunk.fileName);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(imported, bundle, files);
  }
  return files;
}
