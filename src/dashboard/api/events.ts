import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { type DeskEvent, deskEvent } from '#contract/events.ts';
import { encodeQuery } from '#contract/query.ts';
import { followEvents } from '#dashboard/lib/live-events.ts';
import { ApiError } from './api-error.ts';
import { request } from './client.ts';
import { useDesk } from './session.ts';

interface EventLines {
  /** Newest first. */
  events: DeskEvent[];
  /** How many more there are that can't be read. */
  unreadable: number;
  next: string | null;
  total: number;
}

/** What events are narrowed by; both instants are inclusive, ISO 8601. */
export interface EventFilter {
  from?: string;
  to?: string;
  member?: string;
  order?: string;
}

const KEY = 'events';

async function readEvents(
  filter: EventFilter,
  before: string | undefined,
  signal: AbortSignal,
): Promise<EventLines> {
  const search = encodeQuery({ ...filter, before, limit: 100 });
  const { data } = await request('GET', `/events/log?${search}`, { signal });
  const page = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  if (!Array.isArray(page.events)) {
    throw new ApiError('unreadable', { message: 'The desk’s own list of events can’t be read.' });
  }
  const events = page.events.flatMap((event) => {
    const parsed = z.safeParse(deskEvent, event);
    return parsed.success ? [parsed.data] : [];
  });
  return {
    events,
    unreadable: page.events.length - events.length,
    next: typeof page.next === 'string' ? page.next : null,
    total: typeof page.total === 'number' ? page.total : events.length,
  };
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
