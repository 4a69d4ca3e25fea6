import { type Approval, type ApprovalState, approvalRules, type MatchedRule } from '#contract/approvals.ts';
import { readAs } from '#contract/reading.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import type { Label } from '#dashboard/lib/label.ts';
import { limitText, percentText } from '#dashboard/lib/percent.ts';
import { currencyAmount, requestedLoan } from '../operations/entry-facts.ts';

export const STATE_LABELS: Record<ApprovalState, Label> = {
  waiting: { label: 'Waiting', tone: 'warning' },
  approved: { label: 'Approved', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'danger' },
  expired: { label: 'Expired', tone: 'neutral' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** What waits, in a few words: `Loan of 1,000.00 NGN`. */
export function titleOf({ kind, request }: Pick<Approval, 'kind' | 'request'>): string {
  if (kind === 'changeRules') return 'Change of the rules';
  if (kind === 'cancelOrders') return `Cancellation of ${countOf(Number(request.lines) || 0, 'order')}`;
  const { amount, currency } = requestedLoan({ body: request });
  return `Loan of ${currencyAmount(amount, currency) ?? 'an unreadable amount'}`;
}

export function ruleText({ rule, currency, above, is }: MatchedRule): string {
  switch (rule) {
    case 'runLines':
      return `${countOf(Number(is), 'order')}: runs of more than ${countOf(Number(above), 'order')} need approval.`;
    case 'loanAmount':
      return `Above ${currencyAmount(above ?? undefined, currency ?? undefined)}, the limit for a loan without approval.`;
    case 'loanToValue':
      return `${is === null ? 'The loan-to-value could not be found out' : `Loan-to-value ${percentText(is)}`}: loans above ${limitText(above ?? 0)} need approval.`;
    case 'lateBorrower':
      return is === null
        ? 'Not all of the borrower’s loans could be read, so some may be late.'
        : `The borrower has ${countOf(Number(is), 'late or defaulted loan')}.`;
    case 'changedRules':
      return 'A second administrator approves changes of the rules.';
  }
}

/** Rules as lines of text, each with its state, to compare two sets of them. */
export function ruleLines(rules: unknown): { label: string; value: string }[] {
  const read = readAs(approvalRules, rules);
  if (!read) return [];
  const { runLines, loanAmount, loanToValue, lateBorrower, changedRules, expiresAfterHours } = read;
  const amounts = Object.entries(loanAmount?.above ?? {})
    .map(([currency, above]) => currencyAmount(above, currency))
    .join(', ');
  // The limit of a rule that is off may be changed, and counts once it is on.
  const above = (on: boolean | undefined, limit: string) => (on ? `Above ${limit}` : `Off (above ${limit})`);
  return [
    { label: 'Runs', value: above(runLines?.on, countOf(runLines?.above ?? 0, 'order')) },
    {
      label: 'Loan amount',
      value: amounts ? above(loanAmount?.on, amounts) : loanAmount?.on ? 'No limits set' : 'Off',
    },
    { label: 'Loan-to-value', value: above(loanToValue?.on, limitText(loanToValue?.above ?? 0)) },
    { label: 'Late borrower', value: lateBorrower?.on ? 'On' : 'Off' },
    { label: 'Change of the rules', value: changedRules?.on ? 'A second administrator' : 'Off' },
    { label: 'Expires after', value: countOf(expiresAfterHours ?? 0, 'hour') },
  ];
}

/** The lines of rules that say something else than before: `Runs`, which was `Off` and is `Above 5 orders`. */
export function changedRules(before: unknown, after: unknown) {
  const were = new Map(ruleLines(before).map(({ label, value }) => [label, value]));
  const lines = ruleLines(after).map((line) => ({ ...line, was: were.get(line.label) ?? 'not known' }));
  return lines.filter(({ value, was }) => value !== was);
}
