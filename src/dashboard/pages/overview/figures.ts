import type { Totals } from '#dashboard/api/loans/loan-book.ts';
import { type LoanFilter, OPEN_STATES } from '#dashboard/api/loans/loan-filter.ts';
import { amountText, roundedRate } from '#dashboard/lib/figures.ts';
import { type CurrencyExposure, rungsOf, WINDOWS } from './exposure.ts';

export interface Figure {
  label: string;
  title: string;
  tone?: 'warning' | 'danger';
  formula: string;
  totalsOf: (own: CurrencyExposure) => Totals;
  /** `write` puts an amount into words; by default in full. */
  valueOf: (totals: Totals, write?: typeof amountText) => string | null;
  filter: Partial<LoanFilter>;
}

const CLOSED = 'Excludes repaid, liquidated and cancelled loans.';
const repayment = ({ repayment, currency }: Totals, write = amountText) => write(repayment, currency);

/** The figures for each currency, in the order in which a creditor asks for them. */
export const GROUPS: readonly { group: string; figures: readonly Figure[] }[] = [
  {
    group: 'Due in',
    figures: WINDOWS.map((days) => ({
      label: `Next ${days} days`,
      title: `Due in the next ${days} days`,
      formula: `Total repayable on open loans due in the next ${days} days. ${CLOSED}`,
      totalsOf: ({ within }) => within[days],
      valueOf: repayment,
      filter: { within: days },
    })),
  },
  {
    group: 'Late',
    figures: [
      late('grace', 'In grace', 'warning', 'past their due date but still within the grace period'),
      late('past', 'Past grace', 'danger', 'whose grace period has ended'),
    ],
  },
  {
    group: 'Exposure',
    figures: [
      openLoans('Outstanding principal', {
        formula: `Principal of open loans. ${CLOSED} Loans with an unrecognised status are included.`,
        valueOf: ({ principal, currency }, write = amountText) => write(principal, currency),
      }),
      openLoans('Total repayable', {
        formula: `Total repayable on open loans, whenever they are due. ${CLOSED}`,
        valueOf: repayment,
      }),
      openLoans('Expected interest', {
        formula: `Total repayable minus principal. Assumes every loan is repaid in full. ${CLOSED}`,
        valueOf: ({ interest, currency }, write = amountText) => write(interest, currency),
      }),
      openLoans('Avg. monthly rate', {
        formula: `Average monthly rate, weighted by principal. ${CLOSED}`,
        valueOf: ({ rate }) => rate && roundedRate(rate, 2),
      }),
    ],
  },
];

function late(state: 'grace' | 'past', label: string, tone: 'warning' | 'danger', which: string): Figure {
  const formula = `Total repayable on loans ${which}. ${CLOSED}`;
  const totalsOf = (own: CurrencyExposure) => rungsOf(own, null, state);
  return { label, title: label, tone, formula, totalsOf, valueOf: repayment, filter: { state: [state] } };
}

function openLoans(label: string, own: Pick<Figure, 'formula' | 'valueOf'>): Figure {
  return { label, title: label, totalsOf: ({ open }) => open, filter: { state: [...OPEN_STATES] }, ...own };
}

/** All figures; the first of each group has a line before it. */
export const FIGURES = GROUPS.flatMap(({ group, figures }) =>
  figures.map((figure, place) => ({
    figure,
    edge: place === 0 ? 'border-l' : '',
    wrap: group === 'Exposure' ? '' : 'whitespace-nowrap',
  })),
);
