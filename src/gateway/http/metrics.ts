import { createHash, timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { gatewayDocument } from '#contract/openapi/gateway.ts';
import { serviceDocument } from '#contract/openapi/service.ts';
import type { Gateway } from './context.ts';

interface Metrics {
  /** Times every request of a gateway except those for the metrics. */
  measure(gateway: Gateway): Gateway;
  /** Answers `GET /metrics`: 401 without the secret. */
  answer(request: Request): Promise<Response>;
  /** Counts an outcome of a write. */
  countWrite(outcome: string): void;
}

interface MetricsOptions {
  /** The collector of the metrics sends it as a bearer token. */
  secret: string;
  /** How many desks listen for events at the moment. */
  desks: () => number;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Measures for Prometheus: requests by route, writes by outcome, desks that listen, and the process itself. */
export function createMetrics({ secret, desks }: MetricsOptions): Metrics {
  const routeOf = createRouteOf();
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'pledge_request_duration_seconds',
    help: 'Time until the answer of a request begins, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [register],
  });
  const writes = new Counter({
    name: 'pledge_writes_total',
    help: 'Writes that went through the journal, by what came of them.',
    labelNames: ['outcome'],
    registers: [register],
  });
  // From 0 on: Prometheus sees no increase in a series that begins with 1.
  for (const outcome of ['done', 'refused', 'not-sent', 'unknown']) writes.inc({ outcome }, 0);
  new Gauge({
    name: 'pledge_desks_connected',
    help: 'Desks that listen for events.',
    registers: [register],
    collect() {
      this.set(desks());
    },
  });
  return {
    measure(gateway) {
      return async (request, remote) => {
        const { pathname } = new URL(request.url);
        if (pathname === '/metrics') return await gateway(request, remote);
        const end = requests.startTimer();
        const response = await gateway(request, remote);
        const method = METHODS.includes(request.method) ? request.method : 'other';
        end({ route: routeOf(pathname), method, status: response.status });
        return response;
      };
    },
    async answer(request) {
      if (!isBearer(request, secret)) return shut();
      return new Response(await register.metrics(), { headers: { 'content-type': register.contentType } });
    },
    countWrite: (outcome) => writes.inc({ outcome }),
  };
}

/** Names the documented route of an address, and never the address: ids belong in no measure. */
function createRouteOf(): (pathname: string) => string {
  const paths = [serviceDocument(), gatewayDocument()].flatMap((document) =>
    Object.keys(document.paths as object),
  );
  const routes = paths.map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (pathname) => {
    const route = routes.find(({ pattern }) => pattern.test(pathname));
    if (route) return route.path;
    if (pathname.startsWith('/v1/')) return 'unknown endpoint';
    return pathname.startsWith('/assets/') ? 'asset' : 'page';
  };
}

function shut(): Response {
  const body = { status: 'error', message: 'The metrics need their secret as a bearer token.' };
  return Response.json(body, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
}

function isBearer(request: Request, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const given = request.headers.get('authorization')?.replace(/^Bearer +/i, 'Bearer ') ?? '';
  return timingSafeEqual(digest(given), digest(`Bearer ${secret}`));
}
