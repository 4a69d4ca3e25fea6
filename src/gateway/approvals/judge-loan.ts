import * as z from 'zod/mini';
import type { ApprovalRules, LoanState, MatchedRule } from '#contract/approvals.ts';
import { malformedLoan } from '#contract/loan-rules.ts';
import { type LoanRequest, loanRequest } from '#contract/loans.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure } from '../http/failures.ts';
import { matchLoan, neededState } from './match-rules.ts';
import { type ReadOptions, readLoanState } from './read-loan-state.ts';

/** The rules that a request matches, and what a loan was judged by. */
interface Judgement {
  because: MatchedRule[];
  loan: LoanState;
}

const NOTHING: LoanState = { collateralValue: null, loanToValue: null, termsLimit: null, late: null };

/**
 * Whether a loan needs approval by the rules, and why; null if it doesn't. Throws a 400 GatewayFailure if the request
 * is not one that can be judged, and a 503 GatewayFailure if the service doesn't answer what the rules ask.
 */
export async function judgeLoan(
  body: Uint8Array | null,
  rules: ApprovalRules,
  options: ReadOptions,
): Promise<Judgement | null> {
  const isAnyOn = [rules.loanAmount, rules.loanToValue, rules.lateBorrower].some(({ on }) => on);
  if (!isAnyOn) return null;
  const request = readLoan(body);
  const needed = neededState(rules);
  const known = await readLoanState(request, needed, options);
  const because = matchLoan(rules, request, known);
  if (because.length === 0) return null;
  // The rest is for the person who approves: it is shown as unknown if it can't be read.
  const rest = await readLoanState(
    request,
    { collateral: !needed.collateral, borrower: !needed.borrower },
    options,
  ).catch(() => NOTHING);
  const late = needed.borrower ? known.late : rest.late;
  return { because, loan: { ...(needed.collateral ? known : rest), late } };
}

/** The same loan judged again, now, with all that is shown of it. Throws a 503 GatewayFailure as above. */
export async function judgeAgain(
  body: Uint8Array,
  rules: ApprovalRules,
  options: ReadOptions,
): Promise<Judgement> {
  const request = readLoan(body);
  const loan = await readLoanState(request, { collateral: true, borrower: true }, options);
  return { because: matchLoan(rules, request, loan), loan };
}

/** A loan request that isn't understood could be one that a rule forbids, so it goes no further. */
function readLoan(body: Uint8Array | null): LoanRequest {
  const parsed = z.safeParse(loanRequest, parse(body));
  const [issue] = parsed.error?.issues ?? [];
  const [problem] = parsed.data ? malformedLoan(parsed.data) : [];
  if (parsed.data && !problem) return parsed.data;
  const field = problem?.field ?? issue?.path.join('.');
  const what = problem?.message ?? issue?.message ?? 'cannot be read';
  throw new GatewayFailure(400, GATEWAY_CODES.malformed, `${field || 'body'}: ${what}. Nothing was sent.`);
}

function parse(body: Uint8Array | null): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body ?? new Uint8Array()));
  } catch {
    return undefined;
  }
}
