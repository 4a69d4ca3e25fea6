import * as z from 'zod/mini';
import { contract, type Endpoint } from './contract.ts';
import { customer, transaction } from './customers.ts';
import { ERROR_CODES, type ErrorCode, errorEnvelope } from './errors.ts';
import { createdLoan, listedLoan, loanConfiguration, loanRequest } from './loans.ts';
import { member } from './members.ts';
import { order, orderCancelledEvent } from './orders.ts';
import { embeddedToken, foundToken, listedToken, singleToken } from './tokens.ts';

const named = {
  Customer: customer,
  Transaction: transaction,
  Loan: listedLoan,
  CreatedLoan: createdLoan,
  LoanRequest: loanRequest,
  LoanConfiguration: loanConfiguration,
  Member: member,
  Order: order,
  OrderCancelledEvent: orderCancelledEvent,
  Token: listedToken,
  FoundToken: foundToken,
  SingleToken: singleToken,
  EmbeddedToken: embeddedToken,
  Error: errorEnvelope,
};

/** The failures of every endpoint besides the named ones (open questions, rows 10 and 11). */
const COMMON_FAILURES: Record<number, string> = {
  400: 'The request is malformed; the message names the field.',
  401: 'The access token is missing or not valid.',
  404: 'No such thing for this API client.',
  429: 'Too many requests; Retry-After says when to come back.',
};

const BODY_FAILURES: Record<number, string> = {
  413: 'The body is larger than the service takes.',
  415: 'The body is not JSON.',
  422: 'The loan configuration forbids this loan; the message names the field.',
};

/** The OpenAPI 3.1 description of the service, derived from the contract. */
export function openApiDocument(): Record<string, unknown> {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(named)) registry.add(schema, { id: name });
  for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    if (!registry.has(endpoint.reply)) registry.add(endpoint.reply, { id: `${name}Reply` });
  }
  // "input", because an object read as output forbids added fields, and clients are to let them pass.
  const options = { io: 'input', uri: (id: string) => `#/components/schemas/${id}` } as const;
  const components = z.toJSONSchema(registry, options).schemas;
  const schemaOf: SchemaOf = (schema) => {
    const known = registry.get(schema);
    return known ? { $ref: options.uri(known.id) } : withoutDialect(z.toJSONSchema(schema, { io: 'input' }));
  };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(contract) as [string, Endpoint][]) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, schemaOf),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Credit, token trading and membership service',
      version: '1',
      description: 'The service that Pledge stands on: loans, tokens, customers, members and orders.',
    },
    servers: [{ url: '/' }],
    security: [{ accessToken: [] }],
    paths,
    webhooks: {
      'order.cancelled': {
        post: {
          summary: 'Sent when an order has been cancelled, signed by the Standard Webhooks specification.',
          requestBody: { content: { 'application/json': { schema: schemaOf(orderCancelledEvent) } } },
          responses: { '2XX': { description: 'Taken; anything else is sent again.' } },
        },
      },
    },
    components: {
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        Object.entries(components).map(([name, schema]) => [name, withoutDialect(schema)]),
      ),
    },
  };
}

type SchemaOf = (schema: z.ZodMiniType) => Record<string, unknown>;

function operation(name: string, endpoint: Endpoint, schemaOf: SchemaOf) {
  return {
    operationId: name,
    summary: endpoint.summary,
    parameters: [
      ...parameters('path', endpoint.params, schemaOf),
      ...parameters('query', endpoint.query, schemaOf),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(endpoint.body) } },
      },
    }),
    responses: {
      [endpoint.success]: {
        description: 'Done.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['status', 'message', 'data'],
              properties: {
                status: { const: 'success' },
                message: { type: 'string' },
                data: schemaOf(endpoint.reply),
              },
            },
          },
        },
      },
      ...failures(endpoint),
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodMiniObject | undefined, schemaOf: SchemaOf) {
  return Object.entries(schema?.def.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (field as z.ZodMiniType)._zod.def.type !== 'optional',
    schema: schemaOf(field as z.ZodMiniType),
  }));
}

function failures(endpoint: Endpoint) {
  const texts: Record<string, string> = { ...COMMON_FAILURES, ...(endpoint.body ? BODY_FAILURES : {}) };
  for (const code of endpoint.errors ?? ([] as readonly ErrorCode[])) {
    const { status, message } = ERROR_CODES[code];
    texts[status] = [texts[status], `${code}: ${message}`].filter(Boolean).join(' ');
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return Object.fromEntries(
    Object.entries(texts).map(([status, description]) => [status, { description, content }]),
  );
}

/** The dialect and the schema's own address stand once, in the document, not on each of its schemas. */
function withoutDialect(schema: object): Record<string, unknown> {
  const { $schema: _dialect, $id: _address, ...rest } = schema as Record<string, unknown>;
  return rest;
}
