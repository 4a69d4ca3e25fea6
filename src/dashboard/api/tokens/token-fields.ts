import type { Seen } from '#contract/reading.ts';
import type { SingleToken } from '#contract/tokens.ts';
import { countOf, formatCount, withPercent } from '#dashboard/lib/figures.ts';
import { changeOf, inPercent, raisedShareOf, spreadShareOf } from './token-figures.ts';

/** A token of any of the endpoints that give one, or one that is watched and not here yet: all but its id, its currency and its prices may be missing. */
export type TokenRow = Seen<SingleToken>;

type FieldKind = 'money' | 'figure' | 'share' | 'text' | 'flag' | 'date' | 'id';

type FieldValue = string | number | boolean | null | undefined;

/** What a figure is counted in (decisions.md, row 23); `unstated` if neither interface nor trade says it. */
export type TokenUnit = '% p.a.' | '%' | 'months' | 'units' | 'unstated';

export interface TokenField {
  /** As the service names it, with a point before the part of an object; or our name for what we work out. */
  id: string;
  label: string;
  group: FieldGroup;
  kind: FieldKind;
  read: (token: TokenRow) => FieldValue;
  unit?: TokenUnit;
  /** How it is calculated, if it isn't the service's own. */
  formula?: string;
}

type FieldRow = [id: string, label: string, kind: FieldKind, unit?: TokenUnit];

const ROWS = {
  Prices: [
    ['price.exchange', 'Exchange price', 'money'],
    ['price.buy', 'Buy price', 'money'],
    ['price.sell', 'Sell price', 'money'],
    ['prev_price.exchange', 'Previous exchange price', 'money'],
    ['prev_price.buy', 'Previous buy price', 'money'],
    ['prev_price.sell', 'Previous sell price', 'money'],
    ['change', 'Change', 'share'],
    ['spread', 'Spread', 'share'],
  ],
  Limits: [
    ['min.buy', 'Min. buy', 'figure', 'unstated'],
    ['min.sell', 'Min. sell', 'figure', 'unstated'],
    ['max.buy', 'Max. buy', 'figure', 'unstated'],
    ['max.sell', 'Max. sell', 'figure', 'unstated'],
    ['min_trade.buy', 'Min. per buy order', 'figure', 'unstated'],
    ['min_trade.sell', 'Min. per sell order', 'figure', 'unstated'],
    ['max_trade.buy', 'Max. per buy order', 'figure', 'unstated'],
    ['max_trade.sell', 'Max. per sell order', 'figure', 'unstated'],
    ['vol.buy', 'Buy volume', 'figure', 'unstated'],
    ['vol.sell', 'Sell volume', 'figure', 'unstated'],
  ],
  Raise: [
    ['raise_amount', 'Raise target', 'money'],
    ['total_raised', 'Raised', 'money'],
    ['raised', 'Raise progress', 'share'],
    ['percentage', 'Percentage', 'figure', '%'],
    ['completed_raise', 'Fully raised', 'flag'],
    ['valuation', 'Valuation', 'money'],
    ['post_raise_valuation', 'Post-money valuation', 'money'],
    ['milestone', 'Milestone', 'text'],
  ],
  Terms: [
    ['investment_type', 'Investment type', 'text'],
    ['investment_category', 'Category', 'text'],
    ['interest', 'Interest', 'figure', '% p.a.'],
    ['dividend', 'Dividend', 'figure', 'unstated'],
    ['tenor', 'Tenor', 'figure', 'months'],
    ['discount', 'Discount', 'figure', 'unstated'],
    ['payout_frequency', 'Payout', 'text'],
  ],
  Fees: [
    ['buy_fee', 'Buy fee', 'figure', '%'],
    ['sell_fee', 'Sell fee', 'figure', '%'],
    ['management_fee', 'Management fee', 'figure', 'unstated'],
    ['carry', 'Carry', 'figure', 'unstated'],
  ],
  Supply: [
    ['supply', 'Supply', 'figure', 'units'],
    ['total_supply', 'Total supply', 'figure', 'units'],
    ['total_allocated', 'Total allocated', 'figure', 'units'],
  ],
  Access: [
    ['type', 'Type', 'text'],
    ['deal_access', 'Deal access', 'text'],
    ['secondaries', 'Secondary trading', 'flag'],
    ['exited', 'Exited', 'flag'],
    ['cancelled', 'Cancelled', 'flag'],
  ],
  Dates: [
    ['createdAt', 'Created', 'date'],
    ['updatedAt', 'Updated', 'date'],
  ],
  Identity: [
    ['currency', 'Currency', 'text'],
    ['reference', 'Reference', 'id'],
    ['_id', 'Token ID', 'id'],
    ['creator', 'Creator', 'id'],
  ],
} satisfies Record<string, FieldRow[]>;

export type FieldGroup = keyof typeof ROWS;

export const FIELD_GROUPS = Object.keys(ROWS) as FieldGroup[];

const OURS: Partial<Record<string, Pick<TokenField, 'read' | 'formula'>>> = {
  change: {
    read: (token) => changeOf(token.price.exchange, token.prev_price?.exchange) ?? undefined,
    formula: '(exchange price − previous exchange price) ÷ previous exchange price',
  },
  spread: {
    read: (token) => spreadShareOf(token.price) ?? undefined,
    formula: '(buy price − sell price) ÷ the average of the two',
  },
  raised: {
    read: (token) => raisedShareOf(token.total_raised, token.raise_amount) ?? undefined,
    formula: 'raised ÷ raise target',
  },
};

export const TOKEN_FIELDS: readonly TokenField[] = FIELD_GROUPS.flatMap((group) =>
  ROWS[group].map(([id, label, kind, unit]: FieldRow) => ({
    id,
    label,
    group,
    kind,
    ...(unit && { unit }),
    ...(OURS[id] ?? { read: readerOf(id) }),
  })),
);

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

function readerOf(id: string): (token: TokenRow) => FieldValue {
  const [name = '', part] = id.split('.');
  return (token) => {
    const value = (token as Record<string, unknown>)[name];
    return (
      part === undefined ? value : (value as Record<string, unknown> | undefined)?.[part]
    ) as FieldValue;
  };
}

/** A figure with its unit: `25% p.a.`, `6 months`. */
export function withUnit(value: number, unit: TokenUnit | undefined): string {
  const isCounted = unit === 'months' || unit === 'units';
  const text = isCounted ? countOf(value, unit.slice(0, -1)) : formatCount(value);
  return unit?.startsWith('%') ? withPercent(text) + unit.slice(1) : text;
}

/** The header of a field's column, which says once if the unit isn't stated. */
export function headerOf({ label, unit }: TokenField): string {
  return unit === 'unstated' ? `${label} (unit not stated)` : label;
}

/** The heading of a field in an exported file: its name in words, and its unit. */
export function fileHeadingOf(field: TokenField): string {
  if (field.kind === 'share') return `${field.label} (%)`;
  return field.unit && field.unit !== 'unstated' ? `${field.label} (${field.unit})` : headerOf(field);
}

/** A field's value in an exported file: unformatted, a share in percent. */
export function fileValueOf({ kind, read }: TokenField, token: TokenRow) {
  const value = read(token);
  return kind === 'share' && typeof value === 'number' ? inPercent(value) : value;
}
