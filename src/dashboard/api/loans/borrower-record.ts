import { loanTiming } from '#contract/loan-timing.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { KYC_CHECKS, kycState, kycWord } from '../members/kyc.ts';
import { isActiveMember, type MemberRow } from '../members/members.ts';
import { TotalsSum } from './loan-book.ts';
import type { LoanRow } from './loans.ts';

/** How many of a borrower's loans are in each group: each loan is in exactly one. */
const NO_LOANS = {
  onTime: 0,
  inGrace: 0,
  pastGrace: 0,
  /** Past the due date or called overdue, with a grace period or a status that isn't known. */
  pastDue: 0,
  /** Not past a known due date, with a due date or a status that isn't known. */
  unknown: 0,
  defaulted: 0,
  /** Repaid, liquidated or cancelled. */
  closed: 0,
};

/** What a creditor's loans say about one borrower, by their user id, at an instant (`now`, milliseconds since 1970). */
export function borrowerRecord(userId: string, loans: Iterable<LoanRow>, now: number) {
  const record = { ...NO_LOANS };
  const sum = new TotalsSum();
  for (const loan of loans) {
    if (loan.borrower !== userId) continue;
    const group = groupOf(loan, now);
    record[group] += 1;
    if (group !== 'closed') sum.add(loan);
  }
  /** `outstanding`: the sums of all that are not closed, by currency. */
  return { ...record, outstanding: sum.totals() };
}

function groupOf(loan: LoanRow, now: number): keyof typeof NO_LOANS {
  const { state, dueAt } = loanTiming(loan, now);
  if (state === 'closed') return 'closed';
  if (loan.status === 'DEFAULTED') return 'defaulted';
  if (state === 'past') return 'pastGrace';
  if (state === 'grace') return 'inGrace';
  if (loan.status === 'OVERDUE' || (dueAt !== null && dueAt <= now)) return 'pastDue';
  return state === 'due' ? 'onTime' : 'unknown';
}

/** The checks of a borrower that are not passed, in words: `Address: rejected`. */
export function openChecks(kyc: MemberRow['user']['kyc']): { words: string; isRejected: boolean }[] {
  return KYC_CHECKS.flatMap(({ field, label }) => {
    const state = kycState(kyc?.[field]);
    if (state === 'passed') return [];
    const words = `${label}: ${clip(kycWord(field, kyc?.[field]), 60).toLowerCase()}`;
    return [{ words, isRejected: state === 'failed' }];
  });
}

/** What speaks against lending to a borrower, each as the end of “although …”. Empty if nothing does. */
export function borrowerRisks(record: typeof NO_LOANS, member: MemberRow | undefined): string[] {
  const { inGrace, pastGrace, pastDue, defaulted } = record;
  const rejected = KYC_CHECKS.filter(({ field }) => kycState(member?.user.kyc?.[field]) === 'failed');
  return [
    defaulted > 0 && countOf(defaulted, 'defaulted loan'),
    pastGrace > 0 && `${countOf(pastGrace, 'loan')} past grace`,
    pastDue > 0 && `${countOf(pastDue, 'loan')} past due with an unknown grace period`,
    inGrace > 0 && `${countOf(inGrace, 'loan')} in grace`,
    rejected.length > 0 &&
      `a rejected check (${rejected.map(({ label }) => label.toLowerCase()).join(', ')})`,
    member && !isActiveMember(member.status) && `the membership status “${clip(member.status, 60)}”`,
  ].filter((risk) => typeof risk === 'string');
}
