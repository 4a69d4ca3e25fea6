import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { useListRows } from '#dashboard/api/http/use-list-rows.ts';
import { collateralQuery } from '#dashboard/api/loans/collateral.ts';
import { loanList } from '#dashboard/api/loans/loans.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import { type CoveredLoan, useCovers } from '#dashboard/api/loans/use-covers.ts';
import { memberList, useMemberNames } from '#dashboard/api/members/members.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { isWithin, NO_BOUNDS, readBounds, writtenBounds } from '#dashboard/lib/bounds.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { holdsWords, meantIds, searchWords } from '#dashboard/lib/name-rank.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { countFilters, ListFilters } from '#dashboard/list/list-filters.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { loanHref, loanLabel } from '#dashboard/list/loan-rows.tsx';
import { unfinished, useSortedView } from '#dashboard/list/use-list-view.ts';
import { RefreshFailed, retryOf } from '#dashboard/table/failures.tsx';
import type { Choice } from '#dashboard/table/filter-panel.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { usePatience } from '#dashboard/ui/use-patience.ts';
import { CoverCard, coverColumns, coverFile, fallOf } from './cover-columns.tsx';

export async function loader(client: QueryClient): Promise<void> {
  await Promise.all([
    prefetchList(client, loanList),
    prefetchList(client, memberList),
    client.prefetchQuery(collateralQuery()),
    client.prefetchQuery(loanConfigurationQuery),
  ]);
}

const STATES: Choice[] = [
  { value: 'past', label: 'Past the limit' },
  { value: 'within', label: 'Within the limit' },
  { value: 'unknown', label: 'Unknown' },
];

/** What an address narrows the list by; a value that makes no sense narrows nothing. */
function readFilter(search: URLSearchParams) {
  return {
    cover: STATES.find(({ value }) => value === search.get('cover'))?.value ?? null,
    currency: search.get('currency') || null,
    borrower: search.get('borrower') ?? '',
    /** A part of the name or the ID of a token in the collateral. */
    token: search.get('token') ?? '',
    fall: readBounds(search.get('fall') ?? '') ?? NO_BOUNDS,
  };
}

const NO_FILTER = readFilter(new URLSearchParams());

/** The open loans with their collateral at current prices: those past the limit first. */
export default function CoverPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { listRows } = useSettings();
  const loans = useListRows(loanList, listRows);
  const nameOf = useMemberNames(loans.rows.length > 0);
  const now = useNow();
  const { rows, known, failed } = useCovers(loans.rows);
  const list = { ...loans, rows };
  const mayRecord = useMay('create-loan');
  const columns = useMemo(() => coverColumns({ now, nameOf, mayRecord }), [now, nameOf, mayRecord]);
  const table = useTableState(columns);
  const filter = readFilter(search);
  const filtered = countFilters(filter);
  const params = { ...filter, fall: writtenBounds(filter.fall) };
  const passes = ({ loan, collateral, cover }: CoveredLoan) =>
    (filter.cover === null || cover.state === filter.cover) &&
    (filter.currency === null || loan.currency === filter.currency) &&
    holdsWords(searchWords(filter.borrower), [
      ...meantIds(filter.borrower, [loan.borrower]),
      nameOf(loan.borrower),
    ]) &&
    holdsWords(searchWords(filter.token), tokensIn(collateral, filter.token)) &&
    isWithin(fallOf(cover), filter.fall);
  const sorted = useSortedView(list, table, { asked: params, passes: filtered > 0 ? passes : undefined });
  const isAsking = rows.some(({ cover: { state } }) => state === 'asking');
  const isPatient = usePatience();
  // Their order is that of their cover: what is there within a moment doesn't move.
  const held = isAsking && isPatient ? { ...sorted, rows: undefined } : sorted;
  const view = isAsking ? unfinished(held) : sorted;
  const currencies = [...new Set(rows.map(({ loan }) => loan.currency))].sort();
  const setFilter = (next: typeof filter) =>
    void navigate(
      { search: String(withParams(search, { ...next, fall: writtenBounds(next.fall) })) },
      { replace: true },
    );
  return (
    <ListPage
      {...{ list, view, table, filtered }}
      clear={() => setFilter(NO_FILTER)}
      title="Cover"
      noun="open loan"
      loaded="loan"
      viewKey={search.toString()}
      file={{
        name: 'cover',
        columns: coverFile({ now, nameOf }),
        filter: withParams(new URLSearchParams(), params),
      }}
      filters={
        <ListFilters
          label="Filter cover"
          filter={filter}
          none={NO_FILTER}
          search={{
            name: 'borrower',
            label: 'Search open loans by borrower',
            placeholder: 'Borrower’s name or ID',
          }}
          chips={[
            { name: 'cover', label: 'Cover', choices: STATES },
            {
              name: 'currency',
              label: 'Currency',
              choices: currencies.map((value) => ({ value, label: value })),
            },
            { name: 'token', label: 'Token', placeholder: 'Part of a name or ID' },
            { name: 'fall', label: 'Price fall to limit', isShare: true },
          ]}
          onChange={setFilter}
        />
      }
      notes={failed?.error && <RefreshFailed what={failed.what} error={failed.error} {...retryOf(failed)} />}
      {...(known !== undefined && {
        footnote: `Collateral is known for ${formatCount(known)} of ${countOf(rows.length, 'open loan')}${loans.shown.state === 'complete' ? '' : ' loaded so far'}. Values are at current sell prices. Tokens that have exited or are cancelled count at their last price.`,
      })}
      row={{
        rowHref: ({ loan }) => loanHref(loan),
        rowId: ({ loan }) => loan.id,
        rowLabel: ({ loan }) => loanLabel(loan, nameOf),
        card: (row) => <CoverCard {...{ row, nameOf }} />,
      }}
      empty={{ title: 'You have no open loans', text: 'The collateral of open loans will appear here.' }}
    />
  );
}

/** What the tokens of a collateral are called, and their IDs if a search may mean one. */
function tokensIn(collateral: CoveredLoan['collateral'], search: string) {
  return (collateral?.lines ?? []).flatMap(({ tokenId, name }) => [...meantIds(search, [tokenId]), name]);
}
