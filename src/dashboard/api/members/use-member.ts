import { type FoundRow, useFoundRow } from '../http/use-found-row.ts';
import { type MemberRow, memberList } from './members.ts';

/** A member by the member's own id or its user's. */
export function useMember(id: string): FoundRow<MemberRow> {
  return useFoundRow(memberList, { id, is: ({ _id, user }) => _id === id || user._id === id });
}
