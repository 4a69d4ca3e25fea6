import type { Totals } from '#dashboard/api/loans/loan-book.ts';
import { type LoanFilter, OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import { amountText, formatRate } from '#dashboard/lib/figures.ts';
import { type CurrencyExposure, rungsOf, WINDOWS } from './exposure.ts';

/** A figure of the overview: what it is, how it is computed, and which loans it counts. */
export interface Figure {
  /** What it is called in its group. */
  label: string;
  title: string;
  /** The part of the overview that it belongs to. */
  group: 'Due in' | 'Late' | 'Exposure';
  tone?: 'warning' | 'danger';
  formula: string;
  totalsOf: (own: CurrencyExposure) => Totals;
  valueOf: (totals: Totals) => string | null;
  filter: Partial<LoanFilter>;
}

const CLOSED = 'Excludes repaid, liquidated and cancelled loans.';
const repayment = ({ repayment, currency }: Totals) => amountText(repayment, currency);

/** The figures for each currency, in the order in which a creditor asks for them. */
export const FIGURES: readonly Figure[] = [
  ...WINDOWS.map(
    (days): Figure => ({
      label: `Next ${days} days`,
      title: `Due in the next ${days} days`,
      group: 'Due in',
      formula: `Total repayable on open loans due in the next ${days} days. ${CLOSED}`,
      totalsOf: ({ within }) => within[days],
      valueOf: repayment,
      filter: { within: days },
    }),
  ),
  late('grace', 'In grace', 'warning', `past their due date but still within the grace period. ${CLOSED}`),
  late('past', 'Past grace', 'danger', `whose grace period has ended. ${CLOSED}`),
  exposure('Outstanding principal', {
    formula: `Principal of open loans. ${CLOSED} Loans with an unrecognised status are included.`,
    valueOf: ({ principal, currency }) => amountText(principal, currency),
  }),
  exposure('Total repayable', {
    formula: `Total repayable on open loans, whenever they are due. ${CLOSED}`,
    valueOf: repayment,
  }),
  exposure('Expected interest', {
    formula: `Total repayable minus principal. Assumes every loan is repaid in full. ${CLOSED}`,
    valueOf: ({ interest, currency }) => amountText(interest, currency),
  }),
  exposure('Avg. monthly rate', {
    formula: `Average monthly rate, weighted by principal. ${CLOSED}`,
    valueOf: ({ rate }) => (rate === null ? null : formatRate(Number(rate.toFixed(4)), 2)),
  }),
];

function late(state: 'grace' | 'past', label: string, tone: 'warning' | 'danger', which: string): Figure {
  const formula = `Total repayable on loans ${which}`;
  const totalsOf = (own: CurrencyExposure) => rungsOf(own, null, state);
  const filter = { state: [state] };
  return { label, title: label, group: 'Late', tone, formula, totalsOf, valueOf: repayment, filter };
}

/** A figure of all open loans. */
function exposure(label: string, own: Pick<Figure, 'formula' | 'valueOf'>): Figure {
  const totalsOf = ({ open }: CurrencyExposure) => open;
  return { label, title: label, group: 'Exposure', totalsOf, filter: { state: [...OPEN_STATES] }, ...own };
}
