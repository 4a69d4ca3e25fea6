import { useMemo } from 'react';
import type { VisibleMember } from '#contract/members.ts';
import type { Seen } from '#contract/reading.ts';
import { type AllRows, useAllRows } from '../http/all-rows.ts';
import { listSource } from '../http/list-source.ts';
import { listedPage } from '../listed-page.ts';

/** A member as it reaches the browser. */
export type MemberRow = Seen<VisibleMember>;

/** The organisation's members, newest first. */
export const memberList = listSource({
  name: 'members',
  endpoint: 'listMembers',
  // The answer echoes no page size.
  read: (answer) =>
    listedPage(answer, 'members', answer.data.members, {
      ...{ page: answer.data.page, limit: undefined, total: answer.data.total },
    }),
  idOf: (member: MemberRow) => member._id,
});

/** Every member of the organisation, or so many of them, loaded in the background while `wanted`. */
export function useAllMembers(wanted: boolean | number): AllRows<MemberRow> {
  return useAllRows(memberList, wanted);
}

/**
 * Names only help to read a list of loans. An organisation of 100,000 members would cost a thousand requests for them
 * at every sign-in, so beyond the newest of its members a borrower stands there by their id.
 */
const MOST_NAMES = 2_000;

/** The names of members by their user id, those that have been loaded; they are loaded in the background while `wanted`. */
export function useMemberNames(wanted: boolean): (userId: string) => string | undefined {
  const { rows } = useAllMembers(wanted && MOST_NAMES);
  return useMemo(() => {
    const names = new Map(rows.map(({ user }) => [user._id, nameOfMember(user)]));
    return (userId) => names.get(userId);
  }, [rows]);
}

/** First and last name, as far as there are any. */
export function nameOfMember(user: MemberRow['user']): string | undefined {
  const name = [user.fname, user.lname].map((part) => part?.trim()).filter(Boolean);
  return name.length > 0 ? name.join(' ') : undefined;
}
