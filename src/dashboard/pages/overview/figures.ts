import { formatRate } from '#dashboard/lib/figures.ts';
import type { Totals } from '#dashboard/lib/loan-book.ts';
import { type LoanFilter, NO_FILTER } from '#dashboard/lib/loan-filter.ts';
import { type CurrencyExposure, OPEN_STATES, WINDOWS } from './exposure.ts';
import { sumText } from './sum.tsx';

/** A figure of the overview: what it is, how it comes about, and which loans stand behind it. */
export interface Figure {
  id: string;
  label: string;
  /** The part of the overview to which it belongs. */
  group: 'Due within' | 'Late' | 'Exposure';
  tone?: 'warning' | 'danger';
  formula: string;
  totalsOf: (own: CurrencyExposure) => Totals;
  valueOf: (totals: Totals) => string | null;
  /** How many of the loans lack what the figure is made of. */
  missingOf: (totals: Totals) => number;
  filter: Partial<LoanFilter>;
}

const CLOSED = 'Loans that are repaid, liquidated or cancelled are left out.';
const repayment = ({ repayment, currency }: Totals) => sumText(repayment, currency);
const withoutAmount = ({ incomplete }: Totals) => incomplete;
const withoutEither = ({ incomplete, withoutRepayment }: Totals) => incomplete + withoutRepayment;

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
      missingOf: withoutEither,
      filter: { ...NO_FILTER, within: days },
    }),
  ),
  {
    id: 'grace',
    label: 'In grace',
    group: 'Late',
    tone: 'warning',
    formula: `The sum of what is to be repaid of the loans whose repayment date is over and whose grace is not. ${CLOSED}`,
    totalsOf: ({ states }) => states.grace,
    valueOf: repayment,
    missingOf: withoutEither,
    filter: { state: ['grace'] },
  },
  {
    id: 'past',
    label: 'Past grace',
    group: 'Late',
    tone: 'danger',
    formula: `The sum of what is to be repaid of the loans whose grace is over. ${CLOSED}`,
    totalsOf: ({ states }) => states.past,
    valueOf: repayment,
    missingOf: withoutEither,
    filter: { state: ['past'] },
  },
  {
    id: 'principal',
    label: 'Active principal',
    group: 'Exposure',
    formula: `The sum of the amounts lent. ${CLOSED} Loans of which it can’t be told are counted in.`,
    totalsOf: ({ open }) => open,
    valueOf: ({ principal, currency }) => sumText(principal, currency),
    missingOf: withoutAmount,
    filter: { state: [...OPEN_STATES] },
  },
  {
    id: 'repayment',
    label: 'To be repaid',
    group: 'Exposure',
    formula: `The sum of the amounts to be repaid, whenever they are due. ${CLOSED}`,
    totalsOf: ({ open }) => open,
    valueOf: repayment,
    missingOf: withoutEither,
    filter: { state: [...OPEN_STATES] },
  },
  {
    id: 'interest',
    label: 'Expected interest',
    group: 'Exposure',
    formula: `What is to be repaid beyond the amount lent, added up. It takes every repayment to come in whole. ${CLOSED}`,
    totalsOf: ({ open }) => open,
    valueOf: ({ interest, currency }) => sumText(interest, currency),
    missingOf: withoutEither,
    filter: { state: [...OPEN_STATES] },
  },
  {
    id: 'rate',
    label: 'Monthly rate',
    group: 'Exposure',
    formula: `The monthly interest rates of the loans, weighted by the amounts lent: the sum of amount × rate, divided by the sum of the amounts, of the loans that have both; rounded to a hundredth of a percent. ${CLOSED}`,
    totalsOf: ({ open }) => open,
    valueOf: ({ rate }) => (rate === null ? null : formatRate(Number(rate.toFixed(4)), 2)),
    missingOf: withoutAmount,
    filter: { state: [...OPEN_STATES] },
  },
];
