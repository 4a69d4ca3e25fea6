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
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { OneChip } from '#dashboard/list/filter-chips.tsx';
import { ListPage } from '#dashboard/list/list-page.tsx';
import { useSortedView } from '#dashboard/list/use-list-view.ts';
import { RefreshFailed } from '#dashboard/table/failures.tsx';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import { useTableState } from '#dashboard/table/table-state.ts';
import { useNow } from '#dashboard/ui/use-now.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { CoverCard, coverColumns, coverFile, hrefOf } from './cover-columns.tsx';

export async function loader(client: QueryClient): Promise<void> {
  await Promise.all([
    prefetchList(client, loanList),
    prefetchList(client, memberList),
    client.prefetchQuery(collateralQuery),
    client.prefetchQuery(loanConfigurationQuery),
  ]);
}

const STATES = { past: 'Past the limit', within: 'Within the limit', unknown: 'Unknown' } as const;
const isState = (text: string | null): text is keyof typeof STATES =>
  text !== null && Object.hasOwn(STATES, text);

/** The open loans with their collateral at current prices: those past the limit first. */
export default function CoverPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { listRows } = useSettings();
  const loans = useListRows(loanList, listRows);
  const nameOf = useMemberNames(loans.rows.length > 0);
  const now = useNow();
  const { rows, known, queries } = useCovers(loans.rows);
  const list = useMemo(() => ({ ...loans, rows }), [loans, rows]);
  const columns = useMemo(() => coverColumns({ now, nameOf }), [now, nameOf]);
  const table = useTableState(columns);
  const asked = search.get('cover');
  const state = isState(asked) ? asked : null;
  const currency = search.get('currency');
  const isNarrowed = state !== null || currency !== null;
  const passes = ({ loan, cover }: CoveredLoan) =>
    (state === null || cover.state === state) && (currency === null || loan.currency === currency);
  const view = useSortedView(list, table, {
    asked: [state, currency],
    passes: isNarrowed ? passes : undefined,
  });
  const currencies = [...new Set(rows.map(({ loan }) => loan.currency))].sort();
  const go = (next: Record<string, string | null>) =>
    navigate({ search: String(withParams(search, next)) }, { replace: true });
  const clear = () => void go({ cover: null, currency: null });
  const filtered = Number(state !== null) + Number(currency !== null);
  const failed = queries.find(({ error }) => error);
  return (
    <ListPage
      {...{ list, view, table, filtered, clear }}
      title="Cover"
      noun="open loan"
      viewKey={search.toString()}
      file={{ name: 'cover', columns: coverFile({ now, nameOf }) }}
      filters={
        <FilterBar label="Filter cover" count={filtered} onClear={clear}>
          <OneChip
            label="Cover"
            choices={Object.entries(STATES).map(([value, label]) => ({ value, label }))}
            chosen={state}
            onChange={(cover) => void go({ cover })}
          />
          <OneChip
            label="Currency"
            choices={currencies.map((value) => ({ value, label: value }))}
            chosen={currency}
            onChange={(chosen) => void go({ currency: chosen })}
          />
        </FilterBar>
      }
      notes={
        failed?.error && (
          <RefreshFailed
            what="collateral"
            error={failed.error}
            retrying={failed.isFetching}
            retry={() => void failed.refetch()}
            at={failed.dataUpdatedAt}
          />
        )
      }
      footnote={`Collateral is known for ${formatCount(known)} of ${countOf(rows.length, 'open loan')}. Values are at current sell prices.`}
      row={{
        rowHref: ({ loan }) => hrefOf(loan),
        rowId: ({ loan }) => loan.id,
        rowLabel: ({ loan }) => `the loan of ${nameOf(loan.borrower) ?? loan.borrower}`,
        card: (row) => <CoverCard {...{ row, nameOf }} />,
      }}
      empty={{ title: 'You have no open loans', text: 'The collateral of open loans will appear here.' }}
    />
  );
}
