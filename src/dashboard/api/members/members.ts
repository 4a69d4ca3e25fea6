import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
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

/** A member by the member's own id or its user's, looked for through all members: no endpoint gives one. */
export function useMember(id: string) {
  const all = useAllMembers(true);
  return { member: all.rows.find(({ _id, user }) => _id === id || user._id === id), all };
}

export type MemberSearch = ReturnType<typeof useMemberOfUser>;

/** The member of a user (interface, endpoint 5), looked for through the list twice as far each time. */
export function useMemberOfUser(userId: string) {
  const client = useQueryClient();
  const [listed] = useState(() => listedMember(client, userId));
  const [far, setFar] = useState(100);
  const [found, setFound] = useState(listed !== undefined);
  const all = useAllMembers(!found && far);
  const { rows, progress } = all;
  const member = rows.find(({ user }) => user._id === userId) ?? listed;
  if (member && !found) setFound(true);
  const isResting = progress.state === 'resting';
  if (isResting && !found && !member && progress.loaded >= far) setFar(2 * progress.loaded);
  return {
    member,
    isLooking: progress.state === 'loading' || isResting,
    isDone: progress.state === 'complete',
    /** Rows that could not be read: each may be the member. */
    unreadable: progress.unreadable,
    looked: progress.loaded,
    total: progress.total,
    error: progress.error,
    stop: all.stop,
    lookOn: progress.state === 'paused' ? all.resume : all.retry,
  };
}

function listedMember(client: QueryClient, userId: string): MemberRow | undefined {
  const pages = client.getQueriesData<Answer<'listMembers'>>({ queryKey: ['listMembers'] });
  const members = pages.flatMap(([, answer]) => answer?.data.members ?? []);
  return members.find(({ user }) => user._id === userId);
}

export function nameOfMember(user: MemberRow['user']): string | undefined {
  const name = [user.fname, user.lname].map((part) => part?.trim()).filter(Boolean);
  return name.length > 0 ? name.join(' ') : undefined;
}
