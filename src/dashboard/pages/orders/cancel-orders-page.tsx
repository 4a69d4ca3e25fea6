import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RUNS_ADDRESS, runAddress } from '#dashboard/api/addresses.ts';
import { endedLines, RUN_STATE_LABELS, requesterText } from '#dashboard/api/operations/run-labels.ts';
import { runListQuery, useOpenRuns } from '#dashboard/api/operations/runs.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { useFoundDrafts } from '#dashboard/lib/draft.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { Banner } from '#dashboard/ui/banner.tsx';
import { Choice } from '#dashboard/ui/choice.tsx';
import { lazyPart } from '#dashboard/ui/lazy-part.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { SkeletonPanel } from '#dashboard/ui/skeleton.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import { Compose } from './compose.tsx';
import { readDrafts, runDraftsOf, startedRunsQuery } from './run-draft.ts';

/** As large as the rest of the page, because of its dialog, and rarely used. */
const OneOrder = lazyPart(() => import('./one-order.tsx').then((module) => module.OneOrder));

const MODES: { value: 'lines' | 'member' | 'one'; label: string }[] = [
  { value: 'lines', label: 'Paste a list' },
  { value: 'member', label: 'Several orders of one member' },
  { value: 'one', label: 'One order' },
];

const WAITING = (
  <div aria-busy>
    <SkeletonPanel className="h-13.5" widths={['w-2/3']} />
  </div>
);

export function loader(client: QueryClient): Promise<void> {
  return client.prefetchInfiniteQuery(runListQuery);
}

export default function CancelOrdersPage() {
  const [search, setSearch] = useSearchParams();
  const by = MODES.find(({ value }) => value === search.get('by'))?.value ?? 'lines';
  return (
    <div className="mx-auto flex max-w-400 flex-col gap-4 px-4 py-4 md:px-6">
      <PageHead title="Cancel orders">
        <ButtonLink to={RUNS_ADDRESS}>All runs</ButtonLink>
      </PageHead>
      <OpenRuns />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the code of one order comes when a choice is near */}
      <div onFocus={OneOrder.approach} className="[&_legend]:sr-only">
        <Choice
          label="What to cancel"
          options={MODES}
          value={by}
          onChange={(to) =>
            setSearch(withParams(search, { by: to === 'lines' ? null : to }), { replace: true })
          }
        />
      </div>
      {by === 'one' ? (
        <Suspense fallback={WAITING}>
          <OneOrder
            key={search.get('order')}
            member={search.get('member')?.trim() ?? ''}
            order={search.get('order')?.trim() ?? ''}
          />
        </Suspense>
      ) : (
        <ManyOrders oneMember={by === 'member'} />
      )}
    </div>
  );
}

function OpenRuns() {
  return useOpenRuns().map((run) => (
    <Banner
      key={run.id}
      action={<ButtonLink to={runAddress(run.id)}>View run</ButtonLink>}
      tone={run.state === 'paused' ? 'warning' : 'info'}
      title={`Run ${RUN_STATE_LABELS[run.state].label.toLowerCase()}: ${formatCount(endedLines(run))} of ${countOf(run.counts.total, 'order')}`}
    >
      {requesterText(run)}.
    </Banner>
  ));
}

/** Composes a run: from the draft that this browser has, unless the gateway says that its run was started. */
function ManyOrders({ oneMember }: { oneMember: boolean }) {
  const holder = sessionHolder(useDesk());
  const drafts = useMemo(() => runDraftsOf(holder), [holder]);
  const found = useFoundDrafts(drafts);
  // Drafts are in the browser, so the server shows none.
  const isHydrated = useHydrated();
  const kept = useMemo(() => readDrafts(found ?? []), [found]);
  const query = useQuery(startedRunsQuery(holder, kept));
  if (query.isLoading || (isHydrated && !found)) return WAITING;
  // If the gateway can't say, the draft is offered: starting its run again under the same id makes no second run.
  const started = query.data ?? [];
  return (
    <>
      {started.map((id) => (
        <Banner
          key={id}
          action={<ButtonLink to={runAddress(id)}>View run</ButtonLink>}
          tone="info"
          title="The run that you started here was accepted"
        />
      ))}
      <Compose
        key={kept.own || kept.other ? 'kept' : 'new'}
        kept={readDrafts(found ?? [], started)}
        {...{ holder, oneMember }}
      />
    </>
  );
}
