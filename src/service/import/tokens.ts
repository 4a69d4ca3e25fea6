import * as z from 'zod/mini';
import { insertRows } from '../db/insert.ts';
import { fold } from '../tokens/fold.ts';
import type { TokenRow } from '../tokens/repository.ts';
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
  tokenType,
  whole,
} from './fields.ts';
import { all, flatten, type Kind, nest, type Values, valuesGiven } from './kind.ts';

const SIDES = ['min', 'max', 'vol', 'min_trade', 'max_trade'].flatMap((name) => [
  `${name}.buy`,
  `${name}.sell`,
]);

const NUMBERS =
  'raise_amount buy_fee sell_fee carry management_fee valuation discount interest dividend tenor supply total_supply total_raised post_raise_valuation total_allocated percentage';

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
    type: required(tokenType),
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
    const { rows } = await client.query<TokenRow>('select * from service.token where id = any($1::text[])', [
      ids,
    ]);
    return rows.map((row) => ({ isOwn: row.organisation_id === organisationId, values: valuesOf(row) }));
  },
  async write(client, { organisationId }, records) {
    await insertRows(
      client,
      'token',
      records.map((values) => rowOf(values, organisationId)),
      'replace',
    );
  },
};

/** Columns that PostgreSQL gives back as decimal strings. */
const DECIMALS = ['reference', ...NUMBERS.split(' ')];

function valuesOf({ id: _id, created_at, updated_at, ...row }: TokenRow): Values {
  const { organisation_id, name_folded, symbol_folded, ...fields } = row;
  const numbers = Object.fromEntries(
    DECIMALS.map((name) => [name, Number(fields[name as keyof typeof fields])]),
  );
  return flatten({
    _id,
    ...fields,
    ...numbers,
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  });
}

function rowOf(values: Values, organisationId: string): object {
  const { _id, createdAt, updatedAt, ...fields } = nest(values);
  return {
    ...fields,
    id: _id,
    organisation_id: organisationId,
    name_folded: fold(String(fields.name)),
    symbol_folded: fold(String(fields.symbol)),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
