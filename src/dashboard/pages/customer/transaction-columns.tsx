import { Big } from 'big.js';
import type { ReactNode } from 'react';
import type { Trade } from '#dashboard/api/customers/statement-line.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { amountText, formatCount } from '#dashboard/lib/figures.ts';
import type { Label } from '#dashboard/lib/label.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { head, moneyColumn, timeColumn } from '#dashboard/list/columns.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { knownId, knownTime } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** The columns of a customer's transactions. `rows` decides how wide fractions are. */
export function transactionColumns(rows: readonly Trade[]): Column<Trade>[] {
  return [
    timeColumn(head('when', 'Date', 'w-40', 'w-28'), ({ at }) => at),
    {
      ...head('type', 'Type', 'w-20', 'w-10'),
      sortable: { by: ({ type }) => type },
      cell: ({ type }) => word(type, 'type'),
    },
    {
      ...head('token', 'Token', 'w-56', 'w-40'),
      sortable: { by: ({ token }) => nameOf(token).toLowerCase() },
      cell: ({ token }) => <Token token={token} />,
    },
    {
      ...head('volume', 'Volume', 'w-20', 'w-12'),
      hint: 'Units of the token',
      align: 'end',
      sortable: { by: ({ volume }) => volume },
      cell: ({ volume }) => <span className="tabular">{formatCount(volume)}</span>,
    },
    { ...moneyColumn(head('price', 'Price', 'w-32', 'w-20'), priceOf, rows), hint: 'Per unit' },
    { ...moneyColumn(head('value', 'Value', 'w-36', 'w-24'), amountOf, rows), hint: 'Volume × price' },
    {
      ...head('status', 'Status', 'w-28', 'w-16'),
      sortable: { by: ({ status }) => status },
      cell: ({ status }) => word(status, 'status'),
    },
    {
      ...head('reference', 'Reference', 'w-40', 'w-28'),
      sortable: { by: ({ reference }) => reference },
      cell: ({ reference }) => knownId(reference, 'reference'),
    },
  ];
}

export const transactionFile: FileColumn<Trade>[] = [
  { heading: 'Date', as: 'instant', cell: ({ at }) => at },
  { heading: 'Type', cell: ({ type }) => type },
  { heading: 'Token', cell: ({ token }) => token.name },
  { heading: 'Symbol', cell: ({ token }) => token.symbol },
  { heading: 'Token ID', cell: ({ token }) => token.id },
  { heading: 'Volume (units)', cell: ({ volume }) => volume },
  { heading: 'Price per unit', as: 'amount', cell: ({ price }) => price },
  { heading: 'Value', as: 'amount', cell: worthOf },
  { heading: 'Currency', cell: ({ token }) => token.currency },
  { heading: 'Status', cell: ({ status }) => status },
  { heading: 'Reference', cell: ({ reference }) => reference },
  { heading: 'Transaction ID', cell: ({ id }) => id },
];

export function TransactionCard({ row }: { row: Trade }) {
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          <span className="shrink-0">{word(row.type, 'type')}</span>
          <Token token={row.token} />
        </span>
        <span className="shrink-0 font-medium">
          <Money {...amountOf(row)} />
        </span>
      </div>
      <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-3 text-muted text-table">
        {knownTime(row.at)}
        <span className="inline-flex items-center gap-2">
          <span className="tabular">
            {formatCount(row.volume)} × {amountText(row.price, row.token.currency)}
          </span>
          {word(row.status, 'status')}
        </span>
      </div>
    </>
  );
}

const tones = new Map<string, Label['tone']>([
  ['Buy', 'info'],
  ['Completed', 'success'],
  ['Pending', 'warning'],
  ['Failed', 'danger'],
]);

function word(text: string, name: string): ReactNode {
  if (!text) return <Unknown reason={`The ${name} is missing.`} />;
  return <Badge tone={tones.get(text) ?? 'neutral'}>{clip(text, 40)}</Badge>;
}

function Token({ token }: { token: Trade['token'] }) {
  const name = nameOf(token);
  return (
    <bdi
      title={clip([token.name, token.symbol].filter(Boolean).join(', '), 300)}
      className="block min-w-0 truncate md:max-w-72"
    >
      {clip(name, 120)}
      {token.symbol && token.symbol !== name && (
        <span className="ml-1.5 text-muted">{clip(token.symbol, 20)}</span>
      )}
    </bdi>
  );
}

function nameOf(token: Trade['token']): string {
  return token.name ?? token.symbol ?? token.id;
}

const priceOf = ({ price, token }: Trade) => ({ amount: price, currency: token.currency });
const amountOf = (trade: Trade) => ({ amount: worthOf(trade), currency: trade.token.currency });

function worthOf({ volume, price }: Trade): string {
  return new Big(volume).times(price).toFixed();
}
