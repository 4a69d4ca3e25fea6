import * as z from 'zod/mini';
import { customer, TRANSACTION_TYPES, transaction } from './customers.ts';
import type { ErrorCode } from './errors.ts';
import { id, requestText } from './fields.ts';
import { createdLoan, listedLoan, loanConfiguration, loanRequest } from './loans.ts';
import { member } from './members.ts';
import { order } from './orders.ts';
import { countPaging, docsPaging, pageQuery } from './paging.ts';
import { foundToken, INVESTMENT_TYPES, listedToken, singleToken } from './tokens.ts';

/** One endpoint of the service: how it is called and what the `data` of its answer is. */
export interface Endpoint {
  method: 'GET' | 'POST';
  /** The path, with its parameters as `{name}`. */
  path: `/v1/api/${string}`;
  /** The HTTP status of success. */
  success: 200 | 201;
  params?: z.ZodMiniObject;
  /** Query parameters: whole numbers, booleans and texts only, all optional unless the schema says otherwise. */
  query?: z.ZodMiniObject;
  body?: z.ZodMiniObject;
  reply: z.ZodMiniType;
  /** Whether a repeat under the same `Idempotency-Key` returns the first response instead of writing again. */
  acceptsKey?: true;
  /** The named errors of the interface that this endpoint answers with. */
  errors?: readonly ErrorCode[];
}

const investmentType = z.enum(INVESTMENT_TYPES, `must be one of ${INVESTMENT_TYPES.join(', ')}`);

/** The ten endpoints of the interface, by name. Parameter names: docs/decisions.md, row 1. */
export const contract = {
  createLoan: {
    method: 'POST',
    path: '/v1/api/credit/loan',
    success: 201,
    body: loanRequest,
    reply: createdLoan,
    acceptsKey: true,
  },
  listLoans: {
    method: 'GET',
    path: '/v1/api/creditor/credit/loans',
    success: 200,
    query: z.object(pageQuery),
    reply: z.object({ ...docsPaging, docs: z.array(listedLoan) }),
  },
  getLoanConfiguration: {
    method: 'GET',
    path: '/v1/api/credit/loan-configuration',
    success: 200,
    reply: loanConfiguration,
  },
  cancelOrder: {
    method: 'POST',
    path: '/v1/api/members/{id}/orders/{orderId}/cancel',
    success: 200,
    params: z.object({ id, orderId: id }),
    reply: order,
    acceptsKey: true,
    errors: [
      'USER_MISMATCH_ERROR',
      'ORDER_TERMINATED_ERROR',
      'ORDER_FULFILLED_ERROR',
      'ORDER_OPERATION_NOT_ALLOWED_ERROR',
    ],
  },
  listMembers: {
    method: 'GET',
    path: '/v1/api/member',
    success: 200,
    query: z.object(pageQuery),
    reply: z.object({ ...countPaging, members: z.array(member) }),
  },
  listTokens: {
    method: 'GET',
    path: '/v1/api/tokens',
    success: 200,
    query: z.object({
      ...pageQuery,
      closed: z.optional(z.boolean()),
      exited: z.optional(z.boolean()),
      private: z.optional(z.boolean()),
      investment_type: z.optional(investmentType),
      primary_raise: z.optional(z.boolean()),
    }),
    reply: z.object({ ...countPaging, tokens: z.array(listedToken) }),
  },
  searchTokens: {
    method: 'GET',
    path: '/v1/api/token/search',
    success: 200,
    query: z.object({
      ...pageQuery,
      name: z.optional(requestText(200)),
      symbol: z.optional(requestText(50)),
      exited: z.optional(z.boolean()),
      completed_raise: z.optional(z.boolean()),
      private: z.optional(z.boolean()),
      investment_type: z.optional(investmentType),
    }),
    reply: z.object({ ...countPaging, tokens: z.array(foundToken) }),
  },
  getToken: {
    method: 'GET',
    path: '/v1/api/token/{tokenId}',
    success: 200,
    params: z.object({ tokenId: id }),
    reply: singleToken,
  },
  listCustomers: {
    method: 'GET',
    path: '/v1/api/customers',
    success: 200,
    reply: z.array(customer),
  },
  listTransactions: {
    method: 'GET',
    path: '/v1/api/customers/transactions',
    success: 200,
    query: z.object({
      ...pageQuery,
      email: requestText(320),
      type: z.optional(z.enum(TRANSACTION_TYPES, `must be ${TRANSACTION_TYPES.join(' or ')}`)),
    }),
    reply: z.object({ ...countPaging, transactions: z.array(transaction) }),
  },
} as const satisfies Record<string, Endpoint>;

export type Contract = typeof contract;
export type EndpointName = keyof Contract;

type Part<K extends EndpointName, P extends string> =
  Contract[K] extends Record<P, infer S extends z.ZodMiniType> ? z.infer<S> : undefined;

/** The parts of a request to an endpoint, parsed; `undefined` where the endpoint has no such part. */
export type Params<K extends EndpointName> = Part<K, 'params'>;
export type Query<K extends EndpointName> = Part<K, 'query'>;
export type Body<K extends EndpointName> = Part<K, 'body'>;
/** The `data` of an endpoint's answer. */
export type Reply<K extends EndpointName> = z.infer<Contract[K]['reply']>;

/** The endpoints by name, in the order of the interface. */
export const endpointNames = Object.keys(contract) as EndpointName[];

/** The path of an endpoint with its parameters filled in, each encoded so that it stays one segment. */
export function pathTo(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new RangeError(`The path ${path} needs "${name}"`);
    // A segment of dots alone would be folded away by URL parsers even when it is encoded.
    if (/^\.+$/.test(value)) throw new RangeError(`"${value}" can't stand in the path ${path}`);
    // Half of a surrogate pair can't be encoded, so no record has such an id.
    return encodeURIComponent(value.toWellFormed());
  });
}
