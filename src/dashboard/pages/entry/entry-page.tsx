import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router-dom';
import type { JournalEntry } from '#contract/operations.ts';
import { ApiError } from '#dashboard/api/api-error.ts';
import { entryQuery, useEntry } from '#dashboard/api/operations/entries.ts';
import { useStandingError } from '#dashboard/api/use-standing-error.ts';
import { subjectText } from '#dashboard/lib/entry-facts.ts';
import { wordsOf } from '#dashboard/lib/outcome-words.ts';
import { zoneSentence } from '#dashboard/lib/times.ts';
import { Failed } from '#dashboard/table/failures.tsx';
import { Notice } from '#dashboard/ui/notice.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';
import { Skeleton } from '#dashboard/ui/skeleton.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { CandidatesPanel } from './candidates-panel.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { OutcomeBanner } from './outcome-banner.tsx';

export function loader(client: QueryClient, _search: URLSearchParams, { id = '' }: Record<string, string>) {
  return client.prefetchQuery(entryQuery(id));
}

/** A write that was made in Pledge: its outcome, live until it is final, and how that was found out. */
export default function EntryPage() {
  const { id = '' } = useParams();
  const query = useEntry(id);
  const error = useStandingError(query);
  const now = useNow();
  return (
    <div className="mx-auto flex max-w-280 flex-col gap-3 px-4 py-4 md:px-6">
      {query.data ? (
        <Entry key={id} entry={query.data} />
      ) : (
        <>
          <PageHead title="Request" />
          {error ? (
            <Missing error={error} retrying={query.isFetching} retry={() => void query.refetch()} />
          ) : (
            <Waiting />
          )}
        </>
      )}
      <p className="text-label text-muted">{zoneSentence(now)}</p>
    </div>
  );
}

function Entry({ entry }: { entry: JournalEntry }) {
  const { title } = wordsOf(entry.kind, entry);
  const first = useRef(title);
  useEffect(() => {
    // Each outcome is news: the heading is read out when it changes.
    if (title !== first.current) document.querySelector('h1')?.focus({ preventScroll: true });
    first.current = title;
  }, [title]);
  const subject = subjectText(entry);
  return (
    <>
      <PageHead title={title}>{subject && <p className="tabular text-muted">{subject}</p>}</PageHead>
      <OutcomeBanner entry={entry} />
      <CandidatesPanel entry={entry} />
      <div className="grid items-start gap-3 lg:grid-cols-2">
        <EntryFacts entry={entry} />
        <HistoryPanel entry={entry} />
      </div>
      <RawJson value={entry} name="this request" />
    </>
  );
}

function Missing({ error, retrying, retry }: { error: Error; retrying: boolean; retry: () => void }) {
  if (!(error instanceof ApiError) || error.kind !== 'not-found') {
    return <Failed what="request" error={error} retrying={retrying} retry={retry} />;
  }
  return (
    <Notice urgent title="Request not found">
      Check the link. Requests of another organisation can’t be opened.
    </Notice>
  );
}

function Waiting() {
  return (
    <div aria-busy className="flex h-60 flex-col gap-6 rounded-panel border border-hairline bg-panel p-4">
      <Skeleton className="w-1/2" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/3" />
    </div>
  );
}
