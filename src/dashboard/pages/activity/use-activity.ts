import {
  infiniteQueryOptions,
  type QueryClient,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JournalEntry } from '#contract/journal.ts';
import { eventPages } from '#dashboard/api/events.ts';
import { type JournalFilter, journalQuery, readJournal } from '#dashboard/api/journal.ts';
import { useStandingError } from '#dashboard/api/use-standing-error.ts';
import { useSettings } from '#dashboard/ui/use-settings.ts';
import { linesOf, matches, readActivityFilter, toEventFilter, toJournalFilter } from './lines.ts';

function journalPages(filter: JournalFilter) {
  return infiniteQueryOptions({
    queryKey: ['journal', 'pages', filter] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      readJournal({ ...filter, limit: 100, ...(pageParam && { before: pageParam }) }, signal),
    getNextPageParam: (last) => last.next ?? undefined,
  });
}

/**
 * Rows that somebody reads don't move because a window comes to the front. Whoever comes here looks for what was
 * done a moment ago: what was asked for longer before than a link is pointed at is asked for anew.
 */
const STILL = { refetchOnWindowFocus: false, staleTime: 2_000 };

const FRESH = ['events-new'];

const openQuery = journalQuery({ outcome: 'unknown', limit: 100 });

/** What an address asks for: of which kinds, and narrowed how. */
function readQuestion(search: URLSearchParams) {
  const filter = readActivityFilter(search);
  return {
    filter,
    ofWrites: toJournalFilter(filter),
    ofEvents: toEventFilter(filter),
    showsWrites: filter.kind !== 'event',
    showsEvents: (filter.kind === null || filter.kind === 'event') && filter.outcome === null,
  };
}

/** Fetches what the page at an address shows first. */
export async function prefetchActivity(client: QueryClient, search: URLSearchParams): Promise<void> {
  const { ofWrites, ofEvents, showsWrites, showsEvents } = readQuestion(search);
  await Promise.all([
    showsWrites && client.prefetchInfiniteQuery(journalPages(ofWrites)),
    showsEvents && client.prefetchInfiniteQuery(eventPages(ofEvents)),
    client.prefetchQuery(openQuery),
  ]);
}

/** What happened at this desk, as the address narrows it. */
export function useActivity(search: URLSearchParams) {
  const client = useQueryClient();
  const { timeZone } = useSettings();
  const text = search.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days of a filter begin by the clocks of the zone
  const question = useMemo(() => readQuestion(new URLSearchParams(text)), [text, timeZone]);
  const { filter, ofWrites, ofEvents, showsWrites, showsEvents } = question;
  const journal = useStanding(
    useInfiniteQuery({ ...journalPages(ofWrites), ...STILL, enabled: showsWrites }),
  );
  const events = useStanding(useInfiniteQuery({ ...eventPages(ofEvents), ...STILL, enabled: showsEvents }));
  const open = useStanding(useQuery({ ...openQuery, ...STILL }));
  const { data: fresh = 0 } = useQuery<number>({
    queryKey: FRESH,
    queryFn: () => 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const written = showsWrites ? journal.data?.pages : NONE;
  const heard = showsEvents ? events.data?.pages : NONE;
  const unsettled: readonly JournalEntry[] | undefined = open.data?.entries;
  const lines = useMemo(() => {
    if (!written || !heard) return undefined;
    return linesOf(
      { items: written.flatMap(({ entries }) => entries), hasMore: Boolean(written.at(-1)?.next) },
      { items: heard.flatMap((page) => page.events), hasMore: Boolean(heard.at(-1)?.next) },
      (unsettled ?? []).filter((entry) => matches(entry, filter)),
    );
  }, [written, heard, unsettled, filter]);

  const sources = [...(showsWrites ? [journal] : []), ...(showsEvents ? [events] : [])];
  return {
    filter,
    /** Undefined until there is something to show. */
    lines,
    /** How many lines there are, were all of them here. */
    total: (written?.[0]?.total ?? 0) + (heard?.[0]?.total ?? 0),
    /** The look for writes whose outcome nobody knows, whatever the list is narrowed to. */
    unsettled: open,
    /** Events since the list was last made fresh. */
    fresh,
    sources,
    refresh() {
      client.setQueryData<number>(FRESH, 0);
      void Promise.all([...sources.map((source) => source.refetch()), open.refetch()]);
    },
  };
}

/** A query whose failure stands while it is asked for again. */
function useStanding<Query extends UseQueryResult | UseInfiniteQueryResult>(query: Query) {
  return { ...query, error: useStandingError(query) };
}

const NONE: never[] = [];
