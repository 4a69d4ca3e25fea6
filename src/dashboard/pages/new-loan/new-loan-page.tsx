import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { useStandingError } from '#dashboard/api/http/use-standing-error.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import { sessionHolder, useDesk } from '#dashboard/api/session/session.ts';
import { FormPage } from '#dashboard/forms/form-page.tsx';
import { prepareSearch } from '#dashboard/forms/search-field.tsx';
import { Failed } from '#dashboard/table/failures.tsx';
import { Button } from '#dashboard/ui/button.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { focusHeading } from '#dashboard/ui/page-title.tsx';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import { useKeptDrafts } from './kept-drafts.ts';
import { readTerms } from './lending-terms.ts';
import { LoanForm } from './loan-form.tsx';

prepareSearch();

export function loader(client: QueryClient): Promise<void> {
  return client.prefetchQuery(loanConfigurationQuery);
}

export default function NewLoanPage() {
  const holder = sessionHolder(useDesk());
  const { terms, error, isFetching, refetch } = useLendingTerms();
  const kept = useKeptDrafts(holder);
  /** Whether the heading had the focus when the placeholders went, with it in them. */
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    focusHeading();
  });
  // Drafts are in the browser, so the server shows none and no form.
  const isHydrated = useHydrated();
  const isReady = terms !== null && !('lacks' in terms);
  if (isReady && kept.data && isHydrated) return <LoanForm terms={terms} holder={holder} kept={kept.data} />;
  const failed = isReady ? (
    kept.error && (
      <Failed what="draft" error={kept.error} retrying={kept.isFetching} retry={() => void kept.refetch()} />
    )
  ) : terms ? (
    <Notice
      urgent
      title="Lending terms are incomplete"
      action={
        <Button busy={isFetching} onClick={() => refetch()}>
          Refresh
        </Button>
      }
    >
      Missing from the loan configuration: {terms.lacks.join(', ')}. What you entered is kept. Your
      administrator can complete it.
    </Notice>
  ) : (
    error && <Unlendable error={error} retrying={isFetching} retry={() => refetch()} />
  );
  return <Waiting failed={failed || null} hadFocus={hadFocus} />;
}

function Waiting({ failed, hadFocus }: { failed: ReactNode; hadFocus: RefObject<boolean> }) {
  useLayoutEffect(
    () => () => {
      hadFocus.current = document.activeElement?.tagName === 'H1';
    },
    [hadFocus],
  );
  return (
    <FormPage
      title="New loan"
      aside={null}
      messages={null}
      readiness={failed ? { state: 'failed', notice: failed } : { state: 'loading' }}
    />
  );
}

function Unlendable({ error, retrying, retry }: { error: Error; retrying: boolean; retry: () => void }) {
  if (error instanceof ApiError && (error.kind === 'forbidden' || error.kind === 'not-found')) {
    return (
      <Notice
        urgent
        title="Lending terms aren’t set up"
        action={
          <Button busy={retrying} onClick={retry}>
            Refresh
          </Button>
        }
      >
        Your administrator can set them up: this organisation needs a creditor with a loan configuration. (“
        {error.message}”)
      </Notice>
    );
  }
  return <Failed what="terms" error={error} retrying={retrying} retry={retry} />;
}

/** The configuration, and what it lacks. */
function useLendingTerms() {
  const query = useQuery(loanConfigurationQuery);
  const terms = useMemo(() => (query.data ? readTerms(query.data.data) : null), [query.data]);
  return { ...query, error: useStandingError(query), terms };
}
