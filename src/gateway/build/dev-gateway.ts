import { getRequestListener } from '@hono/node-server';
import type { Plugin, ViteDevServer } from 'vite';

/** The addresses that the gateway answers in development; all others are Vite's. */
const GATEWAY_PATHS =
  /^\/(?:v1|session|desk|journal|runs|events|webhooks|healthz|readyz|openapi(?:-gateway)?\.json)(?:[/?]|$)/;

/**
 * Runs the gateway and the embedded service inside Vite's development server, so that one process reloads
 * what is edited: the dashboard in the browser, the server's rooms at the next request.
 */
export function devGateway(): Plugin {
  return {
    name: 'pledge-dev-gateway',
    apply: 'serve',
    configureServer(server) {
      if (process.env.VITEST) return;
      let running: Promise<Running> | null = null;
      // The next one opens the same folder, so it begins only once this one has let go of it.
      let ending: Promise<unknown> = Promise.resolve();
      const restart = () => {
        const last = running;
        running = null;
        if (last) ending = last.then(({ close }) => close()).catch(() => undefined);
        return ending;
      };
      server.watcher.on('change', (path) => {
        if (/\/src\/(?:contract|gateway|server|service)\//.test(path)) void restart();
      });
      server.httpServer?.once('close', () => void restart());
      server.middlewares.use((request, response, next) => {
        if (!GATEWAY_PATHS.test(request.url ?? '')) return next();
        running ??= ending.then(() => startInside(server));
        running
          .then(({ fetch }) => {
            const { remoteAddress } = request.socket;
            return getRequestListener((asked) => fetch(asked, remoteAddress))(request, response);
          })
          .catch((error: unknown) => {
            running = null;
            next(error);
          });
      });
    },
  };
}

interface Running {
  fetch: (request: Request, remote?: string) => Promise<Response>;
  close: () => Promise<void>;
}

async function startInside(server: ViteDevServer): Promise<Running> {
  const { startDevelopment } = await server.ssrLoadModule('/src/gateway/build/development.ts');
  return await (startDevelopment as () => Promise<Running>)();
}
