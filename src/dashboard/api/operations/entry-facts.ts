import {
  type CreatedLoan,
  createdLoan as createdReply,
  type LoanRequest,
  loanRequest,
} from '#contract/loans.ts';
import type { JournalEntry } from '#contract/operations.ts';
import { type Order, order } from '#contract/orders.ts';
import { readAs, type Seen } from '#contract/reading.ts';
import { amountText, formatCount } from '#dashboard/lib/figures.ts';
import { clip } from '#dashboard/lib/truncate.ts';

/** What a journal entry says about the loan or the order of its write. Any part may be missing. */

export function requestedLoan({ body }: Pick<JournalEntry, 'body'>): Seen<LoanRequest> {
  return readAs(loanRequest, body) ?? {};
}

/** The loan that an entry created; undefined if it created none. */
export function createdLoan({ kind, reply }: JournalEntry): Seen<CreatedLoan> | undefined {
  return kind === 'createLoan' ? readAs(createdReply, reply) : undefined;
}

/** The order as the service returned it when it was cancelled; undefined if it returned none that can be read. */
export function cancelledOrder({ kind, reply }: JournalEntry): Seen<Order> | undefined {
  return kind === 'cancelOrder' && reply !== null ? readAs(order, reply) : undefined;
}

/** An amount with its currency, as text; null if there is none that can be read. */
export function currencyAmount(
  amount: string | number | undefined,
  currency: string | undefined,
): string | null {
  // A number that is very small or very large has an exponent.
  if (amount === undefined || !/^\d+(\.\d+)?(e[+-]\d+)?$/.test(String(amount))) return null;
  return [amountText(amount, currency), clip(currency ?? '', 20)].filter(Boolean).join(' ');
}

/** An order in a few words: `Sell 120 at 9.50 NGN`. */
export function orderText({ type, amount, price, currency }: Seen<Order>): string {
  const at = currencyAmount(price, currency);
  return [type && clip(type, 40), formatCount(amount), at && `at ${at}`].filter(Boolean).join(' ');
}

/** What an entry is about, in a few words: the amount of a loan, or the cancelled order; null if it isn't known. */
export function subjectText(entry: JournalEntry): string | null {
  if (entry.kind === 'createLoan') {
    const { amount, currency } = requestedLoan(entry);
    return currencyAmount(amount, currency);
  }
  const cancelled = cancelledOrder(entry);
  return cancelled ? orderText(cancelled) : null;
}
