import { infiniteQueryOptions, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { deskEvent } from '#contract/events.ts';
import { encodeQuery } from '#contract/query.ts';
import { type OperationChange, operationChange } from '#contract/runs.ts';
import { followEvents, type Heard } from '#dashboard/api/activity/live-events.ts';
import { readOwnPage } from '../http/own-list.ts';
import { isHeld } from '../operations/entries.ts';
import { takeChange, takeInterruption } from '../operations/live-changes.ts';
import { useDesk } from '../session/session.ts';

/** What events are narrowed by; both instants are inclusive, ISO 8601. */
export interface EventFilter {
  from?: string | undefined;
  to?: string | undefined;
  member?: string | undefined;
  order?: string | undefined;
}

const KEY = 'events';

export async function readEvents(filter: EventFilter, before: string | undefined, signal: AbortSignal) {
  const search = encodeQuery({ ...filter, before, limit: 100 });
  const { lines: events, ...page } = await readOwnPage(`/events/log?${search}`, 'events', deskEvent, signal);
  return { events, ...page };
}

/** The events that reached this desk's gateway, newest first, page after page. */
export function eventPages(filter: EventFilter) {
  return infiniteQueryOptions({
    queryKey: [KEY, filter] as const,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => readEvents(filter, pageParam ?? undefined, signal),
    getNextPageParam: (last) => last.next ?? undefined,
  });
}

/** When something new was last heard of, in milliseconds since 1970; 0 until then. */
export const newsQuery = queryOptions({
  queryKey: ['activity-news'],
  queryFn: () => 0,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Follows the gateway's event stream while a session is open, and marks what it is about as out of date: data always
 * comes from the API, never from an event. One connection serves all tabs of a browser.
 */
export function useLiveEvents(): void {
  const client = useQueryClient();
  const { session, ended } = useDesk();
  const isOpen = session !== null && !ended;
  useEffect(() => {
    if (!isOpen) return;
    return followEvents((heard) => takeHeard(client, heard));
  }, [client, isOpen]);
}

function takeHeard(client: QueryClient, heard: Heard): void {
  const noteNews = () => client.setQueryData(newsQuery.queryKey, Date.now());
  if (heard.type === 'reconnected') {
    takeInterruption(client);
    noteNews();
  } else if (heard.type === 'event') {
    // Not fetched again: rows must not move under their reader.
    void client.invalidateQueries({ queryKey: [KEY], refetchType: 'none' });
    noteNews();
  } else {
    const change = readChange(heard.data);
    if (!change) return;
    if (change.entry !== undefined && !isHeld(client, change.entry)) noteNews();
    void takeChange(client, change);
  }
}

function readChange(data: string): OperationChange | undefined {
  try {
    return z.safeParse(operationChange, JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
