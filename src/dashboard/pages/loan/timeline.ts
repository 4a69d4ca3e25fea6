import { loanTiming } from '#contract/loan-timing.ts';
import type { LoanRow } from '#dashboard/api/loans.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';

export interface Mark {
  kind: 'created' | 'due' | 'grace' | 'now';
  at: number;
}

/** The instants of a loan that are known, and the present one, in their order. */
export function timelineOf(loan: LoanRow, now: number): Mark[] {
  const timing = loanTiming(loan, now);
  const created = readTimestamp(loan.created_at ?? '');
  const graceEndsAt = 'graceEndsAt' in timing ? timing.graceEndsAt : null;
  const marks: (Mark | false)[] = [
    created !== null && { kind: 'created', at: created },
    timing.dueAt !== null && { kind: 'due', at: timing.dueAt },
    graceEndsAt !== null && { kind: 'grace', at: graceEndsAt },
    { kind: 'now', at: now },
  ];
  return marks.filter((mark) => mark !== false).sort((a, b) => a.at - b.at);
}
