import type { Seen } from '#contract/reading.ts';
import type { SingleToken } from '#contract/tokens.ts';
import { changeOf, raisedShareOf, spreadShareOf } from './token-figures.ts';

/** A token of any of the endpoints that give one, or one that is watched and not here yet: all but its id, its currency and its prices may be missing. */
export type TokenRow = Seen<SingleToken>;

export type FieldKind = 'money' | 'figure' | 'share' | 'text' | 'flag' | 'date' | 'id';

/** The groups of fields, in their order. */
export const FIELD_GROUPS = [
  ...(['Prices', 'Limits', 'Raise', 'Terms', 'Fees'] as const),
  ...(['Supply', 'Access', 'Dates', 'Identity'] as const),
] as const;

export type FieldGroup = (typeof FIELD_GROUPS)[number];

export type FieldValue = string | number | boolean | null | undefined;

/** One thing to know of a token. */
export interface TokenField {
  /** As the service names it, with a point before the part of an object; or our name for what we work out. */
  id: string;
  label: string;
  group: FieldGroup;
  kind: FieldKind;
  /** Undefined where the service returned none. */
  read: (token: TokenRow) => FieldValue;
  /** How it is worked out, where it isn't the service's own. */
  formula?: string;
}

/** Every field in its order, the service's own and ours. Units that the service doesn't name are not made up. */
export const TOKEN_FIELDS: readonly TokenField[] = [
  ...each('Prices', 'money', [
    ['price.exchange', 'Exchange price'],
    ['price.buy', 'Buy price'],
    ['price.sell', 'Sell price'],
    ['prev_price.exchange', 'Previous exchange price'],
    ['prev_price.buy', 'Previous buy price'],
    ['prev_price.sell', 'Previous sell price'],
  ]),
  {
    id: 'change',
    label: 'Change',
    group: 'Prices',
    kind: 'share',
    read: (token) => changeOf(token.price.exchange, token.prev_price?.exchange) ?? undefined,
    formula: '(exchange price − previous exchange price) ÷ previous exchange price',
  },
  {
    id: 'spread',
    label: 'Spread',
    group: 'Prices',
    kind: 'share',
    read: (token) => spreadShareOf(token.price) ?? undefined,
    formula: '(buy price − sell price) ÷ the middle of the two',
  },
  ...each('Limits', 'figure', [
    ['min.buy', 'Least, buy'],
    ['min.sell', 'Least, sell'],
    ['max.buy', 'Most, buy'],
    ['max.sell', 'Most, sell'],
    ['min_trade.buy', 'Least a trade, buy'],
    ['min_trade.sell', 'Least a trade, sell'],
    ['max_trade.buy', 'Most a trade, buy'],
    ['max_trade.sell', 'Most a trade, sell'],
    ['vol.buy', 'Volume, buy'],
    ['vol.sell', 'Volume, sell'],
  ]),
  ...each('Raise', 'money', [
    ['raise_amount', 'To raise'],
    ['total_raised', 'Raised'],
  ]),
  {
    id: 'raised',
    label: 'Raise progress',
    group: 'Raise',
    kind: 'share',
    read: (token) => raisedShareOf(token) ?? undefined,
    formula: 'raised ÷ to raise',
  },
  ...each('Raise', 'figure', [['percentage', 'Percentage']]),
  ...each('Raise', 'flag', [['completed_raise', 'Raise completed']]),
  ...each('Raise', 'money', [
    ['valuation', 'Valuation'],
    ['post_raise_valuation', 'Valuation after the raise'],
  ]),
  ...each('Raise', 'text', [['milestone', 'Milestone']]),
  ...each('Terms', 'text', [
    ['investment_type', 'Investment type'],
    ['investment_category', 'Category'],
  ]),
  ...each('Terms', 'figure', [
    ['interest', 'Interest'],
    ['dividend', 'Dividend'],
    ['tenor', 'Tenor'],
    ['discount', 'Discount'],
  ]),
  ...each('Terms', 'text', [['payout_frequency', 'Payout']]),
  ...each('Fees', 'figure', [
    ['buy_fee', 'Buy fee'],
    ['sell_fee', 'Sell fee'],
    ['management_fee', 'Management fee'],
    ['carry', 'Carry'],
  ]),
  ...each('Supply', 'figure', [
    ['supply', 'Supply'],
    ['total_supply', 'Total supply'],
    ['total_allocated', 'Total allocated'],
  ]),
  ...each('Access', 'text', [
    ['type', 'Type'],
    ['deal_access', 'Deal access'],
  ]),
  ...each('Access', 'flag', [
    ['secondaries', 'Trades in secondaries'],
    ['exited', 'Exited'],
    ['cancelled', 'Cancelled'],
  ]),
  ...each('Dates', 'date', [
    ['createdAt', 'Created'],
    ['updatedAt', 'Updated'],
  ]),
  ...each('Identity', 'text', [['currency', 'Currency']]),
  ...each('Identity', 'figure', [['reference', 'Reference']]),
  ...each('Identity', 'id', [
    ['_id', 'Token id'],
    ['creator', 'Creator'],
  ]),
];

/** The fields that have an order: a range may be asked for. */
export const NUMBER_FIELDS = TOKEN_FIELDS.filter(
  ({ kind, id }) => id !== 'percentage' && ['money', 'figure', 'share'].includes(kind),
);

/** The fields that have few values: some of them may be asked for. */
export const CHOICE_FIELDS = TOKEN_FIELDS.filter(({ kind }) => kind === 'text');

const byId = new Map(TOKEN_FIELDS.map((field) => [field.id, field]));

/** A field by its id. Throws where there is none: ids from addresses are checked before. */
export function fieldOf(id: string): TokenField {
  const field = byId.get(id);
  if (!field) throw new RangeError(`No field "${id}"`);
  return field;
}

function each(group: FieldGroup, kind: FieldKind, fields: [id: string, label: string][]): TokenField[] {
  return fields.map(([id, label]) => ({ id, label, group, kind, read: readerOf(id) }));
}

function readerOf(id: string): (token: TokenRow) => FieldValue {
  const [name = '', part] = id.split('.');
  return (token) => {
    const value = (token as Record<string, unknown>)[name];
    return (
      part === undefined ? value : (value as Record<string, unknown> | undefined)?.[part]
    ) as FieldValue;
  };
}
