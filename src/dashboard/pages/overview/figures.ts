import type { Totals } from '#dashboard/api/loans/loan-book.ts';
import { type LoanFilter, NO_FILTER } from '#dashboard/api/loans/loan-filter.ts';
import { formatRate } from '#dashboard/lib/figures.ts';
import { type CurrencyExposure, OPEN_STATES, WINDOWS } from './exposure.ts';
import { sumText } from './sum.tsx';

/** A figure of the overview: what it is, how it is computed, and which loans it counts. */
export interface Figure {
  id: string;
  label: string;
  /** The part of the overview that it belongs to. */
  group: 'Due within' | 'Late' | 'Exposure';
  tone?: 'warning' | 'danger';
  formula: string;
  totalsOf: (own: CurrencyExposure) => Totals;
  valueOf: (totals: Totals) => string | null;
  filter: Partial<LoanFilter>;
}

const CLOSED = 'Loans that are repaid, liquidated or cancelled are left out.';
const repayment = ({ repayment, currency }: Totals) => sumText(repayment, currency);

/** The figures for each currency, in the order in which a creditor asks for them. */
export const FIGURES: readonly Figure[] = [
  ...WINDOWS.map(
    (days): Figure => ({
      id: `within-${days}`,
      label: `${days} days`,
      group: 'Due within',
      formula: `The sum of what is to be repaid of the loans whose repayment date lies ahead, at most ${days} × 24 hours from now. ${CLOSED}`,
      totalsOf: ({ within }) => within[days],
      valueOf: repayment,
      filter: { ...NO_FILTER, within: days },
    }),
  ),
  late('grace', 'In grace', 'warning', `whose repayment date is over and whose grace is not. ${CLOSED}`),
  late('past', 'Past grace', 'danger', `whose grace is over. ${CLOSED}`),
  exposure('principal', 'Active principal', {
    formula: `The sum of the amounts lent. ${CLOSED} Loans of which it can’t be told are counted in.`,
    valueOf: ({ principal, currency }) => sumText(principal, currency),
  }),
  exposure('repayment', 'To be repaid', {
    formula: `The sum of the amounts to be repaid, whenever they are due. ${CLOSED}`,
    valueOf: repayment,
  }),
  exposure('interest', 'Expected interest', {
    formula: `What is to be repaid beyond the amount lent, added up. It takes every repayment to come in whole. ${CLOSED}`,
    valueOf: ({ interest, currency }) => sumText(interest, currency),
  }),
  exposure('rate', 'Monthly rate', {
    formula: `The monthly interest rates of the loans, weighted by the amounts lent: the sum of amount × rate, divided by the sum of the amounts, of the loans that have both; rounded to a hundredth of a percent. ${CLOSED}`,
    valueOf: ({ rate }) => (rate === null ? null : formatRate(Number(rate.toFixed(4)), 2)),
  }),
];

function late(id: 'grace' | 'past', label: string, tone: 'warning' | 'danger', which: string): Figure {
  const formula = `The sum of what is to be repaid of the loans ${which}`;
  const own = { totalsOf: ({ states }: CurrencyExposure) => states[id], filter: { state: [id] } };
  return { id, label, group: 'Late', tone, formula, valueOf: repayment, ...own };
}

/** A figure of all open loans. */
function exposure(id: string, label: string, own: Pick<Figure, 'formula' | 'valueOf'>): Figure {
  const filter = { state: [...OPEN_STATES] };
  const totalsOf = ({ open }: CurrencyExposure) => open;
  return { id, label, group: 'Exposure', totalsOf, filter, ...own };
}
