import { useSyncExternalStore } from 'react';
import type { EndpointName } from '#contract/contract.ts';
import { type Call, callsSeen, changesSeen, subscribeToCalls } from './call-log.ts';
import { type DriftLine, driftSeen } from './drift.ts';
import { type PagingCheck, pagingChecks } from './paging-check.ts';

export interface Diagnostics {
  /** The newest first. */
  calls: readonly Call[];
  drift: readonly DriftLine[];
  paging: readonly (PagingCheck & { endpoint: EndpointName })[];
}

export function useDiagnostics(): Diagnostics {
  useSyncExternalStore(subscribeToCalls, changesSeen, changesSeen);
  return {
    calls: callsSeen().toReversed(),
    drift: [...driftSeen().values()],
    paging: [...pagingChecks()].map(([endpoint, check]) => ({ endpoint, ...check })),
  };
}
