import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#dashboard/api/api-error.ts';
import { refreshLoans } from '#dashboard/api/loans.ts';
import { markStale } from '#dashboard/api/operations/live-changes.ts';
import { sendWrite, type WriteResult } from '#dashboard/api/operations/send-write.ts';
import { endSession } from '#dashboard/api/session.ts';
import { loanConfigurationQuery } from '#dashboard/api/terms.ts';
import type { PreparedLoan } from './build-loan.ts';
import { type LendingTerms, readTerms } from './lending-terms.ts';

export type SendResult =
  | WriteResult<'createLoan'>
  /** The terms are not those of the review. Nothing was sent. */
  | { kind: 'terms-changed' }
  /** The terms could not be read. Nothing was sent. */
  | { kind: 'unchecked'; error: ApiError };

export interface Sending {
  prepared: PreparedLoan;
  key: string;
  holder: string;
  /** The terms of the review. */
  terms: LendingTerms;
  sameAs?: string | undefined;
}

/** Sends a reviewed loan once, if the terms are still those of the review. */
export async function sendLoan(client: QueryClient, sending: Sending): Promise<SendResult> {
  const { prepared, key, holder, terms, sameAs } = sending;
  try {
    const { data } = await client.fetchQuery({ ...loanConfigurationQuery, staleTime: 0 });
    if (JSON.stringify(readTerms(data)) !== JSON.stringify(terms)) return { kind: 'terms-changed' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.kind === 'session' ? { kind: 'session', error } : { kind: 'unchecked', error };
  }
  const { body, note } = prepared;
  const result = await sendWrite({ kind: 'createLoan', input: { body }, key, note, holder, sameAs });
  if (result.kind === 'session') endSession(client);
  if (result.kind === 'done') await refreshLoans(client);
  markStale(client);
  return result;
}
