import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import {
  readTransactionType,
  type TransactionType,
  tradeList,
} from '#dashboard/api/customers/customer-transactions.ts';
import type { Trade } from '#dashboard/api/customers/statement-line.ts';
import { useListRows } from '#dashboard/api/http/use-list-rows.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { holdsWords, meantIds, searchWords } from '#dashboard/lib/name-rank.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { RestingSearch } from '#dashboard/list/list-search.tsx';
import { useFirstRows, useSortedView } from '#dashboard/list/use-list-view.ts';
import { Segment, Segments } from '#dashboard/table/filter-bar.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { fileName } from './file-name.ts';
import { TransactionCard, transactionColumns, transactionFile } from './transaction-columns.tsx';

/** A customer's transactions, newest first, of all types or of one. */
export function Transactions({ customer }: { customer: CustomerRow }) {
  const { email } = customer._id;
  const [search, setSearch] = useSearchParams();
  const { listRows } = useSettings();
  const type = readTransactionType(search);
  const source = useMemo(() => tradeList(email, type), [email, type]);
  const list = useListRows(source, listRows);
  const first = useFirstRows(list.rows);
  const columns = useMemo(() => transactionColumns(first), [first]);
  const table = useTableState(columns);
  const q = (search.get('q') ?? '').slice(0, 200);
  const view = useSortedView(list, table, {
    asked: [type, q],
    passes: q ? (trade) => passesTrade(trade, q) : undefined,
  });
  const find = (text: string) => setSearch(withParams(search, { q: text }), { replace: true });
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
      viewKey={JSON.stringify([type, q, table.sort])}
      filtered={q ? 1 : 0}
      clear={() => setSearch(withParams(search, { q: null, type: null }), { replace: true })}
      file={{
        name: fileName('transactions', customer.name?.trim()),
        columns: transactionFile,
        filter: withParams(new URLSearchParams(), { type, q }),
      }}
      filters={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-md:w-full">
          <Segments label="Types of transaction">
            {types.map((one) => (
              <Segment
                key={one.label}
                to={{ search: withType(search, one.type) }}
                current={one.type === type}
              >
                {one.label}
              </Segment>
            ))}
          </Segments>
          <RestingSearch
            label="Search transactions by token, symbol or reference"
            placeholder="Token, symbol or reference"
            text={q}
            onChange={find}
          />
        </div>
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

function passesTrade({ id, reference, token }: Trade, q: string): boolean {
  return holdsWords(searchWords(q), [token.name, token.symbol, reference, ...meantIds(q, [id, token.id])]);
}

function withType(search: URLSearchParams, type: TransactionType | null): string {
  return String(withParams(search, { page: null, type }));
}
