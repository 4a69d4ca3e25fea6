import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { type OperationChange, operationChange } from '#contract/runs.ts';
import { parseJson } from '#dashboard/lib/json.ts';
import { refreshFollowUps } from '../follow-ups/follow-ups.ts';
import { readAgain } from '../http/queries.ts';
import { COLLATERAL, refreshLoans } from '../loans/loans.ts';
import { ENTRIES, entryQuery, isHeld, putEntry } from '../operations/entries.ts';
import { markStale } from '../operations/journal.ts';
import { refreshRun } from '../operations/runs.ts';
import { useDesk } from '../session/session.ts';
import { followEvents, type Heard } from './event-stream.ts';
import { EVENTS, newsQuery } from './events.ts';

/** Follows the gateway's stream and marks what it is about as out of date: data always comes from the API. */
export function useLiveEvents(mayRead: boolean): void {
  const client = useQueryClient();
  const { session, ended } = useDesk();
  const isOpen = mayRead && session !== null && !ended;
  useEffect(() => {
    if (!isOpen) return;
    return followEvents((heard) => takeHeard(client, heard));
  }, [client, isOpen]);
}

function takeHeard(client: QueryClient, heard: Heard): void {
  if (heard.type === 'reconnected') {
    takeInterruption(client);
    noteNews(client);
  } else if (heard.type === 'event') {
    // Not fetched again: rows must not move under their reader.
    void client.invalidateQueries({ queryKey: [EVENTS], refetchType: 'none' });
    noteNews(client);
  } else {
    const { data: change } = z.safeParse(operationChange, parseJson(heard.data));
    if (change) void takeChange(client, change);
  }
}

/** Brings what changed up to date in place; lists are only marked: rows don't move under their reader. */
async function takeChange(client: QueryClient, change: OperationChange): Promise<void> {
  const { entry, run, approval, rules, followUps, collateral } = change;
  if (run !== undefined) refreshRun(client, run);
  // A run changes many times a second.
  else void readAgain(client, { queryKey: ['history'] });
  if (collateral) return await readAgain(client, { queryKey: [COLLATERAL] });
  if (followUps) return await refreshFollowUps(client);
  if (approval !== undefined || rules) void readAgain(client, { queryKey: ['approvals'] });
  if (entry !== undefined && isHeld(client, entry)) await reread(client, entry);
  else if (entry !== undefined) noteNews(client);
  markStale(client);
}

/** Brings everything up to date that may have changed while the event stream was interrupted. */
export function takeInterruption(client: QueryClient): void {
  for (const queryKey of [ENTRIES, ['approvals'], [COLLATERAL]]) void readAgain(client, { queryKey });
  refreshRun(client);
  void refreshFollowUps(client);
  markStale(client);
}

async function reread(client: QueryClient, id: string): Promise<void> {
  const query = entryQuery(id);
  // What is being read may be from before the change.
  void client.cancelQueries({ queryKey: query.queryKey }, { silent: true });
  try {
    const entry = await client.fetchQuery({ ...query, staleTime: 0 });
    putEntry(client, entry);
    if (entry.kind === 'createLoan' && entry.outcome === 'done') void refreshLoans(client);
  } catch {
    // The pages that show the entry read it again by themselves, and report a failure.
  }
}

function noteNews(client: QueryClient): void {
  client.setQueryData(newsQuery.queryKey, Date.now());
}
