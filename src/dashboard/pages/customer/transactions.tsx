import { Big } from 'big.js';
import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import {
  readTransactionType,
  type TransactionType,
  tradeList,
} from '#dashboard/api/customers/customer-transactions.ts';
import type { Trade } from '#dashboard/api/customers/statement-line.ts';
import { useListRows } from '#dashboard/api/http/use-list-rows.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { amountText, countOf, formatCount } from '#dashboard/lib/figures.ts';
import type { Label } from '#dashboard/lib/label.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { head, moneyColumn, timeColumn } from '#dashboard/list/columns.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { useFirstRows, useSortedView } from '#dashboard/list/use-list-view.ts';
import type { Column } from '#dashboard/table/column.ts';
import { Segment, Segments } from '#dashboard/table/filter-bar.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Badge } from '#dashboard/ui/badge.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { knownId, knownTime } from '#dashboard/ui/known.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { fileName } from './file-name.ts';

/** A customer's transactions, newest first, of all types or of one. */
export function Transactions({ customer }: { customer: CustomerRow }) {
  const { email } = customer._id;
  const [search] = useSearchParams();
  const { listRows } = useSettings();
  const type = readTransactionType(search);
  const source = useMemo(() => tradeList(email, type), [email, type]);
  const list = useListRows(source, listRows);
  const first = useFirstRows(list.rows);
  const columns = useMemo(() => transactionColumns(first), [first]);
  const table = useTableState(columns);
  const view = useSortedView(list, table, { asked: type });
  const { total } = list.shown;
  const listed = customer.total_trades;
  const stray = type === null ? 0 : list.rows.filter((row) => row.type !== type).length;
  const differs = type === null && listed !== undefined && total !== undefined && listed !== total;
  return (
    <ListPage
      {...{ list, view, table }}
      part
      title="Transactions"
      noun="transaction"
      viewKey={JSON.stringify([type, table.sort])}
      file={{
        name: fileName('transactions', customer.name?.trim()),
        columns: transactionFile,
        filter: withParams(new URLSearchParams(), { type }),
      }}
      filters={
        <Segments label="Types of transaction">
          {types.map((one) => (
            <Segment key={one.label} to={{ search: withType(search, one.type) }} current={one.type === type}>
              {one.label}
            </Segment>
          ))}
        </Segments>
      }
      notes={
        <>
          {stray > 0 && (
            <Banner tone="warning" title="Filter not confirmed">
              The response includes {countOf(stray, 'transaction')} of another type.
            </Banner>
          )}
          {differs && (
            <p className="text-muted text-table">
              The customer list shows {countOf(listed, 'trade')}; {countOf(total, 'transaction')} found.
            </p>
          )}
        </>
      }
      row={{ card: (row) => <TransactionCard row={row} /> }}
      empty={
        type === null
          ? {
              title: 'No transactions yet',
              text: 'Transactions appear here after the customer’s first trade.',
            }
          : {
              title: type === 'Buy' ? 'No purchases' : 'No sales',
              action: (
                <Link to={{ search: withType(search, null) }} className={buttonClass()}>
                  Show all types
                </Link>
              ),
            }
      }
    />
  );
}

const types: { type: TransactionType | null; label: string }[] = [
  { type: null, label: 'All' },
  { type: 'Buy', label: 'Bought' },
  { type: 'Sell', label: 'Sold' },
];

function withType(search: URLSearchParams, type: TransactionType | null): string {
  return String(withParams(search, { page: null, type }));
}

/** The columns of a customer's transactions. `rows` decides how wide fractions are. */
function transactionColumns(rows: readonly Trade[]): Column<Trade>[] {
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

const transactionFile: FileColumn<Trade>[] = [
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

function TransactionCard({ row }: { row: Trade }) {
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
      className="block min-w-0 max-w-72 truncate"
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
