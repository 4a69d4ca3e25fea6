import { collateralCover, fallToLimit } from '#contract/collateral.ts';
import type { LoanCollateral } from '#contract/loan-collateral.ts';
import { decimalOf } from '#dashboard/lib/decimal.ts';
import type { TokenNow } from '../tokens/tokens-now.ts';
import type { LoanRow } from './loans.ts';

export type Valuation = Pick<ReturnType<typeof collateralCover>, 'value' | 'loanToValue'>;

export interface Cover {
  state: 'past' | 'within' | 'asking' | 'unknown';
  /** Why nothing can be said, or not yet; null otherwise. */
  why: string | null;
  atOrigination: Valuation | null;
  current: Valuation | null;
  /** The loan-to-value that may not be exceeded under the current terms; null if there are none. */
  limit: number | null;
  /** The share by which prices may fall before the limit is exceeded: a decimal string, negative if it is. */
  fall: string | null;
}

export type PricedLine = ReturnType<typeof pricedLines>[number];

/** The lines of a loan's collateral at the tokens' current sell prices in its currency; null if one isn't known. */
export function pricedLines(
  { currency }: Pick<LoanRow, 'currency'>,
  lines: LoanCollateral['lines'],
  tokenOf: (id: string) => TokenNow,
) {
  return lines.map((line) => {
    const now = tokenOf(line.tokenId);
    // A price in another currency says nothing: currencies are never converted.
    const price = typeof now === 'string' || now.currency !== currency ? null : now.price;
    return { line, now, price };
  });
}

interface CoverContext {
  tokenOf: (id: string) => TokenNow;
  terms: { data: { collateral_ratio?: number | undefined } } | 'asking' | 'failed';
}

/** How a loan is covered at the tokens' current prices under the current terms; `collateral` is null if none is recorded. */
export function coverOf(
  loan: Pick<LoanRow, 'amount' | 'currency'>,
  collateral: LoanCollateral | null | 'asking' | 'failed',
  { tokenOf, terms }: CoverContext,
): Cover {
  const amount = decimalOf(loan.amount);
  const own = typeof collateral === 'string' ? [] : (collateral?.lines ?? []);
  const lines = pricedLines(loan, own, tokenOf);
  const sellable = lines.map(({ line, price }) => ({ quantity: line.quantity, price }));
  const atOrigination = valued(amount, own);
  const current = valued(amount, sellable);
  const known = { atOrigination, current, limit: null, fall: null };
  const unknown = (why: string): Cover => ({ ...known, state: 'unknown', why });
  if (collateral === null) return unknown('The collateral isn’t recorded.');
  if (collateral === 'failed') return unknown('The collateral could not be loaded.');
  if (collateral === 'asking' || terms === 'asking' || lines.some(({ now }) => now === 'asking'))
    return { ...known, state: 'asking', why: 'Not loaded yet.' };
  if (amount === null) return unknown('The amount is negative.');
  if (lines.some(({ now }) => typeof now !== 'string' && now.isPriceNegative))
    return unknown('A current price is negative.');
  if (!current) return unknown('A current price is missing.');
  if (terms === 'failed') return unknown('The terms could not be loaded.');
  const ratio = terms.data.collateral_ratio;
  if (!ratio || ratio <= 0) return unknown('The terms set no limit.');
  const cover = collateralCover(amount, pricedOf(sellable), ratio);
  const limit = cover.loanToValueLimit;
  if (cover.sufficient && lines.some(({ now }) => hasEnded(now)))
    return { ...unknown('A token has exited or is cancelled, and counts at its last price.'), limit };
  const state = cover.sufficient ? 'within' : 'past';
  return { ...known, state, why: null, limit, fall: fallToLimit(amount, cover) };
}

/** Whether a token can't be sold any more: its price is the last it had. */
function hasEnded(token: TokenNow): boolean {
  return typeof token !== 'string' && Boolean(token.exited || token.cancelled);
}

/**
 * What covers are sorted by: past the limit first, then the smallest fall; unknown ones last, and of those first what is
 * within the limit by a token that can't be sold.
 */
export function coverRank({ state, fall, limit }: Cover): number {
  if (state === 'unknown' || state === 'asking') return limit === null ? 10 : 9;
  return fall === null ? -10 : Math.max(-9, Number(fall));
}

type Sellable = Pick<LoanCollateral['lines'][number], 'quantity' | 'price'>;

/** What lines come to; null where a price is missing. */
function valued(amount: string | null, lines: readonly Sellable[]): Valuation | null {
  const priced = pricedOf(lines);
  if (amount === null || priced.length < lines.length || lines.length === 0) return null;
  const { value, loanToValue } = collateralCover(amount, priced, 1);
  return { value, loanToValue };
}

function pricedOf(lines: readonly Sellable[]) {
  return lines.flatMap(({ quantity, price }) => (price === null ? [] : [{ quantity, sellPrice: price }]));
}
