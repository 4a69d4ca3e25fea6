import { useMemo } from 'react';
import { type MemberRow, useMemberOfUser } from '../members/members.ts';
import { type BorrowerRecord, borrowerRecord } from './borrower-record.ts';
import { useAllLoans } from './loans.ts';

/** What is known about a borrower before lending to them. */
export interface KnownBorrower {
  record: BorrowerRecord;
  /** The borrower's member; undefined while they are looked for, and if no member has the user id. */
  member: MemberRow | undefined;
  /** How many of the creditor's loans the record is based on; `total` is undefined until it is known. */
  loans: { seen: number; total: number | undefined; isWhole: boolean };
  /** Something is still being loaded. */
  isLoading: boolean;
  /** Loads what failed or was stopped. */
  retry(): void;
}

/** The record of a borrower, by their user id, at an instant. It grows while loans and members are loaded. */
export function useBorrowerRecord(userId: string, now: number): KnownBorrower {
  const { rows, progress, shown, retry } = useAllLoans(true);
  const search = useMemberOfUser(userId);
  const record = useMemo(() => borrowerRecord(userId, rows, now), [userId, rows, now]);
  const isMissing = !search.member && !search.isDone && !search.isLooking;
  return {
    record,
    member: search.member,
    loans: { seen: rows.length, total: shown.total, isWhole: shown.state === 'complete' },
    isLoading: progress.state === 'loading' || (!search.member && search.isLooking),
    retry: () => {
      if (progress.state !== 'complete') retry();
      if (isMissing) search.lookOn();
    },
  };
}
