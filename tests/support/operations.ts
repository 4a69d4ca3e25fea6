import { gatewayDocument } from '#contract/openapi/gateway.ts';
import { serviceDocument } from '#contract/openapi/service.ts';

/** An operation that a document lists. */
export interface DocumentedOperation {
  id: string;
  method: string;
  /** With the names of its parameters in braces. */
  path: string;
  /** The names of its parameters in the query. */
  query: string[];
  /** The names of its headers. */
  headers: string[];
  hasBody: boolean;
  /** Whether it needs a session. */
  needsSession: boolean;
}

interface Listed {
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: object;
  security?: object[];
}

/** Every operation that the gateway takes: those of its own document, and the reads of the service's. */
export function gatewayOperations(): DocumentedOperation[] {
  const own = operationsOf(gatewayDocument());
  const ids = own.map(({ id }) => id);
  return [...own, ...operationsOf(serviceDocument()).filter(({ id }) => !ids.includes(id))];
}

function operationsOf(document: object): DocumentedOperation[] {
  const { paths } = document as { paths: Record<string, Record<string, Listed>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody, security }]) => {
      const named = (place: string) =>
        parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        query: named('query'),
        headers: named('header'),
        hasBody: requestBody !== undefined,
        needsSession: !security || security.some((one) => 'session' in one),
      };
    }),
  );
}

/** The path of an operation with a value for each of its parameters. */
export function pathWith(path: string, value: string): string {
  return path.replace(/\{\w+\}/g, value);
}
