import { useMemo } from 'react';
import { type MemberRow, useAllMembers } from './members.ts';

/** Members by either of their ids. */
export interface MemberIndex {
  byId: ReadonlyMap<string, MemberRow>;
  /** All members of the organisation are in it. */
  isWhole: boolean;
}

/** The members by their own ids and their users', loaded in the background while `wanted`. */
export function useMemberIndex(wanted: boolean): MemberIndex {
  const { rows, shown } = useAllMembers(wanted);
  const isWhole = shown.state === 'complete';
  return useMemo(() => {
    const byId = new Map(rows.flatMap((row) => [[row._id, row] as const, [row.user._id, row] as const]));
    return { byId, isWhole };
  }, [rows, isWhole]);
}
