import * as z from 'zod/mini';
import type { LoanState } from '#contract/approvals.ts';
import { collateralCover } from '#contract/collateral.ts';
import { contract, type EndpointName } from '#contract/contract.ts';
import { loanTiming } from '#contract/loan-timing.ts';
import { type ListedLoan, type LoanRequest, listedLoan } from '#contract/loans.ts';
import { plainCurrency } from '#contract/money.ts';
import { MAX_PAGE_SIZE } from '#contract/paging.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure, SOON } from '../http/failures.ts';
import { ask, type ForwardOptions } from '../proxy/forward.ts';

export interface ReadOptions {
  forward: ForwardOptions;
  accessToken: string;
  requestId: string;
  clock: () => number;
}

/** Enough for 50,000 loans; with more, nothing can be said about all loans of a borrower in good time. */
const MOST_PAGES = 500;

/** The tokens that are read at the same time. */
const AT_ONCE = 8;

const priced = z.object({
  currency: z.string(),
  price: z.object({ sell: z.number().check(z.minimum(0)) }),
});
const terms = z.object({ collateral_ratio: z.number().check(z.positive()) });
const loanPage = z.object({ docs: z.array(listedLoan), hasNextPage: z.boolean() });

/**
 * Reads from the service what a loan is judged by: the value of its collateral against the terms, and how many loans
 * of the borrower are late. A part that isn't asked for, or that the service's answers don't tell, is null. Throws a
 * 503 GatewayFailure if the service doesn't answer.
 */
export async function readLoanState(
  loan: LoanRequest,
  wanted: { collateral: boolean; borrower: boolean },
  options: ReadOptions,
): Promise<LoanState> {
  const cover = wanted.collateral ? await readCover(loan, options) : null;
  const late = wanted.borrower ? await countLate(loan.user_id, options) : null;
  return {
    collateralValue: cover?.value ?? null,
    loanToValue: cover?.loanToValue ?? null,
    termsLimit: cover?.loanToValueLimit ?? null,
    late,
  };
}

async function readCover(loan: LoanRequest, options: ReadOptions) {
  const ratio = z.safeParse(terms, await read('getLoanConfiguration', {}, {}, options)).data
    ?.collateral_ratio;
  const lines = [];
  for (let from = 0; from < loan.collaterals.length; from += AT_ONCE) {
    const some = loan.collaterals.slice(from, from + AT_ONCE).map(async ({ token_id: tokenId, quantity }) => {
      const token = z.safeParse(priced, await read('getToken', { tokenId }, {}, options)).data;
      // Currencies are never converted.
      const isComparable = token && plainCurrency(token.currency) === plainCurrency(loan.currency);
      return isComparable ? { quantity, sellPrice: token.price.sell } : undefined;
    });
    lines.push(...(await Promise.all(some)));
  }
  const known = lines.filter((line) => line !== undefined);
  return ratio === undefined || known.length < lines.length
    ? null
    : collateralCover(loan.amount, known, ratio);
}

/** How many loans of a borrower are late or defaulted; null if that can't be read of all of them. */
async function countLate(borrower: string, options: ReadOptions): Promise<number | null> {
  const late = new Set<string>();
  let isKnown = true;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const search = { page: String(page), limit: String(MAX_PAGE_SIZE) };
    const answer = z.safeParse(loanPage, await read('listLoans', {}, search, options)).data;
    if (!answer) return null;
    for (const loan of answer.docs) {
      if (loan.borrower !== borrower) continue;
      const isOne = isLate(loan, options.clock());
      if (isOne) late.add(loan.id);
      if (isOne === null) isKnown = false;
    }
    if (!answer.hasNextPage) return isKnown || late.size > 0 ? late.size : null;
  }
  return null;
}

/** Null if its repayment date can't be read. */
function isLate(loan: ListedLoan, now: number): boolean | null {
  if (loan.status === 'OVERDUE' || loan.status === 'DEFAULTED') return true;
  const { state, dueAt } = loanTiming(loan, now);
  if (state === 'closed') return false;
  // Also where the grace or the status isn't known: nothing is guessed.
  return dueAt === null ? null : dueAt <= now;
}

/** The `data` of an endpoint; undefined if the service refuses. */
async function read(
  name: EndpointName,
  params: Record<string, string>,
  search: Record<string, string>,
  { forward, accessToken, requestId }: ReadOptions,
): Promise<unknown> {
  const call = { name, endpoint: contract[name], params, search: new URLSearchParams(search) };
  const reply = await ask({ ...call, body: null, accessToken, requestId }, forward).catch(
    (error: unknown) => {
      // No record has such an id.
      if (error instanceof GatewayFailure && error.code === GATEWAY_CODES.notFound) return null;
      throw error instanceof GatewayFailure ? unchecked(error.message) : error;
    },
  );
  if (!reply) return undefined;
  if ([401, 429].includes(reply.status) || reply.status >= 500)
    throw unchecked(`The service answered ${reply.status}.`);
  if (reply.status !== 200) return undefined;
  try {
    return (JSON.parse(new TextDecoder().decode(reply.body)) as { data?: unknown }).data;
  } catch {
    throw unchecked('The answer of the service could not be read.');
  }
}

function unchecked(why: string): GatewayFailure {
  const message = `It could not be checked whether this loan needs approval, so nothing was sent. ${why} Try again in a moment.`;
  return new GatewayFailure(503, GATEWAY_CODES.rulesUnchecked, message, SOON);
}
