import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AllRows } from '../http/all-rows.ts';
import type { Answer } from '../http/client.ts';
import { type MemberRow, useAllMembers } from './members.ts';

/** A member by the member's own id or its user's, looked for through all members: no endpoint gives one. */
export function useMember(id: string): { member: MemberRow | undefined; all: AllRows<MemberRow> } {
  const all = useAllMembers(true);
  const member = useMemo(
    () => all.rows.find(({ _id, user }) => _id === id || user._id === id),
    [all.rows, id],
  );
  return { member, all };
}

/** As many members as are looked through at first: one page of them. */
const FIRST_LOOK = 100;

export interface MemberSearch {
  member: MemberRow | undefined;
  /** Still being looked for. */
  isLooking: boolean;
  /** All members were looked at. */
  isDone: boolean;
  /** How many members were looked at, of how many. */
  looked: number;
  total: number | undefined;
  error: unknown;
  stop(): void;
  /** Looks through those that are left. */
  lookOn(): void;
}

/**
 * The member whose user has an id. No endpoint gives one (interface, endpoint 5): out of what is here already, else
 * looked for through the pages of the list, twice as far each time, and no further than where the member is found.
 */
export function useMemberOfUser(userId: string): MemberSearch {
  const client = useQueryClient();
  const [listed] = useState(() => listedMember(client, userId));
  const [far, setFar] = useState(FIRST_LOOK);
  const [found, setFound] = useState(listed !== undefined);
  const all = useAllMembers(!found && far);
  const { rows, progress } = all;
  const member = useMemo(
    () => rows.find(({ user }) => user._id === userId) ?? listed,
    [rows, userId, listed],
  );
  if (member && !found) setFound(true);
  const isResting = progress.state === 'resting';
  if (isResting && !found && !member && progress.loaded >= far) setFar(2 * progress.loaded);
  return {
    member,
    isLooking: progress.state === 'loading' || isResting,
    isDone: progress.state === 'complete',
    looked: progress.loaded,
    total: progress.total,
    error: progress.error,
    stop: all.stop,
    lookOn: progress.state === 'paused' ? all.resume : all.retry,
  };
}

/** The member on a page of the list that was looked at before. */
function listedMember(client: QueryClient, userId: string): MemberRow | undefined {
  const pages = client.getQueriesData<Answer<'listMembers'>>({ queryKey: ['listMembers'] });
  const members = pages.flatMap(([, answer]) => answer?.data.members ?? []);
  return members.find(({ user }) => user._id === userId);
}
