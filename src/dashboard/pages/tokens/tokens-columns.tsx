import type { ReactNode } from 'react';
import { tokenAddress } from '#dashboard/api/addresses.ts';
import {
  fieldOf,
  fileHeadingOf,
  fileValueOf,
  headerOf,
  TOKEN_FIELDS,
  type TokenField,
  type TokenRow,
  withUnit,
} from '#dashboard/api/tokens/token-fields.ts';
import { CLASSIFIED } from '#dashboard/api/tokens/token-filter.ts';
import { nameOfToken, plainText } from '#dashboard/api/tokens/token-names.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { head, timeValue } from '#dashboard/list/columns.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { RowLink } from '#dashboard/table/row-link.tsx';
import type { Selection } from '#dashboard/table/selection.ts';
import { TokenEnded, TokenImage } from '#dashboard/table/token-image.tsx';
import { TokenValue } from '#dashboard/table/token-value.tsx';
import { WatchStar } from '#dashboard/table/watch-star.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

export interface TokenListProps {
  compared: Selection<TokenRow>;
  /** Leads to the tokens of another status, or to the watchlist. */
  segments: ReactNode;
}

export const TOKEN_ROWS = {
  rowId: (token: TokenRow) => token._id,
  rowHref: ({ _id }: TokenRow) => tokenAddress(_id),
  rowLabel: nameOfToken,
};

/** The fields that a list shows by default, besides the name; they fit a window of 1,440 pixels. */
const SHOWN = [
  'investment_type',
  'investment_category',
  'price.buy',
  'price.sell',
  'change',
  'interest',
  'tenor',
  'raised',
  'updatedAt',
];

/** Every field but one that another says already; those that are shown by default come first. */
const LISTED = [
  ...SHOWN.map(fieldOf),
  ...TOKEN_FIELDS.filter(({ id }) => id !== 'percentage' && !SHOWN.includes(id)),
];

interface Kind {
  width: Column<TokenRow>['width'];
  isFigure?: boolean;
  /** How a file holds it, if not as text. */
  as?: NonNullable<FileColumn<TokenRow>['as']>;
}

const KINDS: Record<TokenField['kind'], Kind> = {
  money: { width: 'w-30', isFigure: true, as: 'amount' },
  figure: { width: 'w-23', isFigure: true },
  share: { width: 'w-22', isFigure: true, as: 'decimal' },
  text: { width: 'w-28' },
  flag: { width: 'w-28' },
  date: { width: 'w-28', as: 'instant' },
  id: { width: 'w-40' },
};

/** The columns of a list of tokens. What the list of active tokens does not carry is shown if it is chosen. */
export function tokenColumns(classified: boolean, digits: number): Column<TokenRow>[] {
  // The type gives way to the category, which says more; both don't fit.
  const isHidden = (id: string) => (classified ? id === 'investment_type' : CLASSIFIED.has(id));
  const columns = LISTED.map((field, place) =>
    column(field, digits, place >= SHOWN.length || isHidden(field.id)),
  );
  return [nameColumn, ...columns.toSpliced(SHOWN.length, 0, feesColumn)];
}

const nameColumn: Column<TokenRow> = {
  ...head('name', 'Token', 'w-62', 'w-40'),
  required: true,
  sortable: { by: (token) => plainText(token.name ?? token.symbol ?? '').toLowerCase() },
  cell: (token) => <TokenName token={token} />,
};

const feesColumn: Column<TokenRow> = {
  ...head('fees', 'Fees', 'w-28', 'w-12'),
  hint: 'To buy / to sell',
  align: 'end',
  optional: true,
  sortable: { by: (token) => token.buy_fee },
  cell: ({ buy_fee, sell_fee }) =>
    buy_fee === undefined && sell_fee === undefined ? (
      <Unknown reason="Fees: not returned." />
    ) : (
      <span className="tabular whitespace-nowrap">
        {fee(buy_fee)} / {fee(sell_fee)}
      </span>
    ),
};

function fee(value: number | undefined): ReactNode {
  return value === undefined ? <Unknown reason="Fee: not returned." /> : withUnit(value, '%');
}

function column(field: TokenField, digits: number, optional: boolean): Column<TokenRow> {
  const { id, kind, read, formula } = field;
  const { width, isFigure } = KINDS[kind];
  return {
    ...head(id, headerOf(field), width, isFigure ? 'w-14' : 'w-20'),
    sortable: { by: kind === 'date' ? (token) => timeValue(String(read(token) ?? '')) : read },
    ...(optional && { optional }),
    ...(isFigure && { align: 'end' }),
    ...(formula && { hint: formula }),
    cell: (token) => <TokenValue {...{ field, token }} alignTo={kind === 'money' ? digits : 0} brief />,
  };
}

function TokenName({ token }: { token: TokenRow }) {
  const name = nameOfToken(token);
  return (
    <span className="flex min-w-58 items-center gap-2 contain-inline-size">
      <WatchStar token={token} />
      <TokenImage token={token} />
      {/* Both lines fit a row of either height. */}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-center gap-2">
          <bdi className="truncate font-medium leading-4" title={name}>
            <RowLink href={tokenAddress(token._id)} className="hover:underline">
              {name}
            </RowLink>
          </bdi>
          <TokenEnded token={token} />
        </span>
        {token.symbol && (
          <bdi className="truncate text-label text-muted leading-3.5" title={plainText(token.symbol)}>
            {plainText(token.symbol, 40)}
          </bdi>
        )}
      </span>
    </span>
  );
}

export function TokenCard({ token, aside }: { token: TokenRow; aside?: ReactNode }) {
  const value = (id: string) => <TokenValue field={fieldOf(id)} token={token} brief />;
  return (
    <div className="flex items-center gap-3">
      <TokenImage token={token} size="card" />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <bdi className="min-w-0 truncate font-medium">{nameOfToken(token)}</bdi>
          <TokenEnded token={token} />
        </div>
        <div className="mt-0.5 flex items-baseline justify-between gap-3 text-table">
          {/* If there is room for only two letters of it, it says nothing to the eye. */}
          <bdi className="min-w-0 truncate text-muted max-[27rem]:sr-only">
            {plainText(token.symbol ?? '', 40)}
          </bdi>
          <span className="flex shrink-0 items-baseline gap-2">
            {value('price.exchange')}
            {aside ?? value('change')}
          </span>
        </div>
      </div>
      <span className="-my-2 -mr-2">
        <WatchStar token={token} />
      </span>
    </div>
  );
}

/** The digits after the point of the price that has most of them, within reason. */
export function widestPrice(rows: Iterable<TokenRow>): number {
  let widest = 2;
  for (const { price } of rows) {
    for (const value of [price.exchange, price.buy, price.sell]) {
      const fraction = value === undefined ? '' : (String(value).split('.')[1] ?? '');
      widest = Math.max(widest, Math.min(fraction.length, 8));
    }
  }
  return widest;
}

/** A file of tokens has everything there is, unformatted; what the list shows comes first, in its order. */
export const tokenFile: readonly FileColumn<TokenRow>[] = [
  { heading: 'Token', cell: ({ name }) => name },
  { heading: 'Symbol', cell: ({ symbol }) => symbol },
  { heading: 'Currency', cell: ({ currency }) => currency },
  ...LISTED.filter(({ id }) => id !== 'currency').map(fileColumn),
  { heading: 'Image', cell: ({ image }) => image },
];

function fileColumn(field: TokenField): FileColumn<TokenRow> {
  const { as } = KINDS[field.kind];
  return { heading: fileHeadingOf(field), ...(as && { as }), cell: (token) => fileValueOf(field, token) };
}
