import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { loanConfigurationQuery } from '#dashboard/api/terms.ts';
import { useStandingError } from '#dashboard/api/use-standing-error.ts';
import { readTerms } from './lending-terms.ts';

/** The configuration, and what it lacks. */
export function useLendingTerms() {
  const query = useQuery(loanConfigurationQuery);
  const terms = useMemo(() => (query.data ? readTerms(query.data.data) : null), [query.data]);
  return { ...query, error: useStandingError(query), terms };
}
