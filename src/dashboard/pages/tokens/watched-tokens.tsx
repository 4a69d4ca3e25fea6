import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { MAX_WATCHED, type WatchedToken } from '#contract/watchlist.ts';
import { isAbsence } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { useQueryRows } from '#dashboard/api/http/use-query-rows.ts';
import { useStanding, useStandingErrors } from '#dashboard/api/http/use-standing-error.ts';
import type { TokenRow } from '#dashboard/api/tokens/token-fields.ts';
import { changeSince, inPercent } from '#dashboard/api/tokens/token-figures.ts';
import { plainText } from '#dashboard/api/tokens/token-names.ts';
import { tokenQuery } from '#dashboard/api/tokens/tokens.ts';
import { useTokenSources } from '#dashboard/api/tokens/tokens-now.ts';
import { useWatchChange, watchlistQuery } from '#dashboard/api/tokens/watchlist.ts';
import type { FileColumn } from '#dashboard/lib/export/file-column.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { head } from '#dashboard/list/columns.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { useSameRows, useSortedView } from '#dashboard/list/use-list-view.ts';
import type { Column } from '#dashboard/table/column.ts';
import { retryOf } from '#dashboard/table/failures.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Share } from '#dashboard/table/token-value.tsx';
import { WatchFailure } from '#dashboard/table/watch-star.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import {
  TOKEN_ROWS,
  TokenCard,
  type TokenListProps,
  tokenColumns,
  tokenFile,
  widestPrice,
} from './tokens-columns.tsx';

/** The tokens with a star, and what became of their prices since. */
export function WatchedTokens({ compared, segments }: TokenListProps) {
  const { list, gone, failures } = useWatchedRows();
  const digits = useMemo(() => widestPrice(list.rows), [list.rows]);
  const columns = useMemo(() => watchColumns(digits), [digits]);
  const table = useTableState(columns);
  const view = useSortedView(list, table);
  return (
    <ListPage
      {...{ list, view, table }}
      title="Tokens"
      noun="watched token"
      viewKey={`watchlist ${JSON.stringify(table.sort)}`}
      file={{ name: 'watched tokens', columns: watchedFile }}
      filters={segments}
      notes={
        <>
          <p className="text-soft text-table">Only you see this list. Up to {MAX_WATCHED} tokens.</p>
          <WatchFailure />
          {gone.length > 0 && <Gone gone={gone} />}
          {failures.count > 0 && <NotLoaded {...{ list, failures }} />}
        </>
      }
      row={{
        ...TOKEN_ROWS,
        selection: compared,
        card: (row) => <TokenCard token={row} aside={<SinceStarred row={row} />} />,
      }}
      empty={{
        title: 'No watched tokens',
        text: 'Select the star next to a token to track its price from then on.',
      }}
    />
  );
}

/** Says which watched tokens the service no longer has; they stay until the reader takes them off. */
function Gone({ gone }: { gone: readonly WatchedToken[] }) {
  const { mutate } = useWatchChange();
  const remove = () => {
    for (const { id, name } of gone) mutate({ id, name, content: null });
  };
  const named = gone.slice(0, 5).map(({ name }) => plainText(name, 60));
  const more = gone.length - named.length;
  return (
    <Banner
      tone="info"
      title={`${countOf(gone.length, 'watched token')} no longer available`}
      action={<Button onClick={remove}>Remove</Button>}
    >
      <p>
        Not found: {named.join(', ')}
        {more > 0 && ` and ${formatCount(more)} more`}.
      </p>
    </Banner>
  );
}

function NotLoaded({ list, failures }: Pick<ReturnType<typeof useWatchedRows>, 'list' | 'failures'>) {
  const { count, missing, why } = failures;
  const stale = count - missing;
  return (
    <Banner
      tone="warning"
      title={`${formatCount(count)} of the watched tokens could not be ${missing > 0 ? 'loaded' : 'refreshed'}`}
      action={
        <Button busy={list.busy} onClick={list.refresh}>
          Retry
        </Button>
      }
    >
      <p>
        {missing > 0 && `${countOf(missing, 'token')} shown by name only. `}
        {stale > 0 && `${countOf(stale, 'token')} shown with earlier figures. `}
        {explainRead(why)}
      </p>
    </Banner>
  );
}

/** Columns that give way to those of the watchlist, so that the others fit; they can be chosen. */
const GIVE_WAY = ['investment_category', 'tenor', 'raised', 'updatedAt'];

/** The columns of the watchlist: how the price has changed since the star, then all that a token has. */
export function watchColumns(digits: number): Column<WatchedRow>[] {
  const [name, ...tokens] = tokenColumns(true, digits) as unknown as Column<WatchedRow>[];
  const others = tokens.map((column) =>
    GIVE_WAY.includes(column.id) ? { ...column, optional: true } : column,
  );
  const own: Column<WatchedRow>[] = [
    {
      ...head('since', 'Since starred', 'w-28', 'w-14'),
      hint: '(exchange price − exchange price when starred) ÷ exchange price when starred',
      align: 'end',
      sortable: { by: (row) => changeSince(row.star, row) },
      cell: (row) => <SinceStarred row={row} />,
    },
    {
      ...head('starredPrice', 'Price when starred', 'w-36', 'w-20'),
      align: 'end',
      sortable: { by: ({ star }) => star.price },
      cell: ({ star: { price, currency } }) => (
        <Money amount={price ?? undefined} currency={currency ?? undefined} alignTo={digits} />
      ),
    },
    {
      ...head('starred', 'Starred', 'w-30', 'w-20'),
      sortable: { by: ({ star }) => star.at },
      cell: ({ star }) => <DateTime at={Date.parse(star.at)} brief />,
    },
  ];
  return name ? [name, ...own, ...others] : own;
}

const watchedFile: readonly FileColumn<WatchedRow>[] = [
  {
    heading: 'Change since starred (%)',
    as: 'decimal',
    cell: (row) => inPercent(changeSince(row.star, row)),
  },
  { heading: 'Price when starred', as: 'amount', cell: ({ star }) => star.price },
  { heading: 'Currency when starred', cell: ({ star }) => star.currency },
  { heading: 'Starred', as: 'instant', cell: ({ star }) => star.at },
  ...tokenFile,
];

function SinceStarred({ row }: { row: WatchedRow }) {
  const change = changeSince(row.star, row);
  if (change === null) return <Unknown reason={whyUnknown(row)} />;
  return (
    <span className="tabular">
      <Share value={change} signed />
    </span>
  );
}

function whyUnknown({ star, currency }: WatchedRow): string {
  if (star.currency === null) return 'Its currency was unknown when it was starred.';
  if (star.currency === currency) return 'One of the two prices is unknown or 0.';
  return `Priced in ${star.currency} when starred, and in another currency now.`;
}

/** A watched token, if it has been loaded, with what it was when it was starred. */
type WatchedRow = TokenRow & { star: WatchedToken };

function useWatchedRows() {
  const watchlist = useStanding(useQuery(watchlistQuery));
  const stars = watchlist.data ?? NO_STARS;
  const ids = useMemo(() => stars.map(({ id }) => id), [stars]);
  const { isMany, list, listed, alone } = useTokenSources(ids);
  const found = useQueries({ queries: alone.map(tokenQuery) });
  const byId = new Map(found.map((query, place) => [alone[place], query]));
  // What is asked for alone has its own query, everything else that of the list.
  const queries = ids.map((id) => byId.get(id) ?? list);
  const tokens = useSameRows(ids.map((id) => listed?.get(id) ?? byId.get(id)?.data?.data));
  const rows = useMemo(
    () =>
      stars.map((star, place): WatchedRow => {
        const token = tokens[place];
        if (token) return { ...token, _id: star.id, star };
        return { _id: star.id, name: star.name, currency: star.currency ?? '', price: {}, star };
      }),
    [stars, tokens],
  );
  const errors = useStandingErrors(ids, queries);
  // An absent list says nothing about one token.
  const isGone = (place: number) => queries[place] !== list && isAbsence(errors[place]);
  const failed = queries.filter((_, place) => errors[place] && !isGone(place));
  const loaded = tokens.filter((token) => token !== undefined).length;
  const isUnknown =
    !watchlist.data ||
    (stars.length > 0 && queries.every(({ isPending }, place) => isPending && !errors[place]));
  // Which tokens failed is said above the list.
  const sources = [...(isMany ? [list] : []), ...found];
  const held = useQueryRows([watchlist, ...sources.map((query) => ({ ...query, error: null }))], {
    rows: isUnknown ? undefined : rows,
    total: stars.length,
    of: 'watched tokens',
  });
  const { progress, refresh } = held;
  const isShort = !isUnknown && loaded < stars.length;
  return {
    list: {
      ...held,
      shown: isShort ? { ...progress, state: 'partial' as const, loaded, failedPages: 1 } : progress,
      asOf: retryOf(...sources).at,
      retry: refresh,
    },
    /** The service says that there is no such token. */
    gone: stars.filter((_, place) => isGone(place)),
    failures: {
      missing: failed.filter(({ data }) => !data).length,
      count: failed.length,
      why: errors.find((error, place) => error && !isGone(place)) ?? null,
    },
  };
}

const NO_STARS: readonly WatchedToken[] = [];
