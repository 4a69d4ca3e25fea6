import { queryOptions } from '@tanstack/react-query';
import { deskEvent } from '#contract/events.ts';
import { HISTORY_PAGES, ownReader, pagesQuery } from '../http/own-list.ts';
import type { JournalFilter } from '../operations/journal.ts';

/** What events are narrowed by; both instants are inclusive, ISO 8601. */
export type EventFilter = Pick<JournalFilter, 'q' | 'from' | 'to' | 'member' | 'order'>;

export const EVENTS = 'events';

export const readEvents = ownReader<EventFilter, typeof deskEvent>('/events/log', 'events', deskEvent);

export function eventPages(filter: EventFilter) {
  return pagesQuery([EVENTS, filter], HISTORY_PAGES, (place, signal) =>
    readEvents({ ...filter, ...place }, signal),
  );
}

/** When something new was last heard of, in milliseconds since 1970; 0 until then. */
export const newsQuery = queryOptions({
  queryKey: ['activity-news'],
  queryFn: () => 0,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});
