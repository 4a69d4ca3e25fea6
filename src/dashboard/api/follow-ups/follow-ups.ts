import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  type FollowUp,
  type FollowUpContent,
  type FollowUpQuery,
  type FollowUpRecord,
  followUpPage,
  MAX_FOLLOW_UPS,
} from '#contract/follow-ups.ts';
import { encodeQuery } from '#contract/query.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { customerKeyAddress, loanAddress, memberAddress, orderAddress } from '../addresses.ts';
import { readAgain } from '../http/queries.ts';
import { getOwn } from '../own-data.ts';
import { useOwnChange } from '../session/use-own-change.ts';

const FOLLOW_UPS = 'follow-ups';

/** Reads the follow-ups and the history again that are shown, and the others when they are. */
export async function refreshFollowUps(client: QueryClient): Promise<void> {
  void readAgain(client, { queryKey: ['history'] });
  await readAgain(client, { queryKey: [FOLLOW_UPS] });
}

const MOST_PAGES = 20;

/** The follow-ups that a question is about, the newest first. */
export function followUpsQuery(filter: Pick<FollowUpQuery, 'kind' | 'record' | 'assignee' | 'open'>) {
  return queryOptions({
    queryKey: [FOLLOW_UPS, filter],
    queryFn: async ({ signal }) => {
      const rows: FollowUp[] = [];
      let before: number | null | undefined;
      for (let page = 0; page < MOST_PAGES && before !== null; page += 1) {
        const search: URLSearchParams = encodeQuery({ ...filter, before, limit: MAX_FOLLOW_UPS });
        const { followUps, next } = await getOwn(`/desk/follow-ups?${search}`, followUpPage, signal);
        rows.push(...followUps);
        before = next;
      }
      return { rows, isWhole: before === null };
    },
  });
}

/** Says that there are more than were read; undefined if there are not. */
export function leftOutText(read: { rows: readonly FollowUp[]; isWhole: boolean } | undefined) {
  if (!read || read.isWhole) return undefined;
  return `Only the newest ${formatCount(read.rows.length)} were read. Older ones are left out.`;
}

/** Adds a follow-up, or changes it. It is done once the lists show it. */
export function useSaveFollowUp() {
  return useOwnChange(
    ({ id, ...body }: FollowUpContent & { id: string }, send) => send('PUT', addressOf(id), body),
    { refresh: refreshFollowUps },
  );
}

/** Deletes a follow-up as it was shown: not one that someone has changed since. */
export function useDeleteFollowUp() {
  return useOwnChange(
    ({ id, version }: Pick<FollowUp, 'id' | 'version'>, send) =>
      send('DELETE', `${addressOf(id)}?version=${version}`),
    { refresh: refreshFollowUps },
  );
}

/** A follow-up as a change of it sends it, unless something else is said. */
export function contentOf(followUp: FollowUp): FollowUpContent {
  const { record, text, due, assignee, doneAt, version } = followUp;
  return { record, text, due, assignee: assignee?.id ?? null, done: doneAt !== null, version };
}

const ADDRESSES: Record<FollowUpRecord['kind'], (id: string) => string> = {
  loan: (id) => loanAddress(id, undefined),
  member: memberAddress,
  customer: (key) => `${customerKeyAddress(key)}?view=follow-ups`,
  order: orderAddress,
};

export const recordAddress = ({ kind, id }: FollowUpRecord): string => ADDRESSES[kind](id);

/** Open ones before those that are done, and the earliest date first. */
export function byUrgency(a: FollowUp, b: FollowUp): number {
  return rankOf(a) < rankOf(b) ? -1 : 1;
}

function rankOf({ due, doneAt, createdAt }: FollowUp): string {
  return `${doneAt === null ? 'open' : 'past'} ${due ?? 'undated'} ${createdAt}`;
}

function addressOf(id: string): string {
  return `/desk/follow-ups/${encodeURIComponent(id)}`;
}
