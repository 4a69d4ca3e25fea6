import { keepPreviousData, type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JournalEntry } from '#contract/operations.ts';
import { eventPages, newsQuery, readEvents } from '#dashboard/api/activity/events.ts';
import { useQueryRows } from '#dashboard/api/http/use-query-rows.ts';
import { useStanding } from '#dashboard/api/http/use-standing-error.ts';
import {
  type JournalPage,
  journalPages,
  openEntriesQuery,
  readJournal,
} from '#dashboard/api/operations/journal.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { useHydrated } from '#dashboard/ui/use-hydrated.ts';
import {
  type ActivityLine,
  endOf,
  linesOf,
  matches,
  type Question,
  questionOf,
  readActivityFilter,
  type Source,
} from './lines.ts';

export async function prefetchActivity(client: QueryClient, search: URLSearchParams): Promise<void> {
  const { writes, events } = questionOf(readActivityFilter(search));
  await Promise.all([
    writes && client.prefetchInfiniteQuery(journalPages(writes)),
    events && client.prefetchInfiniteQuery(eventPages(events)),
    client.prefetchQuery(openEntriesQuery),
  ]);
}

/** What was done in Pledge and what it was notified of, narrowed as the address says. */
export function useActivity(search: URLSearchParams) {
  const { timeZone } = useSettings();
  // A person who opens the page looks for what was done a moment ago, so only data prefetched for this click are fresh;
  // what came with the page was fetched for it. Rows don't move because the window comes to the front.
  const staleTime = useHydrated() ? 2_000 : Number.POSITIVE_INFINITY;
  const still = { refetchOnWindowFocus: false, staleTime };
  const text = search.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days of a filter depend on the time zone
  const { filter, question } = useMemo(() => {
    const read = readActivityFilter(new URLSearchParams(text));
    return { filter: read, question: questionOf(read) };
  }, [text, timeZone]);
  const { writes, events } = question;
  const journal = useStanding(
    useInfiniteQuery({ ...journalPages(writes ?? {}), ...still, enabled: writes !== null }),
  );
  const log = useStanding(
    useInfiniteQuery({ ...eventPages(events ?? {}), ...still, enabled: events !== null }),
  );
  const open = useStanding(useQuery({ ...openEntriesQuery, ...still }));

  const written = writes ? journal.data?.pages : NONE;
  const heard = events ? log.data?.pages : NONE;
  const unsettled = useMemo(
    () => open.data?.lines.filter(({ outcome }) => outcome === 'unknown') ?? NONE,
    [open.data],
  );
  const { lines, hidesEntries } = useMemo(() => {
    if (!written || !heard) return {};
    const [entries, received] = [sourceOf(written), sourceOf(heard)];
    const onTop = unsettled.filter(
      (entry) => writes !== null && matches(entry, writes) && (!writes.q || isIn(written, entry)),
    );
    return {
      lines: linesOf(entries, received, onTop),
      hidesEntries: endOf(received) > endOf(entries),
    };
  }, [written, heard, unsettled, writes]);

  // The source that ends first hides the older lines of the other, so it loads next.
  const ordered = hidesEntries ? [log, journal] : [journal, log];
  const sources = ordered.filter((source) => (source === journal ? writes : events) !== null);
  const [ofEntries, ofHeard] = [written, heard].map((pages) => (pages?.[0] ? pages[0].total : 0));
  const confirmed = lines?.filter(({ entry, event }) => entry && event).length ?? 0;
  const total = ofEntries == null || ofHeard == null ? undefined : ofEntries + ofHeard - confirmed;
  const isMost = Math.min(ofEntries ?? 0, ofHeard ?? 0) > confirmed;
  const pages = [...(written ?? NONE), ...(heard ?? NONE)];
  const unreadable = pages.reduce((sum, page) => sum + page.unreadable, 0);
  const list = useQueryRows(sources, { rows: lines, total, isMost, unreadable, of: text });
  // If nothing can match, nothing was asked, and there is no age to show.
  const asOf = sources.length > 0 ? list.asOf : 0;
  const askedAt = Math.min(...[written, heard].flatMap((pages) => pages?.[0]?.askedAt ?? []));
  const refresh = () => {
    list.refresh();
    void open.refetch();
  };
  return {
    filter,
    list: { ...list, asOf, error: list.error ?? (open.data ? open.error : null), refresh, look: refresh },
    /** Writes with an unknown outcome, under any filter of the list. */
    unsettled: open,
    /** How many lines are new since the list was loaded, in words; null if none is. */
    fresh: useFresh(question, lines, askedAt),
  };
}

/** How many lines are newer than those of a list, from when something new was heard of after it was asked for. */
function useFresh(
  question: Question,
  lines: readonly ActivityLine[] | undefined,
  askedAt: number,
): string | null {
  const { data: newsAt = 0 } = useQuery(newsQuery);
  const hasNews = lines !== undefined && newsAt > askedAt;
  const { data: newest } = useQuery({
    queryKey: ['activity-newest', question, newsAt],
    queryFn: ({ signal }) => readNewest(question, signal),
    enabled: hasNews,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return useMemo(() => {
    if (!hasNews || !newest) return null;
    const known = new Set(lines.map(({ id }) => id));
    const count = newest.lines.filter(({ id }) => !known.has(id)).length;
    if (count === 0) return null;
    const isLeast = newest.hasMore && count === newest.lines.length;
    return `${isLeast ? 'At least ' : ''}${formatCount(count)} new`;
  }, [hasNews, newest, lines]);
}

async function readNewest({ writes, events }: Question, signal: AbortSignal) {
  const [written, heard] = await Promise.all([
    writes && readJournal(writes, signal),
    events && readEvents(events, signal),
  ]);
  const entries = sourceOf(written ? [written] : NONE);
  const received = sourceOf(heard ? [heard] : NONE);
  return { lines: linesOf(entries, received, NONE), hasMore: entries.hasMore || received.hasMore };
}

/** The gateway alone knows what a search finds. */
function isIn(pages: readonly JournalPage[], { id }: JournalEntry): boolean {
  return pages.some(({ lines }) => lines.some((line) => line.id === id));
}

function sourceOf<Item>(pages: readonly { lines: Item[]; next: string | null }[]): Source<Item> {
  return { items: pages.flatMap(({ lines }) => lines), hasMore: Boolean(pages.at(-1)?.next) };
}

const NONE: never[] = [];
