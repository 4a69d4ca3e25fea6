import { useMemo } from 'react';
import { ApiError } from '#dashboard/api/api-error.ts';
import { explainRead } from '#dashboard/api/explain.ts';
import { useWatchlist } from '#dashboard/api/watchlist.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { tokenAddress } from '#dashboard/lib/token-addresses.ts';
import type { TokenRow } from '#dashboard/lib/token-fields.ts';
import { changeOf } from '#dashboard/lib/token-figures.ts';
import { nameOfToken } from '#dashboard/lib/token-names.ts';
import { MOST_STARS, type Star } from '#dashboard/lib/watchlist.ts';
import { CardList } from '#dashboard/table/card-list.tsx';
import type { Column } from '#dashboard/table/column.ts';
import { ColumnChooser } from '#dashboard/table/column-chooser.tsx';
import { DataTable } from '#dashboard/table/data-table.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import type { Selection } from '#dashboard/table/selection.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { Share } from '#dashboard/ui/token-value.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { TokenViews } from './token-views.tsx';
import { TokenCard, tokenColumns, widestPrice } from './tokens-columns.tsx';
import { useWatchedRows, type WatchedRow } from './watched-rows.ts';

const idOf = (token: TokenRow) => token._id;
const hrefOf = ({ _id }: TokenRow) => (_id === undefined ? undefined : tokenAddress(_id));

/** The tokens with a star, and what became of their prices since. */
export function WatchedTokens({ compared }: { compared: Selection<TokenRow> }) {
  const { stars } = useWatchlist();
  const { density, shortcuts } = useSettings();
  const wide = useMedia('(min-width: 48rem)');
  const { rows, pending, failures, asOf, fetching, refetch } = useWatchedRows(stars);
  const digits = widestPrice(rows);
  const columns = useMemo(() => watchColumns(digits), [digits]);
  const table = useTableState(columns);
  const state = stars.length === 0 ? <NothingWatched /> : null;
  const list = {
    label: 'Watchlist',
    rows: stars.length > 0 && pending === stars.length ? undefined : rows,
    busy: false,
    rowId: idOf,
    rowHref: hrefOf,
  };
  return (
    <>
      <PageHead title="Tokens">
        <div className="flex flex-wrap items-center gap-2">
          <Freshness at={asOf} refreshing={fetching} refresh={refetch} />
          {wide && <ColumnChooser choice={table.choice} />}
        </div>
      </PageHead>
      <div className="flex flex-wrap items-center gap-2">
        <TokenViews view="watchlist" watched={stars.length} />
      </div>
      <p role="status" className="tabular text-soft text-table">
        <strong className="font-medium text-text">{formatCount(stars.length)} watched</strong>, in this
        browser alone; at most {MOST_STARS}. Changes are against the price when the star was given.
      </p>
      {failures.length > 0 && <NotLoaded failures={failures} retry={refetch} retrying={fetching} />}
      {wide ? (
        <DataTable
          {...list}
          columns={table.columns}
          view="watchlist"
          selection={compared}
          density={density}
          shortcuts={shortcuts}
        >
          {state}
        </DataTable>
      ) : (
        <CardList
          {...list}
          rowLabel={nameOfToken}
          selection={compared}
          card={(row) => <TokenCard token={row} aside={<SinceStarred row={row} />} />}
        >
          {state}
        </CardList>
      )}
    </>
  );
}

function NothingWatched() {
  return (
    <Notice title="You watch no tokens yet">
      The star beside a token’s name puts it here, with the price that it had at that moment.
    </Notice>
  );
}

interface NotLoadedProps {
  failures: readonly { star: Star; error: Error }[];
  retry: () => void;
  retrying: boolean;
}

function NotLoaded({ failures, retry, retrying }: NotLoadedProps) {
  const [first] = failures;
  const why =
    first?.error instanceof ApiError ? explainRead(first.error) : 'This is a fault of the desk itself.';
  return (
    <Banner
      tone="warning"
      title={`${formatCount(failures.length)} of the watched tokens could not be loaded`}
      action={
        <Button busy={retrying} onClick={retry}>
          Retry
        </Button>
      }
    >
      <p>They stand below as they were called when they were starred. {why}</p>
    </Banner>
  );
}

function watchColumns(digits: number): Column<WatchedRow>[] {
  const [name, ...others] = tokenColumns(true, digits) as unknown as Column<WatchedRow>[];
  const own: Column<WatchedRow>[] = [
    {
      id: 'since',
      header: 'Since starred',
      hint: '(exchange price − exchange price when starred) ÷ exchange price when starred',
      align: 'end',
      width: 'w-28',
      skeleton: 'w-14',
      cell: (row) => <SinceStarred row={row} />,
    },
    {
      id: 'starredPrice',
      header: 'Price then',
      align: 'end',
      width: 'w-36',
      skeleton: 'w-20',
      cell: ({ star }) => (
        <Money amount={star.price ?? undefined} currency={star.currency ?? undefined} alignTo={digits} />
      ),
    },
    {
      id: 'starred',
      header: 'Starred',
      width: 'w-30',
      skeleton: 'w-20',
      cell: ({ star }) => <DateTime at={star.at} brief />,
    },
  ];
  return name ? [name, ...own, ...others] : own;
}

/** How the price has moved since the star was given; a price in another currency says nothing of it. */
function SinceStarred({ row }: { row: WatchedRow }) {
  const { star, price, currency } = row;
  if (star.currency !== null && currency !== undefined && currency !== star.currency) {
    return (
      <Unknown
        reason={`It was priced in ${star.currency} when it was starred, and is in another currency now.`}
      />
    );
  }
  const change = changeOf(price?.exchange, star.price ?? undefined);
  if (change === null) return <Unknown reason="One of the two prices isn’t known, or was 0." />;
  return (
    <span className="tabular">
      <Share value={change} signed />
    </span>
  );
}
