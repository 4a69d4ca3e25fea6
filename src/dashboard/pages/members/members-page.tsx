import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { memberAddress } from '#dashboard/api/addresses.ts';
import { useStandingPage } from '#dashboard/api/http/use-standing-error.ts';
import { memberPageQuery } from '#dashboard/api/members/all-members.ts';
import { type MemberRow, nameOfMember, useAllMembers } from '#dashboard/api/members/members.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { readPaging } from '#dashboard/lib/paging.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { currentSettings } from '#dashboard/lib/settings.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { useSliced } from '#dashboard/lib/use-sliced.ts';
import { Columns, RowList } from '#dashboard/list/row-list.tsx';
import { BeyondEnd } from '#dashboard/table/beyond-end.tsx';
import { ExportButton } from '#dashboard/table/export-button.tsx';
import { Failed, RefreshFailed } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { LoadNews } from '#dashboard/table/load-news.tsx';
import { PageDoubts } from '#dashboard/table/page-doubts.tsx';
import { Pagination } from '#dashboard/table/pagination.tsx';
import { isBeyondEnd, lastPage, rangeOf } from '#dashboard/table/paging-facts.ts';
import { narrowRows } from '#dashboard/table/sorting.ts';
import { useTableState } from '#dashboard/table/table-state.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { useAhead } from '#dashboard/ui/use-ahead.ts';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { AmongLoaded } from './among-loaded.tsx';
import { countMemberFilters, passesMember, readMemberFilter, withMemberFilter } from './member-filter.ts';
import { MemberFilters } from './member-filters.tsx';
import { MemberCard, memberColumns, memberFile } from './members-columns.tsx';

const NO_MEMBERS: MemberRow[] = [];

export function loader(client: QueryClient, search: URLSearchParams): Promise<void> {
  const paging = readPaging(search, currentSettings().pageSize);
  return search.get('all') === '1' ? Promise.resolve() : client.prefetchQuery(memberPageQuery(paging));
}

export default function MembersPage() {
  const [search] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { pageSize } = useSettings();
  // If the whole page is in view, what comes and goes is under the list, and the rows stay where they are.
  const inView = useMedia('(min-width: 48rem) and (min-height: 34rem)');
  const [revealed, setRevealed] = useState(false);
  const wantsAll = search.get('all') === '1';
  const paging = readPaging(search, pageSize);
  const filter = readMemberFilter(search);
  const filters = countMemberFilters(filter);
  const columns = useMemo(() => memberColumns(revealed), [revealed]);
  const table = useTableState(columns);
  const paged = useQuery({
    ...memberPageQuery(paging),
    placeholderData: keepPreviousData,
    enabled: !wantsAll,
  });
  const all = useAllMembers(wantsAll);

  const { data, error, standsIn } = useStandingPage(paged);
  const hasAny = all.rows.length > 0 || all.shown.state === 'complete';
  const loaded = wantsAll ? (hasAny ? all.rows : undefined) : data?.rows;
  const total = wantsAll ? all.shown.total : data?.total;
  const { sort } = table;
  const isNarrowed = filters > 0 || sort !== null;
  const { result, busy } = useSliced(
    loaded && isNarrowed
      ? async (rows: readonly MemberRow[], signal) =>
          await narrowRows(rows, { passes: (member) => passesMember(member, filter), columns, sort, signal })
      : null,
    loaded ?? NO_MEMBERS,
    [JSON.stringify([filter, sort])],
  );
  const view = isNarrowed ? loaded && result : loaded;
  const change = (next: URLSearchParams | string) => navigate({ pathname, search: String(next) });
  const setFilter = (next: typeof filter) => change(withMemberFilter(search, next));
  const [asksAll, askAll] = useAhead(wantsAll, (on) =>
    change(withParams(search, { page: null, all: on ? '1' : null })),
  );
  const asPage = data && { ...data, limit: undefined };
  const failure = loaded ? null : wantsAll ? all.progress.error : error;
  const isFetching = wantsAll ? all.progress.state === 'loading' : paged.isFetching;
  const retry = wantsAll ? all.retry : () => void paged.refetch();

  const state = failure ? (
    <Failed what="members" error={failure} retrying={isFetching} retry={retry} />
  ) : !wantsAll && asPage && isBeyondEnd(asPage, paging) ? (
    <BeyondEnd what="members" paging={paging} last={lastPage(asPage, paging.limit) ?? 1} />
  ) : loaded?.length === 0 && filters === 0 ? (
    <Notice title="There are no members yet" action={<Button onClick={retry}>Look again</Button>}>
      A member stands here as soon as the service has one in your organisation’s syndicate.
    </Notice>
  ) : view?.length === 0 ? (
    <Notice
      title={loaded?.length === total ? 'No member is like that' : 'None of the loaded members is like that'}
      action={
        <Button onClick={() => change(withMemberFilter(search, readMemberFilter(new URLSearchParams())))}>
          Clear filters
        </Button>
      }
    />
  ) : null;
  const standsStill = wantsAll && inView && all.shown.state === 'complete';
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6 desk:h-full">
      <PageHead title="Members">
        <div className="flex flex-wrap items-center gap-2">
          <Freshness
            at={wantsAll ? all.asOf : data ? paged.dataUpdatedAt : 0}
            refreshing={isFetching}
            refresh={wantsAll ? all.refresh : () => void paged.refetch()}
          />
          <Columns choice={table.choice} />
          {view && (
            <ExportButton
              name="members"
              columns={memberFile(revealed)}
              rows={view}
              total={total}
              partial={
                filters > 0 && loaded
                  ? `filtered from ${formatCount(loaded.length)} of ${total === undefined ? 'an unknown number of members' : countOf(total, 'member')}`
                  : undefined
              }
            />
          )}
        </div>
      </PageHead>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <MemberFilters rows={loaded ?? []} filter={filter} count={filters} onChange={setFilter} />
        <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1 text-table">
          <Checkbox
            className="flex cursor-pointer items-center gap-2 max-md:min-h-11"
            checked={revealed}
            onChange={(event) => setRevealed(event.target.checked)}
          >
            Reveal e-mails and phones
          </Checkbox>
          <Checkbox
            className="flex cursor-pointer items-center gap-2 max-md:min-h-11"
            checked={asksAll}
            onChange={(event) => askAll(event.target.checked)}
          >
            Load all members
          </Checkbox>
        </div>
      </div>
      {wantsAll && !failure && !standsStill && <LoadNews all={all} noun="member" />}
      {!wantsAll && asPage && !standsIn && <PageDoubts noun="member" page={asPage} paging={paging} />}
      {!wantsAll && data && error && (
        <RefreshFailed
          what="members"
          error={error}
          retrying={isFetching}
          retry={retry}
          at={paged.dataUpdatedAt}
        />
      )}
      {isNarrowed && loaded && total !== loaded.length && (
        <AmongLoaded loaded={loaded.length} total={total} loadAll={wantsAll ? null : () => askAll(true)} />
      )}
      <RowList
        label="Members"
        rows={view}
        busy={busy || (!wantsAll && standsIn)}
        {...table}
        view={search.toString()}
        rowHref={({ _id }) => (_id ? memberAddress(_id) : undefined)}
        rowLabel={({ user }) => nameOfMember(user) ?? 'this member'}
        card={(member) => <MemberCard member={member} revealed={revealed} />}
      >
        {state}
      </RowList>
      {standsStill && <LoadNews all={all} noun="member" />}
      {wantsAll && view && !state && (
        <p className="tabular text-muted text-table">
          {view.length === total
            ? `All ${countOf(view.length, 'member')}`
            : `${formatCount(view.length)} of ${total === undefined ? 'an unknown number of members' : countOf(total, 'member')}`}
        </p>
      )}
      {!wantsAll && asPage && !(state && view?.length !== 0) && !isBeyondEnd(asPage, paging) && (
        <Pagination
          paging={paging}
          last={lastPage(asPage, paging.limit)}
          more={paging.page < (lastPage(asPage, paging.limit) ?? Number.POSITIVE_INFINITY)}
          range={rangeOf(asPage, paging)}
          prefetch={(next) => client.prefetchQuery(memberPageQuery(next))}
        />
      )}
      <p className="text-label text-muted">{zoneSentence(Date.now())}</p>
    </div>
  );
}
