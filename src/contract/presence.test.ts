import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract, type Endpoint, type EndpointName, endpointNames, pathTo } from './contract.ts';
import { customer, transaction } from './customers.ts';
import { createdLoan, listedLoan, loanConfiguration, loanRequest } from './loans.ts';
import { member, visibleMember } from './members.ts';
import { order } from './orders.ts';
import { embeddedToken, foundToken, listedToken, singleToken } from './tokens.ts';

/**
 * The interface document's fields, field by field, written down from the document and not from the schemas.
 * "time" is an ISO 8601 UTC timestamp; "?" behind a name is a field that may be absent; `{ '*': … }` is a map.
 */
type Fields = {
  [name: string]: 'string' | 'number' | 'boolean' | 'time' | 'string or null' | Fields | [Fields | 'string'];
};

const loan: Fields = {
  id: 'string',
  borrower: 'string',
  creditor: 'string',
  amount: 'number',
  currency: 'string',
  repayment_amount: 'number',
  repayment_date: 'string',
  interest_rate: 'number',
  duration: 'number',
  status: 'string',
  grace_period: 'number',
  grace_period_unit: 'string',
  'reason?': 'string',
  created_at: 'time',
  updated_at: 'time',
};
const loanWithCollaterals: Fields = {
  ...loan,
  collaterals: [{ token_id: 'string', quantity: 'number', name: 'string' }],
};

const configuration: Fields = {
  id: 'string',
  investment_categories: ['string'],
  grace_period: 'number',
  grace_period_unit: 'string',
  max_amount: { '*': 'number' },
  creditor: { id: 'string', name: 'string' },
  created_at: 'time',
  updated_at: 'time',
  collateral_ratio: 'number',
  duration: 'number',
  interest_rate: 'number',
  provider_url: 'string',
  use_api: 'boolean',
};

const activeToken: Fields = {
  _id: 'string',
  name: 'string',
  symbol: 'string',
  reference: 'number',
  image: 'string',
  currency: 'string',
  creator: 'string or null',
  price: { buy: 'number', sell: 'number', exchange: 'number' },
  prev_price: { buy: 'number', sell: 'number', exchange: 'number' },
  min: { buy: 'number', sell: 'number' },
  max: { buy: 'number', sell: 'number' },
  vol: { buy: 'number', sell: 'number' },
  min_trade: { buy: 'number', sell: 'number' },
  max_trade: { buy: 'number', sell: 'number' },
  type: 'string',
  deal_access: 'string',
  investment_type: 'string',
  raise_amount: 'number',
  buy_fee: 'number',
  sell_fee: 'number',
  carry: 'number',
  management_fee: 'number',
  valuation: 'number',
  discount: 'number',
  interest: 'number',
  dividend: 'number',
  tenor: 'number',
  supply: 'number',
  total_supply: 'number',
  total_raised: 'number',
  post_raise_valuation: 'number',
  total_allocated: 'number',
  milestone: 'string',
  secondaries: 'boolean',
  completed_raise: 'boolean',
  exited: 'boolean',
  createdAt: 'time',
  updatedAt: 'time',
};
const searchedToken: Fields = {
  ...activeToken,
  investment_category: 'string',
  payout_frequency: 'string',
  cancelled: 'boolean',
};
const oneToken: Fields = { ...searchedToken, percentage: 'number' };
const tradedToken: Fields = { ...activeToken, asset: 'string', request: 'string', esop_token: 'boolean' };

const trade: Fields = {
  _id: 'string',
  type: 'string',
  status: 'string',
  user: 'string',
  reference: 'string',
  token: tradedToken,
  from: 'string',
  to: 'string',
  volume: 'number',
  price: 'number',
  owner_model: 'string',
  meta: { customer: { name: 'string', email: 'string' }, meta: { tokens: 'number' } },
  api_customer_email: 'string',
  organisation: 'string',
  createdAt: 'time',
  updatedAt: 'time',
  __v: 'number',
};

const cancelledOrder: Fields = {
  _id: 'string',
  token: 'string',
  user: 'string',
  price: 'number',
  currency: 'string',
  amount: 'number',
  type: 'string',
  owner_model: 'string',
  status: 'string',
  createdAt: 'time',
  updatedAt: 'time',
};

const customerSummary: Fields = {
  _id: { email: 'string' },
  total_trades: 'number',
  name: 'string',
  date: 'time',
};

const openUser: Fields = {
  _id: 'string',
  type: 'string',
  entity_type: 'string',
  fname: 'string',
  lname: 'string',
  email: 'string',
  username: 'string',
  phone: 'string',
  city: 'string or null',
  state: 'string or null',
  country: 'string or null',
  homeAddress: 'string or null',
  kyc: {
    bank: 'boolean',
    identityDocument: 'string',
    selfie: 'string',
    address: 'string',
    accredited: 'string',
    email: 'boolean',
    terms: 'boolean',
  },
  activated: 'boolean',
  verified: 'boolean',
  pin_set: 'boolean',
  biometrics_auth: 'boolean',
  self_activated: 'boolean',
  two_factor_enabled: 'boolean',
  dealroom_member: 'boolean',
  tour: { introduction_tour: 'boolean', wallet_tour: 'boolean', secondary_tour: 'boolean' },
  createdAt: 'time',
  updatedAt: 'time',
};
const confidential: Fields = {
  temp_two_factor_secret: 'string',
  two_factor_secret: 'string',
  provider1_baas_reference: 'string',
  provider2_reference: 'string',
  provider3_reference: 'string',
  manual_reference: 'string',
};
const memberAround: Fields = {
  _id: 'string',
  status: 'string',
  organisation: 'string',
  createdAt: 'time',
  updatedAt: 'time',
};
const wholeMember: Fields = { ...memberAround, user: { ...openUser, ...confidential } };

const loanBody: Fields = {
  user_id: 'string',
  duration: 'number',
  currency: 'string',
  interest_rate: 'number',
  amount: 'string',
  repayment_amount: 'string',
  collaterals: [{ token_id: 'string', quantity: 'number' }],
  loan_configuration_id: 'string',
  'reason?': 'string',
  'bank_name?': 'string',
  'bank_code?': 'string',
  'account_number?': 'string',
};

const counted: Fields = { page: 'number', pages: 'number', count: 'number', total: 'number' };
const loanPage: Fields = {
  page: 'number',
  limit: 'number',
  sort: { '*': 'number' },
  docs: [loan],
  totalDocs: 'number',
  totalPages: 'number',
  hasPrevPage: 'boolean',
  hasNextPage: 'boolean',
};

interface JsonSchema {
  type?: string | string[];
  format?: string;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
}

/** What a schema says, in the words of the tables above. */
function fieldsOf(schema: z.ZodMiniType): unknown {
  return describeSchema(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);
}

function describeSchema(schema: JsonSchema): unknown {
  if (schema.anyOf) return schema.anyOf.map(describeSchema).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return [describeSchema(schema.items ?? {})];
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'string') return schema.format === 'date-time' ? 'time' : 'string';
  if (schema.type !== 'object') return schema.type;
  if (!schema.properties) return { '*': describeSchema(schema.additionalProperties as JsonSchema) };
  const fields = Object.entries(schema.properties).map(([name, field]) => [
    schema.required?.includes(name) ? name : `${name}?`,
    describeSchema(field),
  ]);
  return Object.fromEntries(fields);
}

describe('the documented fields, and nothing else', () => {
  it.each<[string, z.ZodMiniType, Fields]>([
    ['a loan in the list', listedLoan, loan],
    ['a loan just created', createdLoan, loanWithCollaterals],
    ['the body that creates a loan', loanRequest, loanBody],
    ['a loan configuration', loanConfiguration, configuration],
    ['an active token', listedToken, activeToken],
    ['a token found by search', foundToken, searchedToken],
    ['a single token', singleToken, oneToken],
    ['a token inside a transaction', embeddedToken, tradedToken],
    ['a transaction', transaction, trade],
    ['an order', order, cancelledOrder],
    ['a customer', customer, customerSummary],
    ['a member', member, wholeMember],
  ])('are those of %s', (_what, schema, fields) => {
    expect(fieldsOf(schema)).toEqual(fields);
  });

  it('of a member reach a browser without the secrets and the provider references', () => {
    expect(fieldsOf(visibleMember)).toEqual({ ...memberAround, user: openUser });
    const text = JSON.stringify(fieldsOf(visibleMember));
    for (const name of Object.keys(confidential)) expect(text).not.toContain(name);
    expect(text).not.toMatch(/secret|reference/);
  });

  it('fall away when a browser’s member is read from a whole one', () => {
    const user = {
      ...sample(openUser),
      ...sample(confidential),
      two_factor_secret: 'hush',
      secret_of_tomorrow: 'hush',
    };
    const parsed = z.parse(visibleMember, { ...sample(memberAround), user });
    expect(JSON.stringify(parsed)).not.toContain('hush');
    expect(Object.keys(parsed.user).sort()).toEqual(Object.keys(openUser).sort());
  });
});

/** A value with exactly the fields of a table. */
function sample(fields: Fields): Record<string, unknown> {
  const one = (kind: Fields[string]): unknown => {
    if (Array.isArray(kind)) return [one(kind[0])];
    if (typeof kind === 'object') return sample(kind);
    return {
      string: 'text',
      number: 1,
      boolean: true,
      time: '2025-07-04T07:12:11.000Z',
      'string or null': null,
    }[kind];
  };
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name.replace('?', ''), one(kind)]));
}

describe('the ten endpoints', () => {
  const documented: [EndpointName, string, string][] = [
    ['createLoan', 'POST', '/v1/api/credit/loan'],
    ['listLoans', 'GET', '/v1/api/creditor/credit/loans'],
    ['getLoanConfiguration', 'GET', '/v1/api/credit/loan-configuration'],
    ['cancelOrder', 'POST', '/v1/api/members/{id}/orders/{orderId}/cancel'],
    ['listMembers', 'GET', '/v1/api/member'],
    ['listTokens', 'GET', '/v1/api/tokens'],
    ['searchTokens', 'GET', '/v1/api/token/search'],
    ['getToken', 'GET', '/v1/api/token/{tokenId}'],
    ['listCustomers', 'GET', '/v1/api/customers'],
    ['listTransactions', 'GET', '/v1/api/customers/transactions'],
  ];

  it('have the documented methods and paths, in the documented order', () => {
    expect(endpointNames.map((name) => [name, contract[name].method, contract[name].path])).toEqual(
      documented,
    );
  });

  it.each<[EndpointName, unknown]>([
    ['createLoan', loanWithCollaterals],
    ['listLoans', loanPage],
    ['getLoanConfiguration', configuration],
    ['cancelOrder', cancelledOrder],
    ['listMembers', { ...counted, members: [wholeMember] }],
    ['listTokens', { ...counted, tokens: [activeToken] }],
    ['searchTokens', { ...counted, tokens: [searchedToken] }],
    ['getToken', oneToken],
    ['listCustomers', [customerSummary]],
    ['listTransactions', { ...counted, transactions: [trade] }],
  ])('answer with the documented data: %s', (name, data) => {
    expect(fieldsOf(contract[name].reply)).toEqual(data);
  });

  it('take a body only where one is documented', () => {
    const bodies = endpointNames.filter((name) => (contract[name] as Endpoint).body);
    expect(bodies).toEqual(['createLoan']);
    expect(contract.createLoan.body).toBe(loanRequest);
  });

  it('take the query parameters that are agreed on, of which only the customer’s e-mail is required', () => {
    const paging = { 'page?': 'number', 'limit?': 'number' };
    const queries = endpointNames.flatMap((name) => {
      const { query } = contract[name] as Endpoint;
      return query ? [[name, fieldsOf(query)]] : [];
    });
    expect(Object.fromEntries(queries)).toEqual({
      listLoans: paging,
      listMembers: paging,
      listTokens: {
        ...paging,
        'closed?': 'boolean',
        'exited?': 'boolean',
        'private?': 'boolean',
        'investment_type?': 'string',
        'primary_raise?': 'boolean',
      },
      searchTokens: {
        ...paging,
        'name?': 'string',
        'symbol?': 'string',
        'exited?': 'boolean',
        'completed_raise?': 'boolean',
        'private?': 'boolean',
        'investment_type?': 'string',
      },
      listTransactions: { ...paging, email: 'string', 'type?': 'string' },
    });
  });

  it('take as path parameters exactly those that stand in their path', () => {
    for (const name of endpointNames) {
      const { path, params } = contract[name] as Endpoint;
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys(params?.def.shape ?? {})).toEqual(inPath);
    }
  });

  it('answer with the named errors only where an order is cancelled', () => {
    const named = endpointNames.filter((name) => (contract[name] as Endpoint).errors);
    expect(named).toEqual(['cancelOrder']);
    expect([...contract.cancelOrder.errors].sort()).toEqual([
      'ORDER_FULFILLED_ERROR',
      'ORDER_OPERATION_NOT_ALLOWED_ERROR',
      'ORDER_TERMINATED_ERROR',
      'USER_MISMATCH_ERROR',
    ]);
  });
});

describe('a path', () => {
  const cancel = contract.cancelOrder.path;

  it('is filled in with its parameters, each one segment whatever it holds', () => {
    expect(pathTo(cancel, { id: 'm-1', orderId: 'o-1' })).toBe('/v1/api/members/m-1/orders/o-1/cancel');
    expect(pathTo(cancel, { id: 'a/../b', orderId: '%2e?x=1#y' })).toBe(
      '/v1/api/members/a%2F..%2Fb/orders/%252e%3Fx%3D1%23y/cancel',
    );
    expect(pathTo(contract.getToken.path, { tokenId: '{tokenId}' })).toBe('/v1/api/token/%7BtokenId%7D');
    expect(pathTo(contract.listTokens.path)).toBe('/v1/api/tokens');
  });

  it.each([
    {},
    { id: 'm-1' },
    { id: '', orderId: 'o-1' },
    { id: '..', orderId: 'o-1' },
    { id: 'm-1', orderId: '.' },
  ])('is refused with the parameters %o', (params) => {
    expect(() => pathTo(cancel, params)).toThrow(RangeError);
  });
});
