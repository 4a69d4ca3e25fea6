import { queryOptions } from '@tanstack/react-query';
import { deskEvent } from '#contract/events.ts';
import { encodeQuery } from '#contract/query.ts';
import { pagesQuery, readOwnPage } from '../http/own-list.ts';
import type { JournalFilter } from '../operations/journal.ts';

/** What events are narrowed by; both instants are inclusive, ISO 8601. */
export type EventFilter = Pick<JournalFilter, 'from' | 'to' | 'member' | 'order'>;

export const EVENTS = 'events';

export async function readEvents(filter: EventFilter, before: string | undefined, signal: AbortSignal) {
  const search = encodeQuery({ ...filter, before, limit: 100 });
  return await readOwnPage(`/events/log?${search}`, 'events', deskEvent, signal);
}

/** The events that reached this desk's gateway, newest first, page after page. */
export function eventPages(filter: EventFilter) {
  return pagesQuery([EVENTS, filter], (before, signal) => readEvents(filter, before, signal));
}

/** When something new was last heard of, in milliseconds since 1970; 0 until then. */
export const newsQuery = queryOptions({
  queryKey: ['activity-news'],
  queryFn: () => 0,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
