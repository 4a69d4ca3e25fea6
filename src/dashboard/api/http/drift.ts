import type { EndpointName } from '#contract/contract.ts';
import { WITHHELD_FIELDS } from '#contract/members.ts';
import type { Drift } from '#contract/reading.ts';
import { noteChange } from './call-log.ts';

/** The most kinds of drift that are distinguished, so that a service that invents names can't fill the memory. */
const MAX_KINDS = 1000;

const counts = new Map<string, number>();

/** Counts the ways in which an answer differed from the document. */
export function countDrift(endpoint: EndpointName, drift: readonly Drift[]): void {
  for (const { path, kind } of drift) {
    if (kind === 'missing' && endpoint === 'listMembers' && WITHHELD_FIELDS.includes(path)) continue;
    const key = `${endpoint} ${kind} ${path}`;
    if (counts.has(key) || counts.size < MAX_KINDS) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (drift.length > 0) noteChange();
}

/** How often each difference (`listLoans missing docs[].amount`) was seen since the page was loaded. */
export function driftSeen(): ReadonlyMap<string, number> {
  return counts;
}
