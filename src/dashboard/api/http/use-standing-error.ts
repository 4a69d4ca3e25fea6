import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

type Asked = Pick<UseQueryResult, 'error' | 'isPending' | 'isPlaceholderData' | 'errorUpdatedAt'>;

interface Failure {
  error: Error | null;
  errorUpdatedAt: number;
}

/** Why a query has nothing to show: it stays while a failed first load, which clears it, is tried again. */
export function useStandingError(query: Asked): Error | null {
  return useStandingErrors(ALONE, [query])[0] ?? null;
}

const ALONE = [''];

/** A query whose error stays while it is asked for again. */
export function useStanding<Query extends Asked>(query: Query): Query {
  return { ...query, error: useStandingError(query) };
}

/** The same for several queries at once, each known by its id. */
export function useStandingErrors(ids: readonly string[], queries: readonly Asked[]): (Error | null)[] {
  const [last, setLast] = useState<ReadonlyMap<string | undefined, Failure>>(() => new Map());
  const failures = queries.map((query, place): Failure => {
    const { error, errorUpdatedAt, isPending, isPlaceholderData } = query;
    const before = last.get(ids[place]);
    const isAskedAgain = (isPending || isPlaceholderData) && errorUpdatedAt > 0;
    // By its time: what another query failed with says nothing of this one.
    const stands = isAskedAgain && errorUpdatedAt === before?.errorUpdatedAt;
    return { error: error ?? (stands ? before.error : null), errorUpdatedAt };
  });
  if (failures.some(({ error }, place) => error !== (last.get(ids[place])?.error ?? null)))
    setLast(new Map(failures.map((failure, place) => [ids[place], failure])));
  return failures.map(({ error }) => error);
}
