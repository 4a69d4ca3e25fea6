import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type ApprovalAction,
  type ApprovalState,
  approval,
  approvalPage,
  type RulesChange,
  rulesState,
} from '#contract/approvals.ts';
import { encodeQuery } from '#contract/query.ts';
import { pagesQuery } from '../http/own-list.ts';
import { putAnswer } from '../http/queries.ts';
import { safelyRepeated } from '../operations/runs.ts';
import { getOwn, readOwn } from '../own-data.ts';
import { useMay } from '../session/permissions.ts';
import { useOwnChange } from '../session/use-own-change.ts';

/** How often approvals are read again, in case the event stream is interrupted. */
const POLL_MS = 30_000;

const KEY = 'approvals';

export function approvalListQuery(state: ApprovalState | null, q: string | undefined) {
  const pages = pagesQuery(
    [KEY, 'list', state, q ?? ''],
    { first: 50, later: 100 },
    async (place, signal) => {
      const search = encodeQuery({ q, state: state ?? undefined, ...place });
      return await getOwn(`/desk/approvals?${search}`, approvalPage, signal);
    },
    // Among those in one state, others can come in between.
    ({ approvals }) => state === null && approvals.every((each) => each.state !== 'waiting'),
  );
  return { ...pages, refetchInterval: POLL_MS };
}

export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, 'one', id] as const,
    queryFn: ({ signal }) => getOwn(addressOf(id), approval, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  });
}

/** How many requests wait that the person may decide about; 0 while it isn't known. */
export function useWaitingApprovals(): number {
  const mayApprove = useMay('approve');
  const mayManage = useMay('manage-people');
  const { data } = useQuery({
    queryKey: [KEY, 'waiting'],
    queryFn: async ({ signal }) => (await getOwn('/desk/approvals?limit=1', approvalPage, signal)).waiting,
    enabled: mayApprove || mayManage,
    refetchInterval: POLL_MS,
  });
  return data ?? 0;
}

/** Approves, rejects or withdraws a request as it was shown. The gateway does it once, however often it is asked. */
export function useDecision(id: string) {
  const client = useQueryClient();
  return useOwnChange(
    async ({ action, ...body }: { action: ApprovalAction; reason: string; hash: string }, send) =>
      readOwn(approval, (await send('POST', `${addressOf(id)}/${action}`, body)).data),
    {
      ...safelyRepeated,
      // Known from here on, also if it can't be read again: a request that still waits would ask for a decision.
      onSuccess: (decided) => putAnswer(client, approvalQuery(id).queryKey, decided),
      refresh: [KEY],
    },
  );
}

export const rulesQuery = queryOptions({
  queryKey: [KEY, 'rules'],
  queryFn: ({ signal }) => getOwn('/desk/rules', rulesState, signal),
});

/** Sets all rules. The result says whether the change waits for a second administrator. */
export function useChangeRules() {
  const client = useQueryClient();
  return useOwnChange(
    async (body: RulesChange, send) => readOwn(rulesState, (await send('PUT', '/desk/rules', body)).data),
    {
      ...safelyRepeated,
      onSuccess: (state) => putAnswer(client, rulesQuery.queryKey, state),
      refresh: [KEY],
    },
  );
}

function addressOf(id: string): string {
  return `/desk/approvals/${encodeURIComponent(id)}`;
}
