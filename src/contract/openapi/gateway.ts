import { contract } from '#contract/contract.ts';
import { listedLoan } from '#contract/loans.ts';
import { requiredPermission } from '#contract/required-permissions.ts';
import { APPROVAL_SCHEMAS } from './gateway-approval-schemas.ts';
import { AUDIT_SCHEMAS } from './gateway-audit-operations.ts';
import { COLLATERAL_SCHEMAS } from './gateway-collateral-operations.ts';
import { FAILURES } from './gateway-failures.ts';
import { FOLLOW_UP_SCHEMAS } from './gateway-follow-up-operations.ts';
import { GATEWAY_HEADERS } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';
import { GATEWAY_OPERATIONS } from './gateway-operations.ts';
import { PEOPLE_SCHEMAS } from './gateway-people-schemas.ts';
import { PREFERENCE_SCHEMAS } from './gateway-preference-operations.ts';
import { REVEAL_SCHEMAS } from './gateway-reveal-operations.ts';
import { RUN_SCHEMAS } from './gateway-run-schemas.ts';
import { GATEWAY_SCHEMAS } from './gateway-schemas.ts';
import { GATEWAY_TAGS, GATEWAY_TEXT } from './gateway-texts.ts';
import { VIEW_SCHEMAS } from './gateway-view-operations.ts';
import { VISIT_SCHEMAS } from './gateway-visit-operation.ts';
import { CREATED_LOAN, LOAN, LOAN_REQUEST } from './loan-texts.ts';
import { ORDER } from './order-texts.ts';
import { failuresOf, headersOf, type Operation, parametersOf, pathsOf, successOf } from './parts.ts';
import { type Json, type NamedSchema, type Schemas, schemasOf } from './schemas.ts';

const NAMED: Record<string, NamedSchema> = {
  ...GATEWAY_SCHEMAS,
  ...RUN_SCHEMAS,
  ...AUDIT_SCHEMAS,
  ...PEOPLE_SCHEMAS,
  ...FOLLOW_UP_SCHEMAS,
  ...COLLATERAL_SCHEMAS,
  ...APPROVAL_SCHEMAS,
  ...VIEW_SCHEMAS,
  ...REVEAL_SCHEMAS,
  ...VISIT_SCHEMAS,
  ...PREFERENCE_SCHEMAS,
  LoanRequest: { schema: contract.createLoan.body, ...LOAN_REQUEST },
  CreatedLoan: { schema: contract.createLoan.reply, ...CREATED_LOAN },
  Loan: { schema: listedLoan, ...LOAN },
  Order: { schema: contract.cancelOrder.reply, ...ORDER },
};

const ALWAYS = ['X-Request-Id'];

const SECURITY: Record<GatewayOperation['needs'], readonly Json[]> = {
  session: [{ session: [] }],
  secret: [{ metricsSecret: [] }],
  nothing: [],
};

/** The OpenAPI 3.1 description of the gateway's own addresses. */
export function gatewayDocument(): Json {
  const schemas = schemasOf(NAMED);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pledge gateway',
      version: '1',
      description: GATEWAY_TEXT,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Pledge' },
    },
    servers: [{ url: '/', description: 'The gateway that returned this document.' }],
    security: SECURITY.session,
    tags: GATEWAY_TAGS,
    paths: pathsOf(GATEWAY_OPERATIONS.map((operation) => operationOf(operation, schemas))),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'pledge-session',
          description: 'The cookie of a sign-in. Over https its name is `__Host-pledge-session`.',
        },
        metricsSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret of the setting `METRICS_SECRET`.',
        },
      },
      headers: GATEWAY_HEADERS,
      schemas: schemas.components,
    },
  };
}

function operationOf(operation: GatewayOperation, schemas: Schemas): Operation {
  const {
    params,
    query,
    headers = [],
    body,
    done,
    repeated,
    still,
    failures,
    needs,
    status = 200,
    ...rest
  } = operation;
  const permission = requiredPermission(operation.method, operation.path);
  const all = {
    ...(permission && { 403: FAILURES.permissionRequired }),
    ...(operation.method === 'GET' && needs === 'session' && { 503: FAILURES.databaseAway }),
    ...failures,
    405: FAILURES.notAllowed,
    500: FAILURES.failed,
  };
  return {
    ...rest,
    text: permission ? `${operation.text} Requires the permission \`${permission}\`.` : operation.text,
    security: SECURITY[needs],
    parameters: [
      ...parametersOf('path', params?.schema, schemas, params?.texts ?? {}),
      ...parametersOf('query', query?.schema, schemas, query?.texts ?? {}, query?.defaults),
      ...headers,
    ],
    ...(body && { body: { schema: schemaOf(body.schema, schemas), example: body.example } }),
    responses: {
      [status]: doneOf(done, schemas),
      ...(repeated && { 200: doneOf(repeated, schemas) }),
      ...(still && { 202: doneOf(still, schemas) }),
      ...failuresOf(all, ALWAYS),
    },
  };
}

function schemaOf(schema: NonNullable<GatewayOperation['body']>['schema'], schemas: Schemas): Json {
  return '_zod' in schema ? schemas.of(schema as Parameters<Schemas['of']>[0]) : schema;
}

function doneOf(done: GatewayOperation['done'], schemas: Schemas): Json {
  if ('type' in done) {
    const content = { [done.type]: { schema: { type: 'string' }, example: done.example } };
    return { description: done.text, headers: headersOf(ALWAYS), content };
  }
  const data = done.data && { schema: schemas.of(done.data.schema), example: done.data.example };
  return successOf(done.text, data ?? null, done.message, [...ALWAYS, ...(done.headers ?? [])]);
}
