import { amountProblem, MAX_SIGNIFICANT_DIGITS, significantDigits } from '#contract/money.ts';

/** What is wrong with an amount of a currency, or with a limit of amounts; null where nothing is. */
export function moneyProblem(decimal: string, currency: string, problemOf = amountProblem): string | null {
  const problem = problemOf(decimal, currency);
  if (problem === null) return null;
  return significantDigits(decimal) > MAX_SIGNIFICANT_DIGITS ? tooManyDigits(decimal) : `It ${problem}.`;
}

export function tooManyDigits(decimal: string): string {
  return `It has ${significantDigits(decimal)} digits. The maximum is ${MAX_SIGNIFICANT_DIGITS}.`;
}
