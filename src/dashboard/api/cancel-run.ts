import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { openKeep } from '#dashboard/lib/cancel-keep.ts';
import type { Counts, RunHead, RunRow } from '#dashboard/lib/cancel-run.ts';
import type { OrderLine } from '#dashboard/lib/order-lines.ts';
import { createRunStore, type RunStore } from './cancel-run-store.ts';
import { keptRun } from './run-news.ts';
import { deskQuery, sessionHolder, useDesk } from './session.ts';

/** Why a run paused by itself. */
export type Trouble = 'session' | 'unreachable' | 'lost' | 'storage';

/** The run of this browser and session holder, as far as it is known here. */
export interface CancelRun {
  /** `elsewhere`: another tab has it, and this one may only look. */
  place: 'loading' | 'none' | 'elsewhere' | 'here';
  head: RunHead | null;
  /** In their order. A new array whenever one of them is another. */
  rows: readonly RunRow[];
  counts: Counts;
  trouble: Trouble | null;
  /** Seconds until the first request; null where none are waited for. */
  grace: number | null;
  /** Whether the run was interrupted: it was under way when the page went away. */
  interrupted: boolean;
  begin(order: RunOrder): Promise<void>;
  pause(): void;
  resume(): void;
  stop(): void;
  /** Sends the rows at these places again, after the same grace. */
  rerun(places: readonly number[]): void;
  /** Forgets the run; the journal keeps what was done. Calls it off where nothing was sent. */
  clear(): void;
}

export interface RunOrder {
  pairs: readonly OrderLine[];
  leftOut: readonly OrderLine[];
  reason: string;
  host: string;
}

/** The run of cancellations, which goes on wherever on the desk its person is. */
export function useCancelRun(): CancelRun {
  const client = useQueryClient();
  const holder = sessionHolder(useDesk());
  const store = storeOf(client, holder);
  useEffect(() => store.open(), [store]);
  return useSyncExternalStore(store.subscribe, store.read);
}

/**
 * Finds out ahead of the page that no run is there, where that is so. One that is there is opened by its page alone,
 * since whoever opens it takes it over.
 */
export async function prepareCancelRun(client: QueryClient): Promise<void> {
  const desk = client.getQueryData(deskQuery.queryKey);
  if (!desk?.session || (await keptRun(sessionHolder(desk)))) return;
  const store = storeOf(client, sessionHolder(desk));
  store.open();
  if (store.read().place !== 'loading') return;
  await new Promise<void>((resolve) => {
    const stop = store.subscribe(() => {
      stop();
      resolve();
    });
  });
}

/** The store of a session holder: it ends with what else the desk knows of them. */
function storeOf(client: QueryClient, holder: string): RunStore {
  const queryKey = ['cancel-run', holder];
  const kept = client.getQueryData<RunStore>(queryKey);
  if (kept) return kept;
  const store = createRunStore(client, holder, openKeep());
  const forever = { gcTime: Number.POSITIVE_INFINITY, staleTime: Number.POSITIVE_INFINITY };
  client.setQueryDefaults(queryKey, forever);
  client.setQueryData(queryKey, store);
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'removed' || event.query.queryKey !== queryKey) return;
    store.dispose();
    unsubscribe();
  });
  return store;
}
