import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { refreshLoans } from '#dashboard/api/loans/loans.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import { markStale } from '#dashboard/api/operations/journal.ts';
import { sendWrite, type WriteResult } from '#dashboard/api/operations/send-write.ts';
import { endSession } from '#dashboard/api/session/session.ts';
import { pledgeableNow } from '#dashboard/api/tokens/pledgeable.ts';
import { type LendingTerms, readTerms } from './lending-terms.ts';
import type { ReadyLoan } from './loan-schema.ts';
import type { CollateralLine, LoanValues } from './loan-values.ts';

/** A price that changed between being picked and the review. */
export interface PriceChange {
  tokenId: string;
  name: string;
  before: string | null;
  after: string | null;
}

/** Everything that may have changed while the form was open, as it is now. */
interface Rechecked {
  terms: LendingTerms;
  collateral: CollateralLine[];
  prices: PriceChange[];
}

/**
 * Reads the terms and every token again; null if the terms are incomplete. `read` gives the lines: called once more
 * afterwards, because they may change while the answers are on their way. Throws an ApiError.
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

/** What will be sent, as it was checked. */
export interface Review {
  ready: ReadyLoan;
  values: LoanValues;
  terms: LendingTerms;
  prices: PriceChange[];
}

/** What sending a reviewed loan came to. */
export type SendResult =
  | WriteResult<'createLoan'>
  /** The terms are not those of the review. Nothing was sent. */
  | { kind: 'terms-changed' }
  /** The terms could not be read. Nothing was sent. */
  | { kind: 'unchecked'; error: ApiError };

/** Sends a reviewed loan once, if the terms are still those of the review. */
export async function sendLoan(
  client: QueryClient,
  { ready: { body, note }, terms }: Review,
  attempt: { key: string; holder: string; sameAs: string | undefined },
): Promise<SendResult> {
  try {
    const { data } = await client.fetchQuery({ ...loanConfigurationQuery, staleTime: 0 });
    if (JSON.stringify(readTerms(data)) !== JSON.stringify(terms)) return { kind: 'terms-changed' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.kind === 'session' ? { kind: 'session', error } : { kind: 'unchecked', error };
  }
  const result = await sendWrite({ kind: 'createLoan', input: { body }, note, ...attempt });
  if (result.kind === 'session') endSession(client);
  if (result.kind === 'done') await refreshLoans(client);
  markStale(client);
  return result;
}
