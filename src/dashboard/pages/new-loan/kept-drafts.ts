import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { JournalEntry } from '#contract/operations.ts';
import { useStandingError } from '#dashboard/api/http/use-standing-error.ts';
import { findEntry } from '#dashboard/api/operations/entries.ts';
import { hadNoEffect } from '#dashboard/api/operations/outcome-words.ts';
import { draftsOf } from '#dashboard/lib/draft.ts';
import { type LoanValues, newAttempt, readDraft } from './loan-values.ts';

/** The drafts of this form that a holder has in this browser. */
export function loanDraftsOf(holder: string) {
  return draftsOf('new-loan', holder);
}

/** A draft, with what the gateway recorded under its key. */
export interface KeptDraft {
  id: string;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
  /** This tab's own draft, not another tab's. */
  isOwn: boolean;
  values: LoanValues;
  /** Null if nothing was ever sent under the draft's key. */
  entry: JournalEntry | null;
}

/**
 * The drafts of a holder, newest first, once the gateway has said what became of each: a draft whose loan was created,
 * or may have been, must not be sent again.
 */
export function useKeptDrafts(holder: string) {
  const drafts = useMemo(() => readDrafts(holder), [holder]);
  const query = useQuery({
    queryKey: ['kept-drafts', holder, drafts.map(({ values }) => values.key)],
    queryFn: async ({ signal }) => await Promise.all(drafts.map((draft) => withEntry(draft, signal))),
    enabled: drafts.length > 0,
    // Always asked again: the answer decides whether a loan may be sent.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return { ...query, error: useStandingError(query), data: drafts.length > 0 ? query.data : NONE };
}

const NONE: KeptDraft[] = [];

async function withEntry(draft: Omit<KeptDraft, 'entry'>, signal: AbortSignal): Promise<KeptDraft> {
  const entry = await findEntry(draft.values.key, signal);
  // The outcome of this key is final: what is sent now is another attempt.
  const isOver = entry !== null && hadNoEffect(entry.outcome);
  return { ...draft, entry, values: isOver ? { ...draft.values, ...newAttempt() } : draft.values };
}

function readDrafts(holder: string): Omit<KeptDraft, 'entry'>[] {
  const drafts = loanDraftsOf(holder);
  const own = drafts.own()?.id;
  return drafts.all().flatMap(({ id, at, values }) => {
    const read = readDraft(values);
    return read === null ? [] : [{ id, at, isOwn: id === own, values: read }];
  });
}
