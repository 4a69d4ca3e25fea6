import type * as z from 'zod/mini';
import type { Json, Schemas } from './schemas.ts';

/** A response other than success: when it is sent, with the message of an example. */
export interface Failure {
  text: string;
  message: string;
  /** The `code` of the example, where the body has one. */
  code?: string;
  /** Names of response headers in the document. */
  headers?: readonly string[];
}

/** An operation of a document, in the terms of its own schemas. */
export interface Operation {
  id: string;
  tag: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** Its heading. */
  summary: string;
  text: string;
  parameters?: readonly Json[];
  body?: { schema: Json; example: unknown };
  responses: Record<string, Json>;
  /** What a request needs; as the document says for all where absent. */
  security?: readonly Json[];
}

/** The parameters of a schema's fields, each with its text. */
export function parametersOf(
  place: 'path' | 'query',
  schema: z.ZodMiniObject | undefined,
  schemas: Schemas,
  texts: Record<string, string>,
  defaults: Record<string, number | boolean> = {},
): Json[] {
  return Object.entries(schema?.def.shape ?? {}).map(([name, field]) => {
    const own = schemas.of(field as z.ZodMiniType);
    return {
      name,
      in: place,
      required: place === 'path' || (field as z.ZodMiniType)._zod.def.type !== 'optional',
      description: texts[name],
      schema: Object.hasOwn(defaults, name) ? { ...own, default: defaults[name] } : own,
    };
  });
}

const json = (schema: Json, example: unknown) => ({ 'application/json': { schema, example } });

/** The response of success, in the envelope of every response. */
export function successOf(
  text: string,
  data: { schema: Json; example: unknown } | null,
  message: string,
  headers: readonly string[],
): Json {
  const schema = {
    type: 'object',
    required: ['status', 'message', ...(data ? ['data'] : [])],
    properties: {
      status: { const: 'success', description: 'Always `success`.' },
      message: { type: 'string', description: 'What was done, for people.' },
      ...(data && { data: data.schema }),
    },
  };
  const example = { status: 'success', message, ...(data && { data: data.example }) };
  return { description: text, headers: headersOf(headers), content: json(schema, example) };
}

/** The responses of failure, by status. */
export function failuresOf(
  failures: Record<string, Failure>,
  headers: readonly string[],
): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(failures).map(([status, failure]) => [
      status,
      {
        description: failure.text,
        headers: headersOf([...headers, ...(failure.headers ?? [])]),
        content: json(
          { $ref: '#/components/schemas/Error' },
          { status: 'error', message: failure.message, ...(failure.code && { code: failure.code }) },
        ),
      },
    ]),
  );
}

export function headersOf(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The paths of a document. Several methods of one path share an entry. */
export function pathsOf(operations: readonly Operation[]): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const {
    id,
    tag,
    method,
    path,
    summary,
    text,
    parameters = [],
    body,
    responses,
    security,
  } of operations) {
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: id,
        tags: [tag],
        summary,
        description: text,
        ...(security && { security }),
        ...(parameters.length > 0 && { parameters }),
        ...(body && { requestBody: { required: true, content: json(body.schema, body.example) } }),
        responses,
      },
    };
  }
  return paths;
}
