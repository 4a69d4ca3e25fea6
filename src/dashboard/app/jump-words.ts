import { explainRead } from '#dashboard/api/explain.ts';
import type { Look, Place } from '#dashboard/api/lookup.ts';
import { countOf, formatCount } from '#dashboard/lib/figures.ts';

export const placeNames: Record<Place, string> = {
  loans: 'Loans',
  members: 'Members',
  tokens: 'Tokens',
  customers: 'Customers',
};

/** Where was looked and what came of it, in one sentence. */
export function lookSentence(look: Look): string {
  if (look.state === 'failed') return look.error ? explainRead(look.error) : 'Could not be looked at.';
  const looked = lookedAt(look);
  if (look.state === 'looking') return look.seen ? `Looked at ${looked}, looking on…` : 'Looking…';
  if (look.state === 'found') return look.seen ? `Found in ${looked}.` : 'Found.';
  switch (look.place) {
    case 'loans':
      return look.seen ? `Not found in ${looked} loaded here.` : 'None are loaded here.';
    case 'members':
      return look.seen ? `Not found in ${looked} looked at.` : 'There are none.';
    case 'tokens':
      return 'The service knows no token by this id.';
    case 'customers':
      return 'The service knows no trades under this e-mail.';
  }
}

function lookedAt({ place, seen = 0, total }: Look): string {
  const noun = place.slice(0, -1);
  return total === undefined || total <= seen
    ? `the ${countOf(seen, noun)}`
    : `the ${formatCount(seen)} of ${countOf(total, noun)}`;
}
