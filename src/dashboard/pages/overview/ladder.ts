import { loansAddress } from '#dashboard/api/addresses.ts';
import { OPEN_STATES, type OpenState, UNREADABLE_MONTH } from '#dashboard/api/loans/loan-filter.ts';
import { amountText } from '#dashboard/lib/figures.ts';
import { formatMonth } from '#dashboard/lib/times.ts';
import { currencyName, loansText } from './currency-panel.tsx';
import { type CurrencyExposure, rungsOf } from './exposure.ts';

/** A maturity ladder as its chart and its table show it. */
export interface LadderProps {
  own: CurrencyExposure;
  months: readonly string[];
  /** The states that loans are in. */
  states: readonly OpenState[];
}

export const STATE_LOOKS: Record<OpenState, { word: string; look: string }> = {
  past: { word: 'Past grace', look: 'drawn bg-danger' },
  grace: { word: 'In grace', look: 'drawn bg-warning' },
  unknown: { word: 'Unknown', look: 'drawn bg-control' },
  due: { word: 'Due', look: 'drawn bg-accent' },
};

/** The longest stretch of months that is shown without a gap; beyond it only months with loans are. */
const LONGEST = 36;

/** The months of a ladder from the first to the last, those between without loans too; unreadable dates last. */
export function monthsOf({ rungs }: CurrencyExposure): string[] {
  const seen = [...new Set(rungs.map(({ month }) => month))].sort();
  const dated = seen.filter((month) => month !== UNREADABLE_MONTH);
  const last = Date.parse(dated.at(-1) ?? '');
  const months: string[] = [];
  for (const at = new Date(dated[0] ?? ''); at.getTime() <= last; at.setUTCMonth(at.getUTCMonth() + 1)) {
    if (months.length === LONGEST) return seen;
    months.push(at.toISOString().slice(0, 7));
  }
  return [...new Set([...months, ...seen])];
}

/**
 * The step of a month and a state, null for all months or for all states: what it comes to, its figure in words, and
 * the address of its loans.
 */
export function stepOf(own: CurrencyExposure, month: string | null, state: OpenState | null) {
  const { currency } = own;
  const totals = rungsOf(own, month, state);
  const word = state ? STATE_LOOKS[state].word : 'all';
  const figure = `${currencyName(currency)} ${amountText(totals.repayment, currency)}`;
  return {
    totals,
    name: `${monthLabel(month)}, ${word}: ${figure}, ${loansText(totals.count)}`,
    to: loansAddress({ state: state ? [state] : [...OPEN_STATES], month, currency: [currency] }),
  };
}

export function monthLabel(month: string | null): string {
  if (month === null) return 'All months';
  return month === UNREADABLE_MONTH ? 'Unreadable date' : formatMonth(month);
}
