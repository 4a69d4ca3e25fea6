import type { LoanConfiguration, LoanRequest } from './loans.ts';
import { amountProblem, compareAmounts } from './money.ts';

/** One thing wrong with a loan request: the field (as a path such as `collaterals[2].token_id`) and what. */
interface LoanProblem {
  field: string;
  message: string;
}

/** What is wrong with a request by itself: no configuration could make it right (answered with 400). */
export function malformedLoan(request: LoanRequest): LoanProblem[] {
  const problems: LoanProblem[] = [];
  const add = (field: string, message: string | null) => {
    if (message !== null) problems.push({ field, message });
  };
  const amount = amountProblem(request.amount, request.currency);
  const repayment = amountProblem(request.repayment_amount, request.currency);
  add('amount', amount);
  add('repayment_amount', repayment);
  if (!amount && !repayment && compareAmounts(request.repayment_amount, request.amount) < 0) {
    add('repayment_amount', `must not be below the amount, ${request.amount}`);
  }
  const seen = new Set<string>();
  request.collaterals.forEach((line, index) => {
    if (seen.has(line.token_id)) {
      add(
        `collaterals[${index}].token_id`,
        'is the same token as an earlier line; put the whole quantity on one',
      );
    }
    seen.add(line.token_id);
  });
  return problems;
}

/**
 * What a configuration forbids of a request that is well formed (answered with 422): a currency without a
 * limit, an amount above it, a longer duration. Categories and cover need the tokens: see collateral.ts.
 * (docs/interface.md, "Limits", 3; docs/decisions.md, row 11.)
 */
export function forbiddenLoan(
  request: Pick<LoanRequest, 'amount' | 'currency' | 'duration'>,
  configuration: Pick<LoanConfiguration, 'max_amount' | 'duration'>,
): LoanProblem[] {
  const problems: LoanProblem[] = [];
  const limits = configuration.max_amount;
  const limit = Object.hasOwn(limits, request.currency) ? limits[request.currency] : undefined;
  if (limit === undefined) {
    const offered = Object.keys(limits).join(', ');
    problems.push({
      field: 'currency',
      message: `has no limit in this configuration; it lends in ${offered}`,
    });
  } else if (compareAmounts(request.amount, String(limit)) > 0) {
    problems.push({ field: 'amount', message: `is above the limit of ${limit} ${request.currency}` });
  }
  if (request.duration > configuration.duration) {
    problems.push({
      field: 'duration',
      message: `is above the ${configuration.duration} months of this configuration`,
    });
  }
  return problems;
}
