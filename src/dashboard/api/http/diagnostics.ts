import { useSyncExternalStore } from 'react';
import { callsSeen, changesSeen, subscribeToCalls } from './call-log.ts';
import { driftSeen } from './drift.ts';
import { pagingChecks } from './paging-check.ts';

export type Diagnostics = ReturnType<typeof useDiagnostics>;

/** What this tab has seen; the newest call first. */
export function useDiagnostics() {
  useSyncExternalStore(subscribeToCalls, changesSeen, changesSeen);
  return {
    calls: callsSeen().toReversed(),
    drift: [...driftSeen().values()],
    paging: [...pagingChecks()].map(([endpoint, check]) => ({ endpoint, ...check })),
  };
}
