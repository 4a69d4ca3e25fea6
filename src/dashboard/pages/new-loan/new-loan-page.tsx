import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { prepareSearch } from '#dashboard/forms/search-field.tsx';
import { draftsOf } from '#dashboard/lib/draft.ts';
import { Failed, retryOf } from '#dashboard/table/failures.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { SkeletonPanel } from '#dashboard/ui/skeleton.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import { readTerms } from './lending-terms.ts';
import { columns, Frame, LoanForm } from './loan-form.tsx';
import { LOAN_NUMBERS, useKeptDrafts } from './loan-values.ts';

prepareSearch();

export function loader(client: QueryClient): Promise<void> {
  return client.prefetchQuery(loanConfigurationQuery);
}

export default function NewLoanPage() {
  const holder = sessionHolder(useDesk());
  const drafts = useMemo(() => draftsOf('new-loan', holder, LOAN_NUMBERS), [holder]);
  const configuration = useStanding(useQuery(loanConfigurationQuery));
  const kept = useKeptDrafts(drafts);
  // Drafts are in the browser, so the server shows none and no form.
  const isHydrated = useHydrated();
  const { data } = configuration;
  const terms = useMemo(() => (data ? readTerms(data.data) : null), [data]);
  if (terms && !('lacks' in terms) && kept.data && isHydrated) {
    return <LoanForm {...{ terms, drafts }} kept={kept.data} />;
  }
  return (
    <Frame>
      <NotReady {...{ terms, configuration, kept }} />
    </Frame>
  );
}

type Asked = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch' | 'dataUpdatedAt'>;
type Terms = ReturnType<typeof readTerms> | null;

function NotReady(props: { terms: Terms; configuration: Asked; kept: Asked }) {
  const { terms, configuration, kept } = props;
  const asked = terms ? kept : configuration;
  const { error } = asked;
  const refresh = (
    <Button busy={configuration.isFetching} onClick={() => configuration.refetch()}>
      Refresh
    </Button>
  );
  if (terms && 'lacks' in terms) {
    return (
      <Notice urgent title="Lending terms are incomplete" action={refresh}>
        Missing from the loan configuration: {terms.lacks.join(', ')}. What you entered is kept. Your
        administrator can complete it.
      </Notice>
    );
  }
  if (!error) {
    return (
      <div role="status" aria-label="Loading" className={columns}>
        <div className="flex flex-col gap-3">
          {['h-36', 'h-96', 'h-44'].map((height) => (
            <SkeletonPanel key={height} className={height} widths={['w-28']} />
          ))}
        </div>
        <SkeletonPanel className="h-72 max-lg:hidden" widths={['w-24']} />
      </div>
    );
  }
  if (!terms && error instanceof ApiError && (error.kind === 'forbidden' || error.kind === 'not-found')) {
    return (
      <Notice urgent title="Lending terms aren’t set up" action={refresh}>
        Your administrator can set them up: this organisation needs a creditor with a loan configuration. (“
        {error.message}”)
      </Notice>
    );
  }
  return <Failed what={terms ? 'draft' : 'terms'} error={error} {...retryOf(asked)} />;
}
