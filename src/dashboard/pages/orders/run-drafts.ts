import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { runQuery } from '#dashboard/api/operations/runs.ts';
import { draftsOf } from '#dashboard/lib/draft.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';

const values = z.object({
  text: z.string(),
  /** The name of the file that the text is from; null if it was typed or pasted. */
  file: z.nullable(z.string()),
  member: z.string(),
  reason: z.object({ choice: z.string(), text: z.string() }),
  /** The id of the run that these lines become. It stays the same until the gateway has accepted them. */
  runId: z.string(),
  /** Whether a request to start the run was ever sent. */
  isSent: z.boolean(),
});

/** What was typed, pasted or dropped on this page. */
export type RunDraft = z.infer<typeof values> & { id: string };

/** The drafts of this page that a holder has in this browser. */
export function runDraftsOf(holder: string) {
  return draftsOf('cancel-orders', holder);
}

export function newDraft(): RunDraft {
  return {
    ...{ id: newUuid(), text: '', file: null, member: '', reason: { choice: '', text: '' } },
    ...newRun(),
  };
}

/** The part of a draft that makes its lines a run of their own. */
export function newRun(): Pick<RunDraft, 'runId' | 'isSent'> {
  return { runId: newUuid(), isSent: false };
}

/** The drafts of a holder: this tab's own, and the newest of the others with the time of its last change. */
export interface KeptDrafts {
  own: RunDraft | null;
  other: { draft: RunDraft; at: number } | null;
}

export function readDrafts(holder: string, started: readonly string[] = []): KeptDrafts {
  const drafts = runDraftsOf(holder);
  const own = drafts.own()?.id;
  const kept = drafts.all().flatMap(({ id, at, values: text }) => {
    const read = z.safeParse(values, text);
    return read.success && !started.includes(read.data.runId) ? [{ draft: { ...read.data, id }, at }] : [];
  });
  return {
    own: kept.find(({ draft }) => draft.id === own)?.draft ?? null,
    other: kept.find(({ draft }) => draft.id !== own) ?? null,
  };
}

/** The runs that were started from drafts although the answer never arrived here. Their drafts are deleted. */
export function startedRunsQuery(holder: string, { own, other }: KeptDrafts) {
  const sent = [own, other?.draft ?? null].filter((draft) => draft?.isSent).map((draft) => draft as RunDraft);
  return queryOptions({
    queryKey: ['started-runs', holder, sent.map(({ runId }) => runId)],
    queryFn: async ({ client }) => {
      const started = await Promise.all(
        sent.map(async ({ id, runId }) => {
          const read = await client.fetchQuery(runQuery(runId)).catch((error: unknown) => {
            if (error instanceof ApiError && error.kind === 'not-found') return null;
            throw error;
          });
          if (read) runDraftsOf(holder).discard(id);
          return read ? [runId] : [];
        }),
      );
      return started.flat();
    },
    enabled: sent.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
