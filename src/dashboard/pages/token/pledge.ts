import { collateralRefusal } from '#contract/collateral.ts';
import type { LoanConfiguration } from '#contract/loans.ts';
import type { Seen } from '#contract/reading.ts';
import type { TokenRow } from '#dashboard/lib/token-fields.ts';

export type Terms = Seen<LoanConfiguration>;

/** Whether a token can be pledged; nothing is taken for granted that neither it nor the terms say. */
export type Judged =
  | { state: 'unknown'; why: string }
  | { state: 'refused'; why: string }
  | { state: 'accepted'; currency: string; sell: number | null; ratio: number | null };

/** Judges a token as collateral of a loan in its own currency, under terms. */
export function judgePledge(token: TokenRow, terms: Terms): Judged {
  const { currency, investment_category, exited, cancelled } = token;
  const { investment_categories: categories, max_amount: limits, collateral_ratio: ratio } = terms;
  // Either of these decides alone, whatever else is missing.
  if (exited) return { state: 'refused', why: 'has exited and can no longer be pledged' };
  if (cancelled) return { state: 'refused', why: 'is cancelled and can no longer be pledged' };
  const lacking = [
    categories === undefined && 'the terms name no accepted categories',
    investment_category === undefined && 'the service gave no category of the token',
    currency === undefined && 'the service gave no currency of the token',
    exited === undefined && 'the service did not say whether it has exited',
    cancelled === undefined && 'the service did not say whether it is cancelled',
  ].filter((text) => text !== false);
  if (
    lacking.length > 0 ||
    categories === undefined ||
    investment_category === undefined ||
    currency === undefined ||
    exited === undefined ||
    cancelled === undefined
  ) {
    return { state: 'unknown', why: lacking.join('; ') };
  }
  const candidate = { currency, investment_category, exited, cancelled };
  const refusal = collateralRefusal(candidate, { currency, categories });
  if (refusal !== null) return { state: 'refused', why: refusal };
  if (limits !== undefined && !Object.hasOwn(limits, currency)) {
    const offered = Object.keys(limits).join(', ');
    return {
      state: 'refused',
      why: `is priced in ${currency}, in which these terms do not lend (they lend in ${offered || 'no currency'})`,
    };
  }
  const isPositive = (value: number | undefined): value is number => value !== undefined && value > 0;
  return {
    state: 'accepted',
    currency,
    sell: token.price?.sell ?? null,
    ratio: isPositive(ratio) ? ratio : null,
  };
}
