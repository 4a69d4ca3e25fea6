import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract } from './contract.ts';
import { customer, transaction } from './customers.ts';
import { createdLoan, listedLoan, loanConfiguration } from './loans.ts';
import { member } from './members.ts';
import { order } from './orders.ts';
import { type Drift, readAs } from './reading.ts';
import { listedToken, singleToken } from './tokens.ts';

const time = '2025-07-04T07:12:11.000Z';
const prices = { buy: 101.5, sell: 99.25, exchange: 0 };
const sides = { buy: 1, sell: 2.5 };

const loan = {
  id: 'loan-1',
  borrower: 'user-1',
  creditor: 'creditor-1',
  amount: 840000,
  currency: 'NGN',
  repayment_amount: 1596000,
  repayment_date: 'Sat Oct 04 2025 08:12:11 GMT+0100 (West Africa Standard Time)',
  interest_rate: 0.3,
  duration: 3,
  status: 'ACTIVE',
  grace_period: 5,
  grace_period_unit: 'DAYS',
  reason: 'Stock for the season',
  created_at: time,
  updated_at: time,
};
const newLoan = {
  ...loan,
  collaterals: [
    { token_id: 'token-1', quantity: 100, name: 'Lagos Paper' },
    { token_id: 'token-2', quantity: 2.5, name: 'Harbour Note' },
  ],
};
const configuration = {
  id: 'configuration-1',
  investment_categories: ['Commercial Paper', 'Real Estate'],
  grace_period: 5,
  grace_period_unit: 'DAYS',
  max_amount: { NGN: 1_000_000, USD: 500.5 },
  creditor: { id: 'creditor-1', name: 'Ada Credit' },
  created_at: time,
  updated_at: time,
  collateral_ratio: 0.7,
  duration: 12,
  interest_rate: 0.05,
  provider_url: 'https://credit.example/loans',
  use_api: true,
};
const token = {
  _id: 'token-1',
  name: 'Lagos Paper',
  symbol: 'LGP',
  reference: 17,
  image: 'https://images.example/lgp.png',
  currency: 'NGN',
  creator: null,
  price: prices,
  prev_price: prices,
  min: sides,
  max: sides,
  vol: sides,
  min_trade: sides,
  max_trade: sides,
  type: 'Private',
  deal_access: 'Private',
  investment_type: 'SAFE',
  raise_amount: 1,
  buy_fee: 2,
  sell_fee: 3,
  carry: 4,
  management_fee: 5,
  valuation: 6,
  discount: 7,
  interest: 8,
  dividend: 9,
  tenor: 10,
  supply: 11,
  total_supply: 12,
  total_raised: 13,
  post_raise_valuation: 14,
  total_allocated: 15,
  milestone: '',
  secondaries: true,
  completed_raise: false,
  exited: false,
  createdAt: time,
  updatedAt: time,
};
const oneToken = {
  ...token,
  creator: 'user-9',
  investment_category: 'Commercial Paper',
  payout_frequency: 'Monthly',
  cancelled: false,
  percentage: 12.5,
};
const trade = {
  _id: 'transaction-1',
  type: 'Buy',
  status: 'Completed',
  user: 'user-1',
  reference: 'TX-1',
  token: { ...token, asset: 'asset-1', request: 'request-1', esop_token: false },
  from: 'a',
  to: 'b',
  volume: 3,
  price: 99.25,
  owner_model: 'api_key',
  meta: { customer: { name: 'Ada', email: 'ada@example.com' }, meta: { tokens: 3 } },
  api_customer_email: 'ada@example.com',
  organisation: 'organisation-1',
  createdAt: time,
  updatedAt: time,
  __v: 0,
};
const oneCustomer = { _id: { email: 'ada@example.com' }, total_trades: 4, name: 'Ada', date: time };
const oneOrder = {
  _id: 'order-1',
  token: 'token-1',
  user: 'user-1',
  price: 100,
  currency: 'NGN',
  amount: 5,
  type: 'Buy',
  owner_model: 'organisation',
  status: 'Terminated',
  createdAt: time,
  updatedAt: time,
};
const oneMember = {
  _id: 'member-1',
  status: 'Active',
  user: {
    _id: 'user-1',
    type: 'user',
    entity_type: 'individual',
    fname: 'Ada',
    lname: 'Obi',
    email: 'ada@example.com',
    username: 'ada',
    phone: '+2340000000',
    city: null,
    state: 'Lagos',
    country: 'Nigeria',
    homeAddress: null,
    kyc: {
      bank: true,
      identityDocument: 'Approved',
      selfie: 'Approved',
      address: 'Approved',
      accredited: 'Approved',
      email: true,
      terms: true,
    },
    activated: true,
    verified: true,
    pin_set: true,
    biometrics_auth: false,
    self_activated: false,
    two_factor_enabled: false,
    dealroom_member: false,
    temp_two_factor_secret: '',
    two_factor_secret: '',
    provider1_baas_reference: 'p1',
    provider2_reference: 'p2',
    provider3_reference: 'p3',
    manual_reference: 'm',
    tour: { introduction_tour: true, wallet_tour: false, secondary_tour: false },
    createdAt: time,
    updatedAt: time,
  },
  organisation: 'organisation-1',
  createdAt: time,
  updatedAt: time,
};
const counted = { page: 1, pages: 1, count: 2, total: 2 };

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const DOCUMENTS: Record<string, { schema: z.ZodMiniType; value: Json }> = {
  'a loan': { schema: listedLoan, value: loan },
  'a created loan': { schema: createdLoan, value: newLoan },
  'a loan configuration': { schema: loanConfiguration, value: configuration },
  'a token of the list': { schema: listedToken, value: token },
  'a single token': { schema: singleToken, value: oneToken },
  'an order': { schema: order, value: oneOrder },
  'a member': { schema: member, value: oneMember },
  'a page of loans': {
    schema: contract.listLoans.reply,
    value: {
      page: 1,
      limit: 10,
      sort: { created_at: -1 },
      docs: [loan, { ...loan, id: 'loan-2' }],
      totalDocs: 2,
      totalPages: 1,
      hasPrevPage: false,
      hasNextPage: false,
    },
  },
  'a page of transactions': {
    schema: contract.listTransactions.reply,
    value: { ...counted, transactions: [trade, { ...trade, _id: 'transaction-2' }] },
  },
  'a list of customers': {
    schema: contract.listCustomers.reply,
    value: [oneCustomer],
  },
};
const documents = Object.entries(DOCUMENTS);
const names = Object.keys(DOCUMENTS);
const called = (name: string) => DOCUMENTS[name] as { schema: z.ZodMiniType; value: Json };

/** What the fields are by the interface, beyond what their values show. */
const NULLABLE = ['creator', 'city', 'state', 'country', 'homeAddress'];
const OPTIONAL = ['reason'];
const MAPS = ['max_amount', 'sort'];
const TIMES = ['created_at', 'updated_at', 'createdAt', 'updatedAt', 'date'];

type Step = string | number;

/** The way to every field and every row of a value. */
function waysInto(value: Json, way: Step[] = []): Step[][] {
  const steps: Step[] = Array.isArray(value)
    ? value.map((_, index) => index)
    : Object.keys(isObject(value) ? value : {});
  return steps.flatMap((step) => {
    const next = [...way, step];
    return [next, ...waysInto((value as Record<Step, Json>)[step] as Json, next)];
  });
}
const isObject = (value: Json): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const at = (value: Json, way: Step[]): Json =>
  way.reduce((part, step) => (part as Record<Step, Json>)[step] as Json, value);
const isInMap = (way: Step[]) => MAPS.includes(String(way.at(-2)));
const kindOf = (value: Json) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** The way as a drift names it: `docs[].amount`, `max_amount.*`. */
function named(way: Step[]): string {
  return way.reduce<string>((path, step, index) => {
    if (typeof step === 'number') return `${path}[]`;
    const name = isInMap(way.slice(0, index + 1)) ? '*' : step;
    return path ? `${path}.${name}` : name;
  }, '');
}

/** A copy with one part replaced, or left out where the replacement is undefined. */
function replaced(value: Json, way: Step[], part: Json | undefined): Json {
  const copy = JSON.parse(JSON.stringify(value)) as Json;
  const last = way.at(-1) as Step;
  const holder = at(copy, way.slice(0, -1));
  if (part !== undefined) (holder as Record<Step, Json>)[last] = part;
  else if (Array.isArray(holder)) holder.splice(last as number, 1);
  else delete (holder as Record<Step, Json>)[last];
  return copy;
}

function reading(schema: z.ZodMiniType, value: unknown) {
  const drifts: Drift[] = [];
  const seen = readAs(schema, value, (drift) => drifts.push(drift));
  return { seen, drifts };
}

/** The identity, money and status of records: one without them is set aside. */
const ESSENTIAL = [
  /^(docs\[\]\.|a loan:|a created loan:)(id|borrower|amount|currency|repayment_amount|status)$/,
  /^(a token of the list:|a single token:)(_id|currency|price)$/,
  /^transactions\[\]\.(_id|type|status|token|token\._id|token\.currency|volume|price)$/,
  /^a list of customers:\[\]\._id(\.email)?$/,
  /^an order:(_id|price|currency|amount|status)$/,
  /^(members\[\]\.|a member:)(_id|status|user|user\._id)$/,
];
const isEssential = (name: string, way: Step[]) =>
  ESSENTIAL.some((paths) => paths.test(named(way)) || paths.test(`${name}:${named(way)}`));

// Documents go by their names, so that a counterexample stays readable.
const spot = fc
  .constantFrom(...names)
  .chain((name) =>
    fc.record({ name: fc.constant(name), way: fc.constantFrom(...waysInto(called(name).value)) }),
  );
const other = fc.constantFrom<Json>(null, 'text', '', 7, -0.5, true, false, [], {}, ['x'], { a: 1 });

describe('a reply as documented', () => {
  it.each(documents)('is read whole, with nothing to report: %s', (_what, { schema, value }) => {
    expect(reading(schema, value)).toEqual({ seen: value, drifts: [] });
    expect(z.safeParse(schema, value).success).toBe(true);
  });

  it('may come with any numbers, texts and statuses in it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.string(), (amount, text) => {
        const value = { ...loan, amount, status: text, currency: text, repayment_date: text };
        expect(reading(listedLoan, value)).toEqual({ seen: value, drifts: [] });
      }),
    );
  });

  it('may leave out what is optional and may have null where it is documented', () => {
    const { reason: _reason, ...bare } = loan;
    expect(reading(listedLoan, bare)).toEqual({ seen: bare, drifts: [] });
    for (const name of ['city', 'state', 'country', 'homeAddress']) {
      for (const part of [null, 'Lagos']) {
        const value = replaced(oneMember, ['user', name], part);
        expect(reading(member, value)).toEqual({ seen: value, drifts: [] });
      }
    }
  });

  it('may have any currencies in a limit, and any field in an order of sorting', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (map) => {
        const value = { ...configuration, max_amount: { ...map } };
        expect(reading(loanConfiguration, value)).toEqual({ seen: value, drifts: [] });
      }),
    );
  });

  it('is not changed by being read', () => {
    const value = structuredClone(DOCUMENTS['a page of loans']?.value);
    const before = structuredClone(value);
    reading(contract.listLoans.reply, value);
    expect(value).toEqual(before);
  });
});

describe('a reply that differs in one place', () => {
  it('loses a field that is missing, and nothing else', () => {
    fc.assert(
      fc.property(spot, ({ name, way }) => {
        const document = called(name);
        const field = way.at(-1);
        fc.pre(typeof field === 'string' && !isEssential(name, way));
        const value = replaced(document.value, way, undefined);
        const quiet = OPTIONAL.includes(field as string) || isInMap(way);
        expect(reading(document.schema, value)).toEqual({
          seen: value,
          drifts: quiet ? [] : [{ path: named(way), kind: 'missing' }],
        });
      }),
      { numRuns: 1500 },
    );
  });

  it('loses a field or a row of another type, or null, and nothing else', () => {
    fc.assert(
      fc.property(spot, other, ({ name, way }, part) => {
        const document = called(name);
        const was = at(document.value, way);
        fc.pre(kindOf(was) !== kindOf(part) && !isEssential(name, way));
        fc.pre(!(NULLABLE.includes(String(way.at(-1))) && (part === null || typeof part === 'string')));
        const value = replaced(document.value, way, part);
        expect(reading(document.schema, value)).toEqual({
          seen: replaced(document.value, way, undefined),
          drifts: [{ path: named(way), kind: 'type' }],
        });
      }),
      { numRuns: 3000 },
    );
  });

  it('works without an unknown field, and keeps everything else', () => {
    const holders = fc.constantFrom(
      ...names.flatMap((name) => {
        const { value } = called(name);
        return [[], ...waysInto(value)]
          .filter((way) => isObject(at(value, way)) && !MAPS.includes(String(way.at(-1))))
          .map((way) => ({ name, way }));
      }),
    );
    const newName = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('__proto__', 'constructor', 'toString', 'collateral', 'Amount'),
    );
    fc.assert(
      fc.property(holders, newName, other, ({ name, way }, added, part) => {
        const document = called(name);
        const holder = at(document.value, way) as Record<string, Json>;
        fc.pre(!Object.hasOwn(holder, added));
        // Through JSON, so that "__proto__" is a field like any other, as it is in a reply.
        const grown = JSON.parse(
          `{${JSON.stringify(added)}:${JSON.stringify(part)},${JSON.stringify(holder).slice(1)}`,
        ) as Json;
        const value = way.length === 0 ? grown : replaced(document.value, way, grown);
        const prefix = named(way);
        expect(reading(document.schema, value)).toEqual({
          seen: document.value,
          drifts: [{ path: prefix ? `${prefix}.${added}` : added, kind: 'added' }],
        });
      }),
      { numRuns: 1500 },
    );
  });

  it('keeps a time that is written in another form, as it came', () => {
    const times = names.flatMap((name) =>
      waysInto(called(name).value)
        .filter((way) => TIMES.includes(String(way.at(-1))) && !isInMap(way))
        .map((way) => ({ name, way })),
    );
    const form = fc.constantFrom(
      '',
      'yesterday',
      '2025-07-04',
      '2025-07-04 07:12:11',
      '2025-07-04T07:12:11+01:00',
      'Fri Jul 04 2025',
    );
    fc.assert(
      fc.property(fc.constantFrom(...times), form, ({ name, way }, text) => {
        const document = called(name);
        const value = replaced(document.value, way, text);
        expect(reading(document.schema, value)).toEqual({
          seen: value,
          drifts: [{ path: named(way), kind: 'form' }],
        });
      }),
      { numRuns: 500 },
    );
  });

  it('loses a page number that is no whole number', () => {
    const value = { ...counted, page: 1.5, members: [] };
    expect(reading(contract.listMembers.reply, value)).toEqual({
      seen: { pages: 1, count: 2, total: 2, members: [] },
      drifts: [{ path: 'page', kind: 'type' }],
    });
  });
});

describe('a list with broken rows', () => {
  it('keeps the good ones, in their order, and reports each broken one', () => {
    const row = fc.oneof(
      fc.nat(1000).map((number) => ({ ...oneOrder, _id: `order-${number}` })),
      fc.constantFrom<Json>(null, 'broken', 3, true, []),
    );
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const good = rows.filter(isObject as (value: unknown) => boolean);
        expect(reading(z.array(order), rows)).toEqual({
          seen: good,
          drifts: Array.from({ length: rows.length - good.length }, () => ({ path: '[]', kind: 'type' })),
        });
      }),
    );
  });

  it('keeps a row of which a field is broken, without the field', () => {
    const { duration: _duration, ...rest } = loan;
    const { seen, drifts } = reading(z.array(listedLoan), [loan, { ...loan, duration: '3' }, loan]);
    expect(seen).toEqual([loan, rest, loan]);
    expect(drifts).toEqual([{ path: '[].duration', kind: 'type' }]);
  });

  it.each<[string, z.ZodMiniType, Json, string[]]>([
    ['a loan', listedLoan, loan, ['id', 'borrower', 'amount', 'currency', 'repayment_amount', 'status']],
    ['a new loan', createdLoan, newLoan, ['id', 'amount', 'currency', 'repayment_amount', 'status']],
    ['a token', listedToken, token, ['_id', 'currency', 'price']],
    ['a single token', singleToken, oneToken, ['_id', 'currency', 'price']],
    ['a member', member, oneMember, ['_id', 'status', 'user']],
    ['a customer', customer, oneCustomer, ['_id']],
    ['a transaction', transaction, trade, ['_id', 'type', 'status', 'token', 'volume', 'price']],
    ['an order', order, oneOrder, ['_id', 'price', 'currency', 'amount', 'status']],
  ])('sets %s aside that lacks its identity, money or status', (_what, schema, row, fields) => {
    for (const field of fields) {
      for (const part of [undefined, null, [true]]) {
        const broken = replaced(row, [field], part);
        const { seen, drifts } = reading(z.array(schema), [row, broken]);
        expect(seen).toEqual([row]);
        expect(drifts.at(-1)).toEqual({ path: '[]', kind: 'type' });
        expect(drifts[0]).toEqual({ path: `[].${field}`, kind: part === undefined ? 'missing' : 'type' });
      }
    }
  });
});

describe('a reply of which nothing can be used', () => {
  it.each([[null], ['text'], [7], [[]], [true]])('is nothing, and reported once: %j', (value) => {
    expect(reading(listedLoan, value)).toEqual({ seen: undefined, drifts: [{ path: '', kind: 'type' }] });
  });

  it('is nothing where nothing came', () => {
    expect(reading(listedLoan, undefined)).toEqual({
      seen: undefined,
      drifts: [{ path: '', kind: 'missing' }],
    });
  });

  it('never throws for any JSON, and needs no listener', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.jsonValue(), (name, value) => {
        expect(() => readAs(called(name).schema, value)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});
