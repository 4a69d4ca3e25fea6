import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { operationChange } from '#contract/runs.ts';
import { parseJson } from '#dashboard/lib/json.ts';
import { isHeld } from '../operations/entries.ts';
import { takeChange, takeInterruption } from '../operations/live-changes.ts';
import { useDesk } from '../session/session.ts';
import { EVENTS, newsQuery } from './events.ts';
import { followEvents, type Heard } from './live-events.ts';

/** Follows the gateway's stream and marks what it is about as out of date: data always comes from the API. */
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
    void client.invalidateQueries({ queryKey: [EVENTS], refetchType: 'none' });
    noteNews();
  } else {
    const { data: change } = z.safeParse(operationChange, parseJson(heard.data));
    if (!change) return;
    if (change.entry !== undefined && !isHeld(client, change.entry)) noteNews();
    void takeChange(client, change);
  }
}
