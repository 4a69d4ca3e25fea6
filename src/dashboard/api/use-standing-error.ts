import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * Why a query has nothing to show, for as long as that is so. While a first load that failed is asked for again, the
 * library takes its error back; with it would go the sentence that is being read, and the button that was pressed.
 */
export function useStandingError({
  error,
  isPending,
  errorUpdatedAt,
}: Pick<UseQueryResult, 'error' | 'isPending' | 'errorUpdatedAt'>): Error | null {
  const [last, setLast] = useState(error);
  const standing = error ?? (isPending && errorUpdatedAt > 0 ? last : null);
  if (standing !== last) setLast(standing);
  return standing;
}
