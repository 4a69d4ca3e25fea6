import type { QueryClient } from '@tanstack/react-query';
import type { OperationChange } from '#contract/runs.ts';
import { refreshFollowUps } from '../follow-ups/follow-ups.ts';
import { COLLATERAL, refreshLoans } from '../loans/loans.ts';
import { ENTRIES, entryQuery, isHeld, putEntry } from './entries.ts';
import { markStale } from './journal.ts';
import { refreshRun } from './runs.ts';

/** Brings what changed up to date in place; lists are only marked: rows don't move under their reader. */
export async function takeChange(client: QueryClient, change: OperationChange): Promise<void> {
  const { entry, run, approval, followUps, collateral } = change;
  if (collateral) return await client.invalidateQueries({ queryKey: [COLLATERAL] });
  if (followUps) return await refreshFollowUps(client);
  if (approval !== undefined) void client.invalidateQueries({ queryKey: ['approvals'] });
  if (run !== undefined) refreshRun(client, run);
  // A run changes many times a second.
  else void client.invalidateQueries({ queryKey: ['history'] });
  if (entry !== undefined && isHeld(client, entry)) await reread(client, entry);
  markStale(client);
}

/** Brings everything up to date that may have changed while the event stream was interrupted. */
export function takeInterruption(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ENTRIES });
  void client.invalidateQueries({ queryKey: ['approvals'] });
  refreshRun(client);
  void refreshFollowUps(client);
  void client.invalidateQueries({ queryKey: [COLLATERAL] });
  markStale(client);
}

async function reread(client: QueryClient, id: string): Promise<void> {
  try {
    const entry = await client.fetchQuery({ ...entryQuery(id), staleTime: 0 });
    putEntry(client, entry);
    if (entry.kind === 'createLoan' && entry.outcome === 'done') void refreshLoans(client);
  } catch {
    // The pages that show the entry read it again by themselves, and report a failure.
  }
}
