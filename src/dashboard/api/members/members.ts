import { useMemo } from 'react';
import type { VisibleMember } from '#contract/members.ts';
import type { Seen } from '#contract/reading.ts';
import { hasEveryRow } from '#dashboard/lib/load-pages.ts';
import type { LoadedPage } from '#dashboard/lib/loaded-page.ts';
import { type AllRows, useAllRows } from '../http/all-rows.ts';
import type { Answer } from '../http/client.ts';
import { listedPage, listSource } from '../http/list-source.ts';

export type MemberRow = Seen<VisibleMember>;

/** Whether the status of a membership is the one of members in good standing. */
export function isActiveMember(status: string): boolean {
  return status.toLowerCase() === 'active';
}

/** One page of members out of an answer, which echoes no page size. Throws an ApiError where it holds no list. */
export function toMemberPage(answer: Answer<'listMembers'>): LoadedPage<MemberRow> {
  const { members, page, total } = answer.data;
  return listedPage(answer, 'members', members, { page, limit: undefined, total });
}

export const memberList = listSource({
  name: 'members',
  endpoint: 'listMembers',
  read: toMemberPage,
  idOf: (member: MemberRow) => member._id,
});

/** Every member of the organisation, or so many of them, loaded in the background while `wanted`. */
export function useAllMembers(wanted: boolean | number): AllRows<MemberRow> {
  return useAllRows(memberList, wanted);
}

/** The names of members by either of their ids, those that are loaded; the others are, in the background, while `wanted`. */
export function useMemberNames(wanted: boolean): (id: string) => string | undefined {
  // Only the names of the newest members: all of them could cost a thousand requests.
  const { rows } = useAllMembers(wanted && 2_000);
  return useMemo(() => {
    const names = new Map(
      rows.flatMap(({ _id, user }) => [_id, user._id].map((id) => [id, nameOfMember(user)] as const)),
    );
    return (id) => names.get(id);
  }, [rows]);
}

export type MemberIndex = ReturnType<typeof useMemberIndex>;

/** The members by their own ids and their users', loaded in the background while `wanted`. */
export function useMemberIndex(wanted: boolean | number) {
  const { rows, shown } = useAllMembers(wanted);
  const isWhole = hasEveryRow(shown);
  return useMemo(() => {
    const byId = new Map(rows.flatMap((row) => [row._id, row.user._id].map((id) => [id, row] as const)));
    return { byId, isWhole };
  }, [rows, isWhole]);
}

export function nameOfMember(user: MemberRow['user']): string | undefined {
  const name = [user.fname, user.lname].map((part) => part?.trim()).filter(Boolean);
  return name.length > 0 ? name.join(' ') : undefined;
}
