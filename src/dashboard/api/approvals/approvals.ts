import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  type ApprovalAction,
  type ApprovalRules,
  type ApprovalState,
  approval,
  approvalPage,
  rulesState,
} from '#contract/approvals.ts';
import { encodeQuery } from '#contract/query.ts';
import { HOLDER_HEADER } from '#contract/session.ts';
import { ApiError } from '../http/api-error.ts';
import { request } from '../http/client.ts';
import { safelyRepeated } from '../operations/runs.ts';
import { useMay } from '../session/permissions.ts';
import { sessionHolder, useDesk } from '../session/session.ts';

/** How often approvals are read again, in case the event stream is interrupted. */
const POLL_MS = 30_000;

const KEYS = {
  all: ['approvals'] as const,
  list: (state: ApprovalState | null) => ['approvals', 'list', state] as const,
  one: (id: string) => ['approvals', 'one', id] as const,
  waiting: ['approvals', 'waiting'] as const,
  rules: ['approvals', 'rules'] as const,
};

/** Approvals that the person may see, newest first, page after page. */
export function approvalListQuery(state: ApprovalState | null) {
  return infiniteQueryOptions({
    queryKey: KEYS.list(state),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => {
      const search = encodeQuery({ state: state ?? undefined, before: pageParam ?? undefined, limit: 50 });
      return parse(approvalPage, (await request('GET', `/desk/approvals?${search}`, { signal })).data);
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchInterval: POLL_MS,
  });
}

export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: KEYS.one(id),
    queryFn: async ({ signal }) => parse(approval, (await request('GET', addressOf(id), { signal })).data),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  });
}

/** How many requests wait that the person may decide about; 0 while it isn't known. */
export function useWaitingApprovals(): number {
  const mayApprove = useMay('approve');
  const mayManage = useMay('manage-people');
  const { data } = useQuery({
    queryKey: KEYS.waiting,
    queryFn: async ({ signal }) =>
      parse(approvalPage, (await request('GET', '/desk/approvals?limit=1', { signal })).data).waiting,
    enabled: mayApprove || mayManage,
    refetchInterval: POLL_MS,
  });
  return data ?? 0;
}

/** Approves, rejects or withdraws a request as it was shown. The gateway does it once, however often it is asked. */
export function useDecision(id: string) {
  const client = useQueryClient();
  const headers = { [HOLDER_HEADER]: sessionHolder(useDesk()) };
  return useMutation({
    ...safelyRepeated,
    mutationFn: async ({ action, ...body }: { action: ApprovalAction; reason: string; hash: string }) =>
      parse(approval, (await request('POST', `${addressOf(id)}/${action}`, { body, headers })).data),
    // Someone else may have decided, or the figures have changed.
    onSettled: () => client.invalidateQueries({ queryKey: KEYS.all }),
  });
}

/** The rules that say what waits for approval. */
export const rulesQuery = queryOptions({
  queryKey: KEYS.rules,
  queryFn: async ({ signal }) => parse(rulesState, (await request('GET', '/desk/rules', { signal })).data),
});

/** Sets all rules. The result says whether the change waits for a second administrator. */
export function useChangeRules() {
  const client = useQueryClient();
  const headers = { [HOLDER_HEADER]: sessionHolder(useDesk()) };
  return useMutation({
    ...safelyRepeated,
    mutationFn: async (body: ApprovalRules) =>
      parse(rulesState, (await request('PUT', '/desk/rules', { body, headers })).data),
    onSuccess: (state) => client.setQueryData(KEYS.rules, state),
    onSettled: () => client.invalidateQueries({ queryKey: KEYS.all }),
  });
}

function parse<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.output<Schema> {
  const parsed = z.safeParse(schema, data);
  if (parsed.success) return parsed.data;
  throw new ApiError('unreadable', { message: 'Pledge returned an approval that can’t be read.' });
}

function addressOf(id: string): string {
  return `/desk/approvals/${encodeURIComponent(id)}`;
}
