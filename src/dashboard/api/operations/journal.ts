import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { journalQuery } from '#contract/journal-query.ts';
import { journalEntry } from '#contract/operations.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { HISTORY_PAGES, ownReader, pagesQuery } from '../http/own-list.ts';

export type JournalFilter = Omit<z.infer<typeof journalQuery>, 'before'>;

/** Begins the keys of the journal's lists, so that a change marks all as out of date. */
export const JOURNAL = ['journal'] as const;

export const readJournal = ownReader<JournalFilter, typeof journalEntry>('/journal', 'entries', journalEntry);

export type JournalPage = Awaited<ReturnType<typeof readJournal>>;

export function journalPages(filter: JournalFilter) {
  return pagesQuery([...JOURNAL, 'pages', filter], HISTORY_PAGES, (place, signal) =>
    readJournal({ ...filter, ...place }, signal),
  );
}

export const openEntriesQuery = queryOptions({
  queryKey: [...JOURNAL, 'open'] as const,
  queryFn: ({ signal }) => readJournal({ outcome: 'unknown' }, signal),
});

/** How many writes have an unknown outcome, live; null until it is known. */
export function useOpenCount() {
  return useQuery({ ...openEntriesQuery, select: countOpen }).data ?? null;
}

/** How many outcomes are open, as a sentence. */
export function openText({ count, hasMore }: ReturnType<typeof countOpen>): string {
  return `${hasMore ? 'More than ' : ''}${countOf(count, 'outcome')} not known yet`;
}

function countOpen({ lines, next, total }: JournalPage) {
  const count = lines.filter(({ outcome }) => outcome === 'unknown').length;
  return { count: next === null ? count : (total ?? count), hasMore: next !== null && total === null };
}

/** Marks the journal's lists as out of date, and counts the unknown outcomes again. */
export function markStale(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: JOURNAL, refetchType: 'none' });
  void client.refetchQueries({ queryKey: openEntriesQuery.queryKey, type: 'active' });
}
