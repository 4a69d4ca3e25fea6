import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { approvalAddress } from '#dashboard/api/addresses.ts';
import { rulesQuery } from '#dashboard/api/approvals/approvals.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { ButtonLink } from '#dashboard/forms/button-link.tsx';
import { useFoundDrafts } from '#dashboard/lib/draft.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Failed } from '#dashboard/table/failures.tsx';
import { Banner } from '#dashboard/ui/banner.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import { readRules, rulesDraftsOf } from './rules-draft.ts';

const RulesForm = lazyPanel(() => import('./rules-form.tsx').then((module) => module.RulesForm));

export function loader(client: QueryClient) {
  const queries = [client.prefetchQuery(rulesQuery), client.prefetchQuery(loanConfigurationQuery)];
  return Promise.all([...queries, RulesForm.preload()]);
}

export default function ApprovalRulesPage() {
  const { data: state, error, isFetching, refetch } = useStanding(useQuery(rulesQuery));
  const terms = useQuery(loanConfigurationQuery);
  const holder = sessionHolder(useDesk());
  const drafts = useMemo(() => rulesDraftsOf(holder), [holder]);
  const found = useFoundDrafts(drafts);
  // A draft is in the browser, so the server shows the rules as they are.
  const isHydrated = useHydrated();
  const kept = useMemo(() => readRules(found ?? []), [found]);
  return (
    <div className="mx-auto flex max-w-180 flex-col gap-4 px-4 py-4 md:px-6">
      <PageHead title="Approval rules" />
      <p className="text-muted">
        A request that matches a rule is sent only after someone else approves it.
        {state?.changedAt && (
          <>
            {' Last changed '}
            <DateTime at={Date.parse(state.changedAt)} /> by <bdi>{clip(state.changedBy ?? '', 80)}</bdi>.
          </>
        )}
      </p>
      {state?.approval && (
        <Banner
          tone="warning"
          title="A change waits for a second administrator"
          action={<ButtonLink to={approvalAddress(state.approval)}>View change</ButtonLink>}
        >
          The rules below are still in force.
        </Banner>
      )}
      {state && !terms.isPending && (found || !isHydrated) ? (
        <RulesForm.Apart
          key={kept ? 'draft' : 'rules'}
          {...{ drafts, kept }}
          rules={state.rules}
          version={state.version}
          currencies={Object.keys(terms.data?.data.max_amount ?? {})}
        />
      ) : error ? (
        <Failed what="rules" error={error} retrying={isFetching} retry={refetch} />
      ) : (
        <div aria-busy className="rounded-panel border border-hairline bg-panel p-4">
          <Skeleton className="w-2/3" />
        </div>
      )}
    </div>
  );
}
