import { getTableColumns } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as z from 'zod/mini';
import { insertRows } from '../db/insert.ts';
import { token } from '../db/schema.ts';
import { fold } from '../tokens/fold.ts';
import {
  address,
  currency,
  filledText,
  flag,
  id,
  instant,
  investmentType,
  now,
  number,
  optional,
  required,
  sameAs,
  text,
  whole,
} from './fields.ts';
import { all, flatten, isAmong, type Kind, nest, type Values, valuesGiven } from './kind.ts';

const SIDES = ['min', 'max', 'vol', 'min_trade', 'max_trade'].flatMap((name) => [
  `${name}.buy`,
  `${name}.sell`,
]);

const NUMBERS =
  'raise_amount buy_fee sell_fee carry management_fee valuation discount interest dividend tenor supply total_supply total_raised post_raise_valuation total_allocated percentage';

type TokenRow = typeof token.$inferInsert;

/** Tokens. Their columns in the database are named as their fields are. */
export const tokens: Kind = {
  noun: 'token',
  unique: ['_id'],
  fixed: [],
  isSingle: false,
  fields: {
    _id: required(id),
    name: required(filledText()),
    symbol: required(filledText(50)),
    reference: optional(whole(0, Number.MAX_SAFE_INTEGER), 0),
    image: optional(address, ''),
    currency: required(currency),
    creator: optional(z.nullable(id), null),
    asset: optional(text(100), ''),
    request: optional(text(100), ''),
    'price.buy': required(number),
    'price.sell': required(number),
    'price.exchange': sameAs(number, 'price.buy'),
    'prev_price.buy': sameAs(number, 'price.buy'),
    'prev_price.sell': sameAs(number, 'price.sell'),
    'prev_price.exchange': sameAs(number, 'price.exchange'),
    ...all(SIDES, number, 0),
    type: required(filledText(50)),
    deal_access: sameAs(filledText(50), 'type'),
    investment_type: required(investmentType),
    investment_category: required(filledText()),
    payout_frequency: optional(text(50), ''),
    ...all(NUMBERS.split(' '), number, 0),
    milestone: optional(text(), ''),
    ...all('secondaries completed_raise exited cancelled esop_token'.split(' '), flag, false),
    createdAt: now(instant),
    updatedAt: sameAs(instant, 'createdAt'),
  },
  async find(client, { organisationId }, records) {
    const ids = valuesGiven(records, '_id');
    const rows = await drizzle(client).select().from(token).where(isAmong(token.id, ids));
    return rows.map((row) => ({ isOwn: row.organisationId === organisationId, values: valuesOf(row) }));
  },
  async write(client, { organisationId }, records) {
    await insertRows(
      client,
      token,
      records.map((values) => rowOf(values, organisationId)),
      'replace',
    );
  },
};

const columns = Object.entries(getTableColumns(token));
const COMPUTED = ['id', 'organisation_id', 'name_folded', 'symbol_folded', 'created_at', 'updated_at'];

function valuesOf(row: typeof token.$inferSelect): Values {
  const named = columns.map(([key, { name }]) => [name, row[key as keyof typeof row]] as const);
  return flatten({
    _id: row.id,
    ...Object.fromEntries(named.filter(([name]) => !COMPUTED.includes(name))),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  });
}

function rowOf(values: Values, organisationId: string): TokenRow {
  const nested = nest(values);
  return {
    ...(Object.fromEntries(columns.map(([key, { name }]) => [key, nested[name]])) as unknown as TokenRow),
    id: String(values._id),
    organisationId,
    nameFolded: fold(String(values.name)),
    symbolFolded: fold(String(values.symbol)),
    createdAt: new Date(String(values.createdAt)),
    updatedAt: new Date(String(values.updatedAt)),
  };
}
