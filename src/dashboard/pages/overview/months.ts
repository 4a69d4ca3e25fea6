import { UNREADABLE_MONTH } from '#dashboard/api/loans/loan-filter.ts';

/** The longest stretch of months that is shown without a gap; beyond it only months with loans are. */
const LONGEST = 36;

/** The months of a ladder from the first to the last, those between without loans too; unreadable dates last. */
export function monthsOf(seen: readonly string[]): string[] {
  const months = [...new Set(seen)].filter((month) => month !== UNREADABLE_MONTH).sort();
  const rest = seen.includes(UNREADABLE_MONTH) ? [UNREADABLE_MONTH] : [];
  const first = numberOf(months[0]);
  const last = numberOf(months.at(-1));
  if (first === null || last === null || last - first >= LONGEST) return [...months, ...rest];
  return [...Array.from({ length: last - first + 1 }, (_, index) => nameOf(first + index)), ...rest];
}

function numberOf(month: string | undefined): number | null {
  const match = /^(\d{4})-(\d\d)$/.exec(month ?? '');
  return match ? Number(match[1]) * 12 + Number(match[2]) - 1 : null;
}

function nameOf(number: number): string {
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
}
