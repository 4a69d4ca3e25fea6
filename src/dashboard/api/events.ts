import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { deskEvent } from '#contract/events.ts';
import { encodeQuery } from '#contract/query.ts';
import { followEvents } from '#dashboard/lib/live-events.ts';
import { readOwnPage } from './own-list.ts';
import { useDesk } from './session.ts';

/** What events are narrowed by; both instants are inclusive, ISO 8601. */
export interface EventFilter {
  from?: string;
  to?: string;
  member?: string;
  order?: string;
}

const KEY = 'events';

async function readEvents(filter: EventFilter, before: string | undefined, signal: AbortSignal) {
  const search = encodeQuery({ ...filter, before, limit: 100 });
  const { lines: events, ...page } = await readOwnPage(`/events/log?${search}`, 'events', deskEvent, signal);
  return { events, ...page };
}

/** The events that reached this desk's gateway, newest first, page after page. */
export function eventPages(filter: EventFilter) {
  return infiniteQueryOptions({
    queryKey: [KEY, filter] as const,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readEvents(filter, pageParam, signal),
    getNextPageParam: (last) => last.next ?? undefined,
  });
}

/**
 * Hears of events for as long as somebody is signed in, and makes what they are about fresh; the service's own
 * word is never replaced by an event. One connection serves all tabs of a browser.
 */
export function useLiveEvents(): void {
  const client = useQueryClient();
  const { session, ended } = useDesk();
  const isOpen = session !== null && !ended;
  useEffect(() => {
    if (!isOpen) return;
    return followEvents(() => {
      // Stale, not fetched: rows must not move under whoever reads them.
      void client.invalidateQueries({ queryKey: [KEY], refetchType: 'none' });
      void client.invalidateQueries({ queryKey: ['journal'], refetchType: 'none' });
      client.setQueryData<number>(['events-new'], (count = 0) => count + 1);
    });
  }, [client, isOpen]);
}
