import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { type OperationChange, operationChange } from '#contract/runs.ts';
import { parseJson } from '#dashboard/lib/json.ts';
import { wait } from '#dashboard/lib/run.ts';
import { refreshFollowUps } from '../follow-ups/follow-ups.ts';
import { readAgain } from '../http/queries.ts';
import { COLLATERAL, refreshLoans } from '../loans/loans.ts';
import { ENTRIES, entryQuery, isHeld, putEntry } from '../operations/entries.ts';
import { markStale } from '../operations/journal.ts';
import { refreshRun } from '../operations/runs.ts';
import { useDesk } from '../session/session.ts';
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

/** A browser allows six connections to an origin, so of all its tabs one holds the stream and tells the others. */
const NAME = 'pledge-events';

/** What the stream reports: an event, a change of what the gateway records, or that it may have missed some. */
export type Heard =
  | { type: 'event'; id: string }
  | { type: 'change'; data: string }
  | { type: 'reconnected' };

/** Calls back once for each event, in every tab; one tab holds the stream. Returns a function that stops it. */
export function followEvents(onEvent: (heard: Heard) => void): () => void {
  const stop = new AbortController();
  const seen = new Set<string>();
  let last = '';
  const hear = (heard: Heard) => {
    if (heard.type === 'event') {
      last = heard.id;
      if (seen.has(heard.id)) return;
      seen.add(heard.id);
    }
    onEvent(heard);
  };
  if (typeof EventSource === 'undefined') return () => {};
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
  const listen = ({ data }: MessageEvent) => hear(data as Heard);
  channel?.addEventListener('message', listen);
  const tell = (heard: Heard) => {
    hear(heard);
    channel?.postMessage(heard);
  };
  const hold = (isTakenOver: boolean) => holdStream(stop.signal, { isTakenOver, lastId: () => last, tell });
  // Ended before it was this tab's turn: nothing was begun.
  inTurn(stop.signal, hold).catch(() => {});
  return () => {
    stop.abort();
    channel?.removeEventListener('message', listen);
    channel?.close();
  };
}

/** Holds the stream when no other tab does; says whether another one did before. Rejects if it is ended before. */
async function inTurn(signal: AbortSignal, hold: (isTakenOver: boolean) => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (!locks) return await hold(false);
  const isHeldElsewhere = await locks.request(NAME, { ifAvailable: true }, async (lock) => {
    if (lock) await hold(false);
    return lock === null;
  });
  if (isHeldElsewhere) await locks.request(NAME, { signal }, async () => await hold(true));
}

/** Holds the stream until told to stop: reconnects after silence and refusals, from the last event heard in any tab. */
async function holdStream(
  signal: AbortSignal,
  { isTakenOver, lastId, tell }: { isTakenOver: boolean; lastId(): string; tell(heard: Heard): void },
): Promise<void> {
  // Between two holders no one listens, and only events are sent again.
  let mayHaveMissed = isTakenOver;
  const connect = (resolve: () => void) => {
    const last = lastId();
    const source = new EventSource(`/events${last && `?last=${last}`}`);
    let watchdog: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(watchdog);
      source.close();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const alive = () => {
      clearTimeout(watchdog);
      // The gateway sends a beat every fifteen seconds: after this much silence the connection is dead.
      watchdog = setTimeout(end, 40_000);
    };
    alive();
    signal.addEventListener('abort', end);
    const on = (name: string, take?: (event: MessageEvent<string>) => void) =>
      source.addEventListener(name, (event) => {
        alive();
        take?.(event);
      });
    on('open', () => {
      if (mayHaveMissed) tell({ type: 'reconnected' });
      mayHaveMissed = true;
    });
    on('beat');
    on('order.cancelled', ({ lastEventId: id }) => tell({ type: 'event', id }));
    on('change', ({ data }) => tell({ type: 'change', data }));
    // The browser reconnects by itself after a break, but not after a refusal.
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) end();
    });
  };
  while (!signal.aborted) {
    await new Promise<void>(connect);
    // A stream that was refused is not asked for again at once.
    await wait(15_000, signal);
  }
}
