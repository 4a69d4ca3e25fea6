import { useEffect, useState } from 'react';
import type { Load, LoadProgress } from '#dashboard/lib/load-pages.ts';

/** A list that is read page after page. */
interface Source {
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  error: Error | null;
  fetchNextPage(): Promise<unknown>;
}

/** Loads whole lists, page after page. `of` names what is loaded: the load ends when it changes. */
export function useLoadAll(
  sources: readonly Source[],
  of: string,
  loaded: number,
  total: number | undefined,
) {
  const [asked, setAsked] = useState<{ of: string; state: LoadProgress['state'] } | null>(null);
  const state = asked?.of === of ? asked.state : null;
  const failed = sources.find((source) => source.isFetchNextPageError);
  const next = sources.find((source) => source.hasNextPage);
  useEffect(() => {
    if (state !== 'loading' || next?.isFetching) return;
    if (!next) setAsked({ of, state: 'complete' });
    else if (failed) setAsked({ of, state: 'partial' });
    else void next.fetchNextPage();
  }, [state, next, failed, of]);

  const go = (to: LoadProgress['state']) => () => setAsked({ of, state: to });
  const progress: LoadProgress | null = state && {
    ...{ state, loaded, total, unreadable: 0, doubt: 'none' },
    failedPages: state === 'partial' && failed ? 1 : 0,
    error: failed?.error,
  };
  const load: Omit<Load, 'done'> = {
    pause: go('paused'),
    resume: go('loading'),
    stop: go('stopped'),
    // The page that failed is asked for first: until it is there, its failure stands.
    retry: () => void next?.fetchNextPage().then(go('loading')),
  };
  return { progress, start: go('loading'), load };
}
