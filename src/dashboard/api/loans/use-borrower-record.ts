import { useMemo } from 'react';
import { hasEveryRow } from '#dashboard/lib/load-pages.ts';
import { useMemberOfUser } from '../members/members.ts';
import { borrowerRecord } from './borrower-record.ts';
import { useAllLoans } from './loans.ts';

export type KnownBorrower = ReturnType<typeof useBorrowerRecord>;

/** The record of a borrower, by their user id, at an instant. It grows while loans and members are loaded. */
export function useBorrowerRecord(userId: string, now: number) {
  const { rows, progress, shown, retry } = useAllLoans(true);
  const search = useMemberOfUser(userId);
  const record = useMemo(() => borrowerRecord(userId, rows, now), [userId, rows, now]);
  const isLoaded = shown.state === 'complete';
  const isMissing = !search.member && !search.isDone && !search.isLooking;
  return {
    record,
    /** Undefined while they are looked for, and if no member has the user id. */
    member: search.member,
    /** Whether each member was looked at. */
    isSearched: search.isDone && search.unreadable === 0,
    /** How many of the creditor's loans the record is based on; not all of those that are loaded may be readable. */
    loans: { seen: rows.length, total: shown.total, isLoaded, isWhole: hasEveryRow(shown) },
    isLoading: progress.state === 'loading' || (!search.member && search.isLooking),
    retry: () => {
      if (progress.state !== 'complete') retry();
      if (isMissing) search.lookOn();
    },
  };
}
