import { formatSpan, readTimestamp } from '#dashboard/lib/times.ts';

/** How old a price is: the service says when a token was last changed, and a price is no newer than that. */
export function ageText(priceAt: string | null, now: number): string {
  const at = priceAt === null ? null : readTimestamp(priceAt);
  if (at === null) return 'price of unknown age';
  return `price ${formatSpan(Math.max(0, now - at))} old`;
}
