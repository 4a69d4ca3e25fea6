import type { EndpointName } from '#contract/contract.ts';
import { WITHHELD_FIELDS } from '#contract/members.ts';
import type { Drift } from '#contract/reading.ts';
import { noteChange } from './call-log.ts';

/** The most kinds of drift that are distinguished, so that a service that invents names can't fill the memory. */
const MAX_KINDS = 1000;

export interface DriftLine {
  endpoint: EndpointName;
  kind: Drift['kind'];
  /** Where in the answer's data: `docs[].amount`. */
  field: string;
  times: number;
}

const lines = new Map<string, DriftLine>();

export function countDrift(endpoint: EndpointName, drift: readonly Drift[]): void {
  for (const { path: field, kind } of drift) {
    if (kind === 'missing' && endpoint === 'listMembers' && WITHHELD_FIELDS.includes(field)) continue;
    const key = `${endpoint} ${kind} ${field}`;
    const times = (lines.get(key)?.times ?? 0) + 1;
    if (times > 1 || lines.size < MAX_KINDS) lines.set(key, { endpoint, kind, field, times });
  }
  if (drift.length > 0) noteChange();
}

/** Each difference that a holder's session has seen, by what it is (`listLoans missing docs[].amount`). */
export function driftSeen(): ReadonlyMap<string, DriftLine> {
  return lines;
}

/** Forgets all differences: they were in the answers to a holder, and the next one has other answers. */
export function forgetDrift(): void {
  lines.clear();
}
