import { createServer, type Plugin, type ViteDevServer } from 'vite';

const PLACE = '<!--api-docs-->';
const PAGE = '/src/gateway/build/api-docs/page.tsx';

/** Writes the API documentation into docs.html, as markup that needs no script. */
export function apiDocs(): Plugin {
  let development: ViteDevServer | undefined;
  return {
    name: 'pledge:api-docs',
    configureServer(server) {
      development = server;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        if (!html.includes(PLACE)) return html;
        const markup = development ? await render(development) : await withServer(render);
        // A function, because a replacement text would give meaning to $ in a description.
        return html.replace(PLACE, () => markup);
      },
    },
  };
}

async function render(server: ViteDevServer): Promise<string> {
  const { renderApiDocs } = await server.ssrLoadModule(PAGE);
  return (renderApiDocs as () => string)();
}

/** A server that only loads modules: a build has none, and Node 20 runs no TypeScript by itself. */
async function withServer<T>(use: (server: ViteDevServer) => Promise<T>): Promise<T> {
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}
