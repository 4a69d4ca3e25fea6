import type { Totals } from '#dashboard/api/loans/loan-book.ts';
import { type LoanFilter, NO_FILTER, OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import { formatRate } from '#dashboard/lib/figures.ts';
import { type CurrencyExposure, WINDOWS } from './exposure.ts';
import { sumText } from './sum.tsx';

/** A figure of the overview: what it is, how it is computed, and which loans it counts. */
export interface Figure {
  id: string;
  label: string;
  /** The part of the overview that it belongs to. */
  group: 'Due in' | 'Late' | 'Exposure';
  tone?: 'warning' | 'danger';
  formula: string;
  totalsOf: (own: CurrencyExposure) => Totals;
  valueOf: (totals: Totals) => string | null;
  filter: Partial<LoanFilter>;
}

const CLOSED = 'Excludes repaid, liquidated and cancelled loans.';
const repayment = ({ repayment, currency }: Totals) => sumText(repayment, currency);

/** The figures for each currency, in the order in which a creditor asks for them. */
export const FIGURES: readonly Figure[] = [
  ...WINDOWS.map(
    (days): Figure => ({
      id: `within-${days}`,
      label: `Next ${days} days`,
      group: 'Due in',
      formula: `Total repayable on open loans due in the next ${days} days. ${CLOSED}`,
      totalsOf: ({ within }) => within[days],
      valueOf: repayment,
      filter: { ...NO_FILTER, within: days },
    }),
  ),
  late('grace', 'In grace', 'warning', `past their due date but still within the grace period. ${CLOSED}`),
  late('past', 'Past grace', 'danger', `whose grace period has ended. ${CLOSED}`),
  exposure('principal', 'Outstanding principal', {
    formula: `Principal of open loans. ${CLOSED} Loans with an unrecognised status are included.`,
    valueOf: ({ principal, currency }) => sumText(principal, currency),
  }),
  exposure('repayment', 'Total repayable', {
    formula: `Total repayable on open loans, whenever they are due. ${CLOSED}`,
    valueOf: repayment,
  }),
  exposure('interest', 'Expected interest', {
    formula: `Total repayable minus principal. Assumes every loan is repaid in full. ${CLOSED}`,
    valueOf: ({ interest, currency }) => sumText(interest, currency),
  }),
  exposure('rate', 'Avg. monthly rate', {
    formula: `Average monthly rate, weighted by principal. ${CLOSED}`,
    valueOf: ({ rate }) => (rate === null ? null : formatRate(Number(rate.toFixed(4)), 2)),
  }),
];

function late(id: 'grace' | 'past', label: string, tone: 'warning' | 'danger', which: string): Figure {
  const formula = `Total repayable on loans ${which}`;
  const own = { totalsOf: ({ states }: CurrencyExposure) => states[id], filter: { state: [id] } };
  return { id, label, group: 'Late', tone, formula, valueOf: repayment, ...own };
}

/** A figure of all open loans. */
function exposure(id: string, label: string, own: Pick<Figure, 'formula' | 'valueOf'>): Figure {
  const filter = { state: [...OPEN_STATES] };
  const totalsOf = ({ open }: CurrencyExposure) => open;
  return { id, label, group: 'Exposure', totalsOf, filter, ...own };
}
