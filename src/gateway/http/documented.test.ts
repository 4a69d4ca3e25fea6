import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { gatewayOperations } from '#tests/support/operations.ts';
import type { Environment, GatewayOptions } from './context.ts';
import { deskRoutes } from './desk-routes.ts';
import { serviceRoutes } from './service-routes.ts';

it('every address of the gateway is in the document, and the document names no other', () => {
  const app = new Hono<Environment>();
  // Only the addresses are asked for, so nothing is called.
  const options = { operations: {} } as GatewayOptions;
  deskRoutes(app, options);
  serviceRoutes(app, options);
  const routes = app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const apart = ['/session', '/healthz', '/readyz', '/metrics'];
  const documented = gatewayOperations().filter(({ path }) => !apart.includes(path));
  expect(documented.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [...new Set(routes)].sort(),
  );
});
