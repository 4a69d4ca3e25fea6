import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

type Asked = Pick<UseQueryResult, 'error' | 'isPending' | 'isPlaceholderData' | 'errorUpdatedAt'>;

/** What a query failed with last, and when. */
interface Failure {
  error: Error | null;
  errorUpdatedAt: number;
}

/**
 * Why a query has nothing to show, for as long as that is so. While a first load that failed is asked for again, the
 * library takes its error back; with it would go the sentence that is being read, and the button that was pressed.
 */
export function useStandingError(query: Asked): Error | null {
  const { error, errorUpdatedAt } = query;
  const [last, setLast] = useState<Failure>({ error, errorUpdatedAt });
  const standing = standingOf(query, last);
  if (standing !== last.error) setLast({ error: standing, errorUpdatedAt });
  return standing;
}

/** A query whose error stays while it is asked for again. */
export function useStanding<Query extends Asked>(query: Query): Query {
  return { ...query, error: useStandingError(query) };
}

/** The same for several queries at once, each known by its id. */
export function useStandingErrors(ids: readonly string[], queries: readonly Asked[]): (Error | null)[] {
  const [last, setLast] = useState<ReadonlyMap<string | undefined, Failure>>(() => new Map());
  const standing = queries.map((query, place) => standingOf(query, last.get(ids[place])));
  if (standing.some((error, place) => error !== (last.get(ids[place])?.error ?? null))) {
    const failures = queries.map(({ errorUpdatedAt }, place) => ({
      error: standing[place] ?? null,
      errorUpdatedAt,
    }));
    setLast(new Map(failures.map((failure, place) => [ids[place], failure])));
  }
  return standing;
}

function standingOf(query: Asked, last: Failure | undefined): Error | null {
  const { error, isPending, isPlaceholderData, errorUpdatedAt } = query;
  if (error) return error;
  const isAskedAgain = (isPending || isPlaceholderData) && errorUpdatedAt > 0;
  // By its time: what another query failed with says nothing of this one.
  return isAskedAgain && last && errorUpdatedAt === last.errorUpdatedAt ? last.error : null;
}
