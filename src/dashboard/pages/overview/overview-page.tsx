import type { QueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { followUpsQuery } from '#dashboard/api/follow-ups/follow-ups.ts';
import { prefetchList } from '#dashboard/api/http/list-source.ts';
import { loanList } from '#dashboard/api/loans/loans.ts';
import { memberList, useMemberNames } from '#dashboard/api/members/members.ts';
import { deskQuery } from '#dashboard/api/session/session.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { Failed, NoneRead } from '#dashboard/table/failures.tsx';
import { Freshness } from '#dashboard/table/freshness.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { Progress } from '#dashboard/ui/progress.tsx';
import { SkeletonPanel } from '#dashboard/ui/skeleton.tsx';
import { useMedia } from '#dashboard/ui/use-media.ts';
import { useSteadyOrder } from '#dashboard/ui/use-steady-order.ts';
import { Concentration } from './concentration.tsx';
import { currencyName, OutlookProvider } from './currency-panel.tsx';
import { Doubts } from './doubts.tsx';
import type { Exposure } from './exposure.ts';
import { type FiguresProps, FiguresSheet, FiguresTable } from './figures-table.tsx';
import { Changed, noneText, OpenLoans } from './loan-panels.tsx';
import { MaturityLadder } from './maturity-ladder.tsx';
import { type Overview, useOverview } from './use-overview.ts';

const FollowUpPanels = lazyPanel(() =>
  import('./follow-up-panels.tsx').then((module) => module.FollowUpPanels),
);

const CoverPanel = lazyPanel(() => import('./cover-panel.tsx').then((module) => module.CoverPanel));

export async function loader(client: QueryClient): Promise<void> {
  const assignee = client.getQueryData(deskQuery.queryKey)?.session?.person.id;
  await Promise.all([
    prefetchList(client, loanList),
    prefetchList(client, memberList),
    client.prefetchQuery(followUpsQuery({ assignee, open: true })),
    client.prefetchQuery(followUpsQuery({ kind: 'loan', open: true })),
  ]);
}

export default function OverviewPage() {
  const overview = useOverview();
  const { all, now } = overview;
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-3 px-4 py-4 md:px-6">
      <PageHead title="Overview">
        <HowFar {...overview} />
      </PageHead>
      <Doubts {...overview} />
      <Contents overview={overview} />
      {all.rows.length > 0 && <p className="text-label text-muted">{zoneSentence(now)}</p>}
    </div>
  );
}

function HowFar({ all, refreshing }: Overview) {
  const { state, loaded, total } = all.progress;
  if (state === 'loading' && !refreshing) {
    return (
      <Progress label="Loading loans" done={loaded} of={total} since={all.asOf}>
        <Button look="quiet" onClick={all.stop}>
          Stop
        </Button>
      </Progress>
    );
  }
  return <Freshness at={all.rows.length > 0 ? all.asOf : 0} refreshing={refreshing} />;
}

function Contents({ overview }: { overview: Overview }) {
  const { all, exposure } = overview;
  const { state, error } = all.progress;
  const isEmpty = all.rows.length === 0;
  if (isEmpty && state === 'complete')
    return (
      <NoneRead noun="loan" all={all} title="You have no loans yet">
        Due, late and outstanding loans will appear here once you have a loan.
      </NoneRead>
    );
  if (isEmpty && error instanceof Error)
    return <Failed what="loans" error={error} retrying={state === 'loading'} retry={all.retry} />;
  if (isEmpty && state !== 'loading')
    return (
      <Notice title="No loans loaded" action={<Button onClick={all.retry}>Load them</Button>}>
        Loading was stopped before the first loan arrived.
      </Notice>
    );
  return exposure ? <Shown {...overview} exposure={exposure} /> : <SkeletonPanels />;
}

function Shown({ all, exposure, seen, growing, basis, now, visit }: Overview & { exposure: Exposure }) {
  const [search] = useSearchParams();
  const wide = useMedia('(min-width: 48rem)');
  const nameOf = useMemberNames(seen === null);
  const currencies = useSteadyOrder(exposure.currencies, ({ currency }) => currency);
  // The currency that the address names, or the one with most loans.
  const own = currencies.find(({ currency }) => currency === search.get('currency')) ?? currencies[0];
  const currency = own?.currency ?? [...exposure.changed.keys()][0] ?? '';
  const Figures = wide ? FiguresTable : FiguresSheet;
  return (
    <OutlookProvider value={{ currency, seen, growing, basis, nameOf, now }}>
      {currencies.length > 1 && <CurrencySwitch currencies={currencies} chosen={own} />}
      <Figures currencies={currencies} chosen={own} />
      <div className="grid items-start gap-3 xl:grid-cols-3">
        <div className="grid min-w-0 items-start gap-3 md:grid-cols-2 xl:col-span-2">
          {own && (
            <>
              <div className="min-w-0 md:col-span-2">
                <MaturityLadder own={own} />
              </div>
              <OpenLoans own={own} />
            </>
          )}
          <FollowUpPanels.Apart
            late={own?.late ?? []}
            none={own ? noneText('late', own, seen) : 'No loan is known to be late.'}
          />
        </div>
        <div className="grid min-w-0 items-start gap-3 md:max-xl:grid-cols-2">
          {own && (
            <Suspense fallback={coverPlaceholder}>
              {seen === null ? <CoverPanel loans={all.rows} /> : coverPlaceholder}
            </Suspense>
          )}
          {own && <Concentration own={own} />}
          <Changed visit={visit} changed={exposure.changed} />
        </div>
      </div>
    </OutlookProvider>
  );
}

/** As high as the panel that takes its place. */
const coverPlaceholder = <SkeletonPanel className="h-27.5" widths={['w-24', 'w-40']} />;

const BLANK = ['w-40', 'w-full', 'w-3/4', 'w-1/2'];

function SkeletonPanels() {
  const wide = useMedia('(min-width: 48rem)');
  return (
    <div aria-busy className="flex flex-col gap-3">
      <div className="h-9" />
      {wide && <FiguresTable />}
      <div className="grid items-start gap-3 xl:grid-cols-3">
        <div className="grid min-w-0 gap-3 md:grid-cols-2 xl:col-span-2">
          <SkeletonPanel className="h-80 md:col-span-2" widths={BLANK} />
          <SkeletonPanel className="h-90" widths={BLANK} />
          <SkeletonPanel className="h-90" widths={BLANK} />
        </div>
        <SkeletonPanel className="h-160" widths={BLANK} />
      </div>
    </div>
  );
}

function CurrencySwitch({ currencies = [], chosen }: FiguresProps) {
  const [search] = useSearchParams();
  return (
    <nav aria-label="Currency" className="relative flex max-w-full gap-1 overflow-x-auto py-0.5">
      {currencies.map(({ currency, open }) => (
        <Link
          key={currency}
          to={{ search: String(withParams(search, { currency })) }}
          replace
          preventScrollReset
          aria-current={currency === chosen?.currency ? 'true' : undefined}
          className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-control border border-transparent px-2.5 font-medium text-soft text-table transition-colors hover:bg-hover aria-[current=true]:border-border aria-[current=true]:bg-panel aria-[current=true]:text-text max-md:h-11 max-md:px-3.5"
        >
          {currencyName(currency)}
          <span className="tabular font-normal text-muted">
            {formatCount(open.count)}
            <span className="sr-only"> open loans</span>
          </span>
        </Link>
      ))}
    </nav>
  );
}
