import { useMemo } from 'react';
import type { VisibleMember } from '#contract/members.ts';
import type { Seen } from '#contract/reading.ts';
import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import { type AllRows, useAllRows } from '../http/all-rows.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer } from '../http/client.ts';
import { listSource } from '../http/list-source.ts';

/** A member as it reaches the browser. */
export type MemberRow = Seen<VisibleMember>;

/** One page of members out of an answer. Throws an ApiError where it holds no list. */
export function toMemberPage(
  { data, drift, requestId }: Answer<'listMembers'>,
  limit: number | undefined,
): LoadedPage<MemberRow> {
  if (data.members === undefined) {
    throw new ApiError('unreadable', { message: 'The answer held no list of members.', requestId });
  }
  return {
    rows: data.members,
    unreadable: drift.filter(({ path }) => path === 'members[]').length,
    page: data.page,
    limit,
    total: data.total,
  };
}

/** The organisation's members, newest first. */
export const memberList = listSource({
  name: 'members',
  endpoint: 'listMembers',
  // The answer echoes no page size.
  read: (answer) => toMemberPage(answer, undefined),
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
