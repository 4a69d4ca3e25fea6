import { contract, type Endpoint, type EndpointName, endpointNames } from '#contract/contract.ts';
import { customer, transaction } from '#contract/customers.ts';
import { ERROR_CODES, type ErrorCode, errorEnvelope } from '#contract/errors.ts';
import { createdLoan, listedLoan, loanConfiguration, loanRequest } from '#contract/loans.ts';
import { member } from '#contract/members.ts';
import { order, orderCancelledEvent } from '#contract/orders.ts';
import { DEFAULT_PAGE_SIZE } from '#contract/paging.ts';
import { embeddedToken, foundToken, listedToken, singleToken } from '#contract/tokens.ts';
import { CREATED_LOAN, LOAN, LOAN_CONFIGURATION, LOAN_PAGE, LOAN_REQUEST } from './loan-texts.ts';
import { ERROR, ORDER, ORDER_CANCELLED_EVENT_TEXT } from './order-texts.ts';
import { type Failure, failuresOf, type Operation, parametersOf, pathsOf, successOf } from './parts.ts';
import { CUSTOMER, MEMBER, pageText, TRANSACTION } from './people-texts.ts';
import { type Json, type NamedSchema, type Schemas, schemasOf } from './schemas.ts';
import { loanRequestExample, orderCancelledExample, REPLY_EXAMPLES } from './service-examples.ts';
import { OPERATION_TEXTS, SERVICE_TAGS } from './service-operations.ts';
import {
  COMMON_FAILURES,
  HEADERS,
  KEY_PARAMETER,
  SERVICE_ONLY_HEADERS,
  SERVICE_TEXT,
  WEBHOOK_HEADERS,
} from './service-texts.ts';
import { EMBEDDED_TOKEN, FOUND_TOKEN, SINGLE_TOKEN, TOKEN } from './token-texts.ts';

/** The schemas that the document lists, in the order of the interface. */
const NAMED: Record<string, NamedSchema> = {
  Loan: { schema: listedLoan, ...LOAN },
  LoanPage: { schema: contract.listLoans.reply, ...LOAN_PAGE },
  CreatedLoan: { schema: createdLoan, ...CREATED_LOAN },
  LoanRequest: { schema: loanRequest, ...LOAN_REQUEST },
  LoanConfiguration: { schema: loanConfiguration, ...LOAN_CONFIGURATION },
  Token: { schema: listedToken, ...TOKEN },
  TokenPage: { schema: contract.listTokens.reply, ...pageText('tokens', 'tokens') },
  FoundToken: { schema: foundToken, ...FOUND_TOKEN },
  FoundTokenPage: { schema: contract.searchTokens.reply, ...pageText('tokens', 'tokens') },
  SingleToken: { schema: singleToken, ...SINGLE_TOKEN },
  EmbeddedToken: { schema: embeddedToken, ...EMBEDDED_TOKEN },
  Customer: { schema: customer, ...CUSTOMER },
  Customers: { schema: contract.listCustomers.reply, text: 'All customers of the API client.' },
  Transaction: { schema: transaction, ...TRANSACTION },
  TransactionPage: { schema: contract.listTransactions.reply, ...pageText('transactions', 'transactions') },
  Member: { schema: member, ...MEMBER },
  MemberPage: { schema: contract.listMembers.reply, ...pageText('members', 'members') },
  Order: { schema: order, ...ORDER },
  OrderCancelledEvent: { schema: orderCancelledEvent, ...ORDER_CANCELLED_EVENT_TEXT },
  Error: { schema: errorEnvelope, ...ERROR },
};

/** The headers of every response. */
const ALWAYS = ['X-Request-Id'];

/** The OpenAPI 3.1 description of the service, derived from the contract. */
export function serviceDocument(): Json {
  const schemas = schemasOf(NAMED);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Credit, token trading and membership service',
      version: '1',
      description: SERVICE_TEXT,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Pledge' },
    },
    servers: [{ url: '/', description: 'The service that returned this document.' }],
    security: [{ accessToken: [] }],
    tags: SERVICE_TAGS,
    paths: pathsOf(endpointNames.map((name) => operationOf(name, schemas))),
    webhooks: { 'order.cancelled': { post: orderCancelled(schemas) } },
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token of the API client, as `npm run service:token` issues it.',
        },
      },
      headers: { ...HEADERS, ...SERVICE_ONLY_HEADERS },
      schemas: schemas.components,
    },
  };
}

function operationOf(name: EndpointName, schemas: Schemas): Operation {
  const endpoint: Endpoint = contract[name];
  const { tag, summary, text, done, params = {}, failures } = OPERATION_TEXTS[name];
  const data = { schema: schemas.of(endpoint.reply), example: REPLY_EXAMPLES[name] };
  const all = { ...commonFailures(endpoint), ...failures, ...codedFailures(endpoint.errors ?? []) };
  return {
    id: name,
    tag,
    method: endpoint.method,
    path: endpoint.path,
    summary,
    text,
    parameters: [
      ...parametersOf('path', endpoint.params, schemas, params),
      ...parametersOf('query', endpoint.query, schemas, params, defaultsOf(name)),
      ...(endpoint.acceptsKey ? [KEY_PARAMETER] : []),
    ],
    ...(endpoint.body && { body: { schema: schemas.of(endpoint.body), example: loanRequestExample } }),
    responses: {
      [endpoint.success]: successOf(done.text, data, done.message, [...ALWAYS, ...(done.headers ?? [])]),
      ...failuresOf(all, ALWAYS),
    },
  };
}

/** What our service assumes where a parameter is absent. */
function defaultsOf(name: EndpointName): Record<string, number | boolean> {
  const paging = { page: 1, limit: DEFAULT_PAGE_SIZE };
  return name === 'listTokens' ? { ...paging, closed: false, exited: false } : paging;
}

function commonFailures(endpoint: Endpoint): Record<string, Failure> {
  const { badRequest, forBodies, keyReused, ...forAll } = COMMON_FAILURES;
  const canBeMalformed = endpoint.query || endpoint.body || endpoint.acceptsKey;
  return {
    ...(canBeMalformed && { 400: badRequest }),
    ...forAll,
    ...(endpoint.body && forBodies),
    ...(endpoint.acceptsKey && { 422: keyReused }),
  };
}

/** The named errors of the interface, by the status that each comes with. */
function codedFailures(codes: readonly ErrorCode[]): Record<string, Failure> {
  const failures: Record<string, Failure> = {};
  for (const code of codes) {
    const { status, message } = ERROR_CODES[code];
    const known = failures[status];
    const text = `\`${code}\`: ${message}`;
    failures[status] = {
      text: known ? `${known.text} ${text}` : text,
      message: known?.message ?? `${code}: ${message}`,
    };
  }
  return failures;
}

function orderCancelled(schemas: Schemas): Json {
  return {
    operationId: 'orderCancelled',
    tags: ['Members and orders'],
    summary: 'An order was cancelled',
    description:
      'Sent to the address of the setting `WEBHOOK_URL` at least once, signed by the Standard Webhooks specification. Anything but a status of 200 to 299 within 15 seconds is sent again: after 5 seconds, then after growing pauses of up to 4 hours, for 24 hours.',
    security: [],
    parameters: WEBHOOK_HEADERS,
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: schemas.of(orderCancelledEvent), example: orderCancelledExample },
      },
    },
    responses: {
      '2XX': { description: 'The event was received.' },
      '4XX': { description: 'The event was not accepted. It is sent again.' },
      '5XX': { description: 'The event could not be handled. It is sent again.' },
    },
  };
}
