import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { refreshLoans } from '#dashboard/api/loans/loans.ts';
import { loanConfigurationQuery } from '#dashboard/api/loans/terms.ts';
import { markStale } from '#dashboard/api/operations/journal.ts';
import { sendWrite, type Write, type WriteResult } from '#dashboard/api/operations/send-write.ts';
import { endSession } from '#dashboard/api/session/session.ts';
import { pledgeableNow } from '#dashboard/api/tokens/pledgeable.ts';
import { changesOf, type LendingTerms, readTerms } from './lending-terms.ts';
import type { ReadyLoan } from './loan-schema.ts';
import type { CollateralLine, LoanValues } from './loan-values.ts';

export interface Review {
  /** Names the step of the browser's history in which it is shown. */
  id: string;
  ready: ReadyLoan;
  values: LoanValues;
  terms: LendingTerms;
  /** Prices that changed between being picked and the review. */
  prices: { tokenId: string; name: string; before: string | null; after: string | null }[];
}

/** Reads the terms and every token again; null if the terms are incomplete. Throws an ApiError. */
export async function recheck(client: QueryClient, read: () => readonly CollateralLine[]) {
  const [{ data }, ...tokens] = await Promise.all([
    client.fetchQuery({ ...loanConfigurationQuery, staleTime: 0 }),
    ...read().map(async ({ token: { id } }) => [id, await pledgeableNow(client, id)] as const),
  ]);
  const terms = readTerms(data);
  if ('lacks' in terms) return null;
  const asked = new Map(tokens);
  const prices: Review['prices'] = [];
  // The lines may have changed while the answers were on their way.
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

export type Fresh = NonNullable<Awaited<ReturnType<typeof recheck>>>;

/** Nothing was sent if the page was left, or if terms or prices are not those of the review or could not be read. */
export type SendResult =
  | WriteResult<'createLoan'>
  | { kind: 'left' }
  | { kind: 'terms-changed' }
  | { kind: 'prices-changed'; fresh: Fresh }
  | { kind: 'unchecked'; error: ApiError };

interface Attempt extends Pick<Write<'createLoan'>, 'key' | 'holder' | 'sameAs'> {
  client: QueryClient;
  review: Review;
  /** Aborted when the page is left: its draft then says that the loan is unsent. */
  left: AbortSignal;
}

/** Sends a reviewed loan once, if terms and prices are still those of the review, and the page is still there. */
export async function sendLoan({ client, review, left, ...attempt }: Attempt): Promise<SendResult> {
  const { body, note } = review.ready;
  try {
    const fresh = await recheck(client, () => review.values.collateral);
    if (!fresh || changesOf(review.terms, fresh.terms).length > 0) return { kind: 'terms-changed' };
    if (fresh.prices.length > 0) return { kind: 'prices-changed', fresh };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { kind: error.kind === 'session' ? 'session' : 'unchecked', error };
  }
  if (left.aborted) return { kind: 'left' };
  const result = await sendWrite({ kind: 'createLoan', input: { body }, note, ...attempt });
  if (result.kind === 'session') endSession(client);
  if (result.kind === 'done') await refreshLoans(client);
  markStale(client);
  return result;
}

/** Something that keeps the loan from being created; shown above the form or its review. */
export interface Trouble {
  title: string;
  text: string;
  error?: ApiError;
}

/** What is said about a loan that was not created, or not known to be; null if the page says it otherwise. */
export function troubleOf(result: SendResult): Trouble | null {
  switch (result.kind) {
    case 'session':
      return {
        title: 'Your session ended before this loan was sent',
        text: 'Nothing was sent, and nothing you entered is lost. Sign in, then press the button again.',
      };
    case 'open':
      if (result.entry !== null) return null;
      return {
        title: 'The connection to Pledge was lost',
        text: 'The loan may have been sent. This page keeps asking what became of it. You can also press “Create loan” again: Pledge recognises the repeat and doesn’t create a second loan.',
      };
    case 'prices-changed':
      return {
        title: 'Prices changed. Nothing was sent.',
        text: 'Check the loan at the new prices before you create it.',
      };
    case 'unchecked':
      return {
        title: 'The terms and prices could not be checked. Nothing was sent.',
        text: 'What you entered is kept. Try again in a moment.',
        error: result.error,
      };
    case 'not-sent': {
      const { error } = result;
      const next = /try again/i.test(error.message) ? '' : ' Try again in a moment.';
      return { title: 'Nothing was sent', text: error.message + next, error };
    }
    default:
      return null;
  }
}
