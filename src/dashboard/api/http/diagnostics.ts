import { useSyncExternalStore } from 'react';
import type { EndpointName } from '#contract/contract.ts';
import { type Call, callsSeen, changesSeen, subscribeToCalls } from './call-log.ts';
import { driftSeen } from './drift.ts';
import { type PagingCheck, pagingChecks } from './paging-check.ts';

/** One way in which the answers of an endpoint differed from the document, and how often. */
export interface DriftLine {
  endpoint: EndpointName;
  kind: 'missing' | 'added' | 'type' | 'form';
  /** Where in the answer's data: `docs[].amount`. */
  field: string;
  times: number;
}

export interface Diagnostics {
  /** The newest first. */
  calls: readonly Call[];
  drift: readonly DriftLine[];
  paging: readonly (PagingCheck & { endpoint: EndpointName })[];
}

/** What this tab has seen of its server and of the service since it was loaded. */
export function useDiagnostics(): Diagnostics {
  useSyncExternalStore(subscribeToCalls, changesSeen, changesSeen);
  return {
    calls: callsSeen().toReversed(),
    drift: [...driftSeen()].map(([key, times]) => lineOf(key, times)),
    paging: [...pagingChecks()].map(([endpoint, check]) => ({ endpoint, ...check })),
  };
}

/** A key of the drift counter: the endpoint, the kind, and the field, which may hold anything. */
function lineOf(key: string, times: number): DriftLine {
  const [endpoint, kind, ...field] = key.split(' ');
  return {
    endpoint: endpoint as EndpointName,
    kind: kind as DriftLine['kind'],
    field: field.join(' '),
    times,
  };
}
