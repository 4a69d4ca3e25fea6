import { useSyncExternalStore } from 'react';
import type { EndpointName } from '#contract/contract.ts';
import { WITHHELD_FIELDS } from '#contract/members.ts';
import type { Drift } from '#contract/reading.ts';
import { fieldsOf } from '#dashboard/lib/json.ts';
import { callsSeen, changesSeen, noteChange, subscribeToCalls } from './call-log.ts';

export interface DriftLine {
  endpoint: EndpointName;
  kind: Drift['kind'];
  /** Where in the answer's data: `docs[].amount`. */
  field: string;
  times: number;
}

/** Each difference that a holder's session has seen, by what it is: `listLoans missing docs[].amount`. */
export const driftSeen = new Map<string, DriftLine>();

export function countDrift(endpoint: EndpointName, drift: readonly Drift[]): void {
  for (const { path: field, kind } of drift) {
    if (kind === 'missing' && endpoint === 'listMembers' && WITHHELD_FIELDS.includes(field)) continue;
    const key = `${endpoint} ${kind} ${field}`;
    const times = (driftSeen.get(key)?.times ?? 0) + 1;
    // Limited, so that a service that invents names can't fill the memory.
    if (times > 1 || driftSeen.size < 1_000) driftSeen.set(key, { endpoint, kind, field, times });
  }
  if (drift.length > 0) noteChange();
}

interface PagingCheck {
  /** Answers that echoed the page, and the page size where they echo one, as it was asked for. */
  confirmed: number;
  /** Answers that contradicted what was asked for: their rows may be those of another page. */
  contradicted: number;
  silent: number;
  /** The last contradiction: `page 1 where page 2 was asked for`. */
  last: string | null;
}

/** What answers said of the pages that were asked for since the page was loaded. */
export const pagingChecks = new Map<EndpointName, PagingCheck>();

/** Holds an answer's own word on its page against the page that was asked for. */
export function checkPaging(name: EndpointName, asked: Record<string, unknown>, data: unknown): void {
  if (asked.page === undefined) return;
  const echo = fieldsOf(data);
  const check = pagingChecks.get(name) ?? { confirmed: 0, contradicted: 0, silent: 0, last: null };
  const contrary = (['page', 'limit'] as const)
    .filter((part) => typeof echo[part] === 'number' && echo[part] !== asked[part])
    .map((part) => `${part} ${echo[part]} where ${part} ${asked[part]} was asked for`);
  const rows = Object.values(echo).find(Array.isArray)?.length ?? 0;
  if (typeof asked.limit === 'number' && rows > asked.limit)
    contrary.push(`${rows} rows where at most ${asked.limit} were asked for`);
  if (contrary.length > 0) {
    check.contradicted += 1;
    check.last = contrary.join(', ');
  } else if (typeof echo.page === 'number') check.confirmed += 1;
  else check.silent += 1;
  pagingChecks.set(name, check);
  noteChange();
}

export type Diagnostics = ReturnType<typeof useDiagnostics>;

/** What this tab has seen; the newest call first. */
export function useDiagnostics() {
  useSyncExternalStore(subscribeToCalls, changesSeen, changesSeen);
  return {
    calls: callsSeen().toReversed(),
    drift: [...driftSeen.values()],
    paging: [...pagingChecks].map(([endpoint, check]) => ({ endpoint, ...check })),
  };
}
