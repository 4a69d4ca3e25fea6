import { useMemo } from 'react';
import type { Paging } from '#dashboard/lib/paging.ts';
import type { AllRows } from './all-rows.ts';
import { type MemberRow, toMemberPage, useAllMembers } from './members.ts';
import { endpointQuery } from './queries.ts';

/** One page of the organisation's members, newest first. */
export function memberPageQuery(paging: Paging) {
  return {
    ...endpointQuery('listMembers', { query: paging }),
    // The answer echoes no page size.
    select: (answer: Parameters<typeof toMemberPage>[0]) => toMemberPage(answer, undefined),
  };
}

/** A member by the member's own id or its user's, looked for through all members: no endpoint gives one. */
export function useMember(id: string): { member: MemberRow | undefined; all: AllRows<MemberRow> } {
  const all = useAllMembers(true);
  const member = useMemo(
    () => all.rows.find(({ _id, user }) => _id === id || user?._id === id),
    [all.rows, id],
  );
  return { member, all };
}
