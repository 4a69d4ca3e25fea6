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

/**
 * What a figure of a token is counted in (decisions.md, row 23). `unstated` is a figure of which neither the interface
 * nor the trade says it.
 */
export type TokenUnit = '% p.a.' | '%' | 'months' | 'units' | 'unstated';

/** One thing to know of a token. */
export interface TokenField {
  /** As the service names it, with a point before the part of an object; or our name for what we work out. */
  id: string;
  label: string;
  group: FieldGroup;
  kind: FieldKind;
  /** Undefined where the service returned none. */
  read: (token: TokenRow) => FieldValue;
  /** What a figure is counted in. */
  unit?: TokenUnit;
  /** How it is calculated, if it isn't the service's own. */
  formula?: string;
}

/** Every field in its order, the service's own and ours. */
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
    formula: '(buy price − sell price) ÷ the average of the two',
  },
  ...figures('Limits', 'unstated', [
    ['min.buy', 'Min. buy'],
    ['min.sell', 'Min. sell'],
    ['max.buy', 'Max. buy'],
    ['max.sell', 'Max. sell'],
    ['min_trade.buy', 'Min. per buy order'],
    ['min_trade.sell', 'Min. per sell order'],
    ['max_trade.buy', 'Max. per buy order'],
    ['max_trade.sell', 'Max. per sell order'],
    ['vol.buy', 'Buy volume'],
    ['vol.sell', 'Sell volume'],
  ]),
  ...each('Raise', 'money', [
    ['raise_amount', 'Raise target'],
    ['total_raised', 'Raised'],
  ]),
  {
    id: 'raised',
    label: 'Raise progress',
    group: 'Raise',
    kind: 'share',
    read: (token) => raisedShareOf(token) ?? undefined,
    formula: 'raised ÷ raise target',
  },
  ...figures('Raise', '%', [['percentage', 'Percentage']]),
  ...each('Raise', 'flag', [['completed_raise', 'Fully raised']]),
  ...each('Raise', 'money', [
    ['valuation', 'Valuation'],
    ['post_raise_valuation', 'Post-money valuation'],
  ]),
  ...each('Raise', 'text', [['milestone', 'Milestone']]),
  ...each('Terms', 'text', [
    ['investment_type', 'Investment type'],
    ['investment_category', 'Category'],
  ]),
  ...figures('Terms', '% p.a.', [['interest', 'Interest']]),
  ...figures('Terms', 'unstated', [['dividend', 'Dividend']]),
  ...figures('Terms', 'months', [['tenor', 'Tenor']]),
  ...figures('Terms', 'unstated', [['discount', 'Discount']]),
  ...each('Terms', 'text', [['payout_frequency', 'Payout']]),
  ...figures('Fees', '%', [
    ['buy_fee', 'Buy fee'],
    ['sell_fee', 'Sell fee'],
  ]),
  ...figures('Fees', 'unstated', [
    ['management_fee', 'Management fee'],
    ['carry', 'Carry'],
  ]),
  ...figures('Supply', 'units', [
    ['supply', 'Supply'],
    ['total_supply', 'Total supply'],
    ['total_allocated', 'Total allocated'],
  ]),
  ...each('Access', 'text', [
    ['type', 'Type'],
    ['deal_access', 'Deal access'],
  ]),
  ...each('Access', 'flag', [
    ['secondaries', 'Secondary trading'],
    ['exited', 'Exited'],
    ['cancelled', 'Cancelled'],
  ]),
  ...each('Dates', 'date', [
    ['createdAt', 'Created'],
    ['updatedAt', 'Updated'],
  ]),
  ...each('Identity', 'text', [['currency', 'Currency']]),
  ...each('Identity', 'id', [
    ['reference', 'Reference'],
    ['_id', 'Token ID'],
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

function figures(group: FieldGroup, unit: TokenUnit, fields: [id: string, label: string][]): TokenField[] {
  return each(group, 'figure', fields).map((field) => ({ ...field, unit }));
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
