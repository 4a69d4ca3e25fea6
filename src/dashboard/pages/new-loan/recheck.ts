import type { QueryClient } from '@tanstack/react-query';
import { pledgeableNow } from '#dashboard/api/pledgeable.ts';
import { loanConfigurationQuery } from '#dashboard/api/terms.ts';
import { type LendingTerms, readTerms } from './lending-terms.ts';
import type { CollateralLine } from './loan-values.ts';

/** A price that changed between being picked and the review. */
export interface PriceChange {
  tokenId: string;
  name: string;
  before: string | null;
  after: string | null;
}

/** Everything that may have changed while the form was open, as it is now. */
export interface Rechecked {
  terms: LendingTerms;
  collateral: CollateralLine[];
  prices: PriceChange[];
}

/**
 * Asks the service anew for the terms and every token; null where the terms are incomplete. `read` gives the lines:
 * asked once more afterwards, because they may be changed while the answers are on their way. Throws an ApiError.
 */
export async function recheck(
  client: QueryClient,
  read: () => readonly CollateralLine[],
): Promise<Rechecked | null> {
  const [configuration, ...tokens] = await Promise.all([
    client.fetchQuery({ ...loanConfigurationQuery, staleTime: 0 }),
    ...read().map(async ({ token: { id } }) => [id, await pledgeableNow(client, id)] as const),
  ]);
  const terms = readTerms(configuration.data);
  if ('lacks' in terms) return null;
  const asked = new Map(tokens);
  const prices: PriceChange[] = [];
  const collateral = read().map((line) => {
    const now = asked.get(line.token.id);
    if (now === undefined) return line;
    if (now === 'missing') return { ...line, missing: true };
    if (now.price !== line.token.price) {
      prices.push({ tokenId: now.id, name: now.name, before: line.token.price, after: now.price });
    }
    return { ...line, token: now, missing: false };
  });
  return { terms, collateral, prices };
}
