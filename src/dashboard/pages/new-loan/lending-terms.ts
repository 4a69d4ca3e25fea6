import type { LoanConfiguration } from '#contract/loans.ts';
import type { Seen } from '#contract/reading.ts';
import { graceText } from '#dashboard/api/loans/terms.ts';
import { withGroups } from '#dashboard/lib/convention.ts';
import { decimalOf } from '#dashboard/lib/decimal.ts';
import { countOf } from '#dashboard/lib/figures.ts';

/** What a configuration says of what may be lent, complete: without any of it nothing can be judged. */
export interface LendingTerms {
  id: string;
  categories: string[];
  /** The most of each currency, as a plain decimal; a currency without one isn't lent. */
  limits: Record<string, string>;
  ratio: number;
  /** The longest, in months. */
  duration: number;
  /** The usual monthly rate as a plain decimal; null where the configuration names none. */
  rate: string | null;
  grace: string | null;
}

/** The terms out of a configuration, or the names of what it lacks. */
export function readTerms(seen: Seen<LoanConfiguration>): LendingTerms | { lacks: string[] } {
  const limits = Object.fromEntries(
    Object.entries(seen.max_amount ?? {}).flatMap(([currency, most]) => {
      const limit = decimalOf(most);
      return limit !== null && limit !== '0' ? [[currency, limit]] : [];
    }),
  );
  const { id, collateral_ratio: ratio, duration, investment_categories: categories } = seen;
  const lacks = [
    !id && 'id',
    Object.keys(limits).length === 0 && 'max_amount',
    !(ratio && ratio > 0) && 'collateral_ratio',
    !(duration && duration >= 1) && 'duration',
    !categories?.length && 'investment_categories',
  ].filter((name) => name !== false);
  if (!id || !ratio || !duration || !categories || lacks.length > 0) return { lacks };
  const { grace_period: grace, grace_period_unit: unit } = seen;
  return {
    id,
    categories,
    limits,
    ratio,
    duration: Math.floor(duration),
    rate: decimalOf(seen.interest_rate),
    grace: grace === undefined ? null : graceText(grace, unit),
  };
}

/** What is different between two states of the terms, by name. */
export function changesOf(before: LendingTerms, after: LendingTerms) {
  const currencies = Object.keys({ ...before.limits, ...after.limits });
  const old = describe(before, currencies);
  return describe(after, currencies)
    .map(({ label, text }, at) => ({ label, before: old[at]?.text ?? '', after: text }))
    .filter((change) => change.before !== change.after);
}

function describe(terms: LendingTerms, currencies: readonly string[]) {
  const { limits, duration, ratio, categories, rate, grace, id } = terms;
  return [
    ...currencies.map((currency) => {
      const most = limits[currency];
      return { label: `Limit in ${currency}`, text: most ? `${withGroups(most)} ${currency}` : 'none' };
    }),
    { label: 'Maximum term', text: countOf(duration, 'month') },
    { label: 'Collateral ratio', text: String(ratio) },
    { label: 'Eligible collateral', text: categories.join(', ') },
    { label: 'Standard rate', text: rate ?? 'none' },
    { label: 'Grace period', text: grace ?? 'none' },
    { label: 'Configuration', text: id },
  ];
}
