import { Big } from 'big.js';
import type { ApprovalRules, LoanState, MatchedRule } from '#contract/approvals.ts';
import type { LoanRequest } from '#contract/loans.ts';
import { plainCurrency } from '#contract/money.ts';

type LoanAmount = Pick<LoanRequest, 'amount' | 'currency'>;

/** Whether rules ask for more about a loan than its amount: what has to be read from the service. */
export function neededState(rules: ApprovalRules): { collateral: boolean; borrower: boolean } {
  return { collateral: rules.loanToValue.on, borrower: rules.lateBorrower.on };
}

/** The rules that a loan matches. What could not be found out counts as above the limit: nothing is guessed. */
export function matchLoan(rules: ApprovalRules, loan: LoanAmount, state: LoanState): MatchedRule[] {
  const matched: MatchedRule[] = [];
  const { loanAmount, loanToValue, lateBorrower } = rules;
  const { currency, amount } = loan;
  const passed = Object.entries(loanAmount.above).find(
    ([code, most]) => plainCurrency(code) === plainCurrency(currency) && new Big(amount).gt(most),
  );
  if (loanAmount.on && passed) {
    matched.push({ rule: 'loanAmount', currency, above: passed[1], is: amount });
  }
  const is = state.loanToValue;
  if (loanToValue.on && (is === null || is > loanToValue.above)) {
    matched.push({ rule: 'loanToValue', currency: null, above: String(loanToValue.above), is: textOf(is) });
  }
  if (lateBorrower.on && state.late !== 0) {
    matched.push({ rule: 'lateBorrower', currency: null, above: null, is: textOf(state.late) });
  }
  return matched;
}

/** The rules that a run of so many lines matches. */
export function matchRun({ runLines }: ApprovalRules, lines: number): MatchedRule[] {
  return runLines.on && lines > runLines.above
    ? [{ rule: 'runLines', currency: null, above: String(runLines.above), is: String(lines) }]
    : [];
}

/**
 * Whether a loan needs another look: it matches a rule by now that it didn't when it was shown, or a lower limit of one;
 * its loan-to-value or the borrower's late loans have become more, or unknown, also where no rule asks for them; or it has
 * since passed what the terms allow.
 */
export function isWorse(
  shown: { because: readonly MatchedRule[]; loan: LoanState | null },
  now: { because: readonly MatchedRule[]; loan: LoanState },
): boolean {
  const known = new Map(shown.because.map(({ rule, above }) => [rule, above]));
  return (
    now.because.some(({ rule, above }) => !known.has(rule) || isLower(above, known.get(rule))) ||
    hasRisen(asShown(shown.loan?.loanToValue), asShown(now.loan.loanToValue)) ||
    hasRisen(shown.loan?.late, now.loan.late) ||
    (exceedsTerms(now.loan) && !(shown.loan && exceedsTerms(shown.loan)))
  );
}

function isLower(limit: string | null, before: string | null | undefined): boolean {
  return limit !== null && before != null && new Big(limit).lt(before);
}

/** A loan-to-value as pages show it, to a hundredth of a percent: prices move all the time, and what reads the same is. */
function asShown(loanToValue: number | null | undefined): number | null {
  return loanToValue == null ? null : new Big(loanToValue).round(4, Big.roundUp).toNumber();
}

/** What is known no longer may be anything. */
function hasRisen(before: number | null | undefined, now: number | null): boolean {
  return before != null && (now === null || now > before);
}

function textOf(figure: number | null): string | null {
  return figure === null ? null : String(figure);
}

function exceedsTerms({ loanToValue, termsLimit }: LoanState): boolean {
  return loanToValue !== null && termsLimit !== null && loanToValue > termsLimit;
}
