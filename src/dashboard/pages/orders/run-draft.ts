import { queryOptions } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '#dashboard/api/http/api-error.ts';
import { runQuery } from '#dashboard/api/operations/runs.ts';
import { draftsOf, type FoundDraft, useHeldDraft } from '#dashboard/lib/draft.ts';
import { newUuid } from '#dashboard/lib/uuid.ts';
import { useOnLeave } from '#dashboard/ui/use-on-leave.ts';
import { useWindowEvent } from '#dashboard/ui/use-window-event.ts';

const values = z.object({
  text: z.string(),
  /** The name of the file that the text is from; null if it was typed or pasted. */
  file: z.nullable(z.string()),
  member: z.string(),
  reason: z.object({ choice: z.string(), text: z.string() }),
  /** The id of the run that these lines become. It stays the same until the gateway has accepted them. */
  runId: z.string(),
  /** Whether a request to start the run was sent with what is in the draft now: what was changed since stays a draft. */
  isSent: z.boolean(),
});

export type RunDraft = z.infer<typeof values> & { id: string };

export const runDraftsOf = (holder: string) => draftsOf('cancel-orders', holder);

/** The part of a draft that makes its lines a run of their own. */
export function newRun(): Pick<RunDraft, 'runId' | 'isSent'> {
  return { runId: newUuid(), isSent: false };
}

/** The drafts of a holder: this tab's own, and the newest of the others with the time of its last change. */
export type KeptDrafts = ReturnType<typeof readDrafts>;

/**
 * The drafts among those that were found, without those of the runs that were started. A copy stays that of the same
 * run: of two tabs with one list, only one starts it.
 */
export function readDrafts(found: readonly FoundDraft[], started: readonly string[] = []) {
  const kept = found.flatMap(({ id, at, isOwn, values: text }) => {
    const read = z.safeParse(values, text);
    if (!read.success || started.includes(read.data.runId)) return [];
    return [{ draft: { ...read.data, id }, at, isOwn }];
  });
  const own = kept.find(({ isOwn }) => isOwn);
  const other = kept.find((one) => one !== own);
  return { own: own?.draft ?? null, other: other ? { draft: other.draft, at: other.at } : null };
}

/** The runs that were started from drafts although the answer never arrived here. Their drafts are deleted. */
export function startedRunsQuery(holder: string, { own, other }: KeptDrafts) {
  const sent = [own, other?.draft].flatMap((draft) => (draft?.isSent ? [draft] : []));
  return queryOptions({
    queryKey: ['started-runs', holder, sent.map(({ runId }) => runId)],
    queryFn: async ({ client }) => {
      const startedOf = async ({ id, runId }: RunDraft) => {
        const read = await client.fetchQuery(runQuery(runId)).catch((error: unknown) => {
          if (error instanceof ApiError && error.kind === 'not-found') return null;
          throw error;
        });
        if (read) runDraftsOf(holder).discard(id);
        return read ? [runId] : [];
      };
      return (await Promise.all(sent.map(startedOf))).flat();
    },
    enabled: sent.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

const EMPTY = { text: '', file: null, member: '', reason: { choice: '', text: '' } };

/** The draft of this tab, stored in this browser until its run is accepted. */
export function useRunDraft(holder: string, initial: RunDraft | null) {
  const drafts = runDraftsOf(holder);
  const [draft, setDraft] = useState<RunDraft>(() => initial ?? { ...EMPTY, id: newUuid(), ...newRun() });
  const [isKept, setKept] = useState(true);
  /** The draft as it was last changed, which may not be rendered yet: a file takes its time to be read. */
  const latest = useRef(draft);
  const isStored = useRef(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function store() {
    if (isStored.current) return;
    const { id, ...values } = latest.current;
    isStored.current = true;
    setKept(drafts.keep({ id, at: Date.now(), values }));
  }

  function put(next: RunDraft) {
    latest.current = next;
    isStored.current = false;
    setDraft(next);
    clearTimeout(timer.current);
    // Stored once typing rests: a list can be several megabytes long.
    timer.current = setTimeout(store, 400);
  }

  useHeldDraft(draft.id);
  useWindowEvent('pagehide', store);
  useOnLeave(store);

  return {
    draft,
    isKept,
    change: (part: Partial<RunDraft>) => put({ ...latest.current, isSent: false, ...part }),
    /** Stores that a request to start the run is about to be sent. */
    markSent() {
      put({ ...latest.current, isSent: true });
      store();
    },
    /** Goes on with another draft. Returns the one that it takes the place of; null if nothing is in it. */
    take(other: RunDraft) {
      const replaced = latest.current;
      const isEmpty = replaced.text.trim() === '';
      if (isEmpty) drafts.discard(replaced.id);
      else store();
      put(other);
      return isEmpty ? null : { draft: replaced, at: Date.now() };
    },
    discard() {
      isStored.current = true;
      drafts.discard(draft.id);
    },
  };
}
