import { useMemo } from 'react';
import { hasEveryRow } from '#dashboard/lib/load-pages.ts';
import { useMember } from '../members/use-member.ts';
import { borrowerRecord } from './borrower-record.ts';
import { useAllLoans } from './loans.ts';

export type KnownBorrower = ReturnType<typeof useBorrowerRecord>;

/** The record of a borrower, by their user id, at an instant. It grows while loans and members are loaded. */
export function useBorrowerRecord(userId: string, now: number) {
  const { rows, progress, shown, retry } = useAllLoans(true);
  const search = useMember(userId);
  const record = useMemo(() => borrowerRecord(userId, rows, now), [userId, rows, now]);
  const isLoaded = shown.state === 'complete';
  const { row: member, isLooking } = search;
  const isMissing = !member && !isLooking && search.progress.state !== 'complete';
  return {
    record,
    /** Undefined while they are looked for, and if no member has the user id. */
    member,
    /** Whether each member was looked at. */
    isSearched: hasEveryRow(search.progress),
    /** How many of the creditor's loans the record is based on; not all of those that are loaded may be readable. */
    loans: { seen: rows.length, total: shown.total, isLoaded, isWhole: hasEveryRow(shown) },
    isLoading: progress.state === 'loading' || (!member && isLooking),
    retry: () => {
      if (progress.state !== 'complete') retry();
      if (isMissing) search.lookOn();
    },
  };
}
