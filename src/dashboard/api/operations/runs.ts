import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { isFinal, type JournalOutcome } from '#contract/operations.ts';
import { encodeQuery } from '#contract/query.ts';
import type { RunRequest } from '#contract/run-requests.ts';
import { type Run, type RunAction, type RunLine, run, runLinePage, runPage } from '#contract/runs.ts';
import { isWorthRetrying, pauseAfter, REPEAT_PAUSES_MS } from '../http/api-error.ts';
import { request } from '../http/client.ts';
import { pageFrom, pagesQuery } from '../http/own-list.ts';
import { putAnswer, readAgain } from '../http/queries.ts';
import { getOwn, readOwn, sendFor } from '../own-data.ts';
import { useOwnChange } from '../session/use-own-change.ts';

const RUN = 'run';

/** Repeats what was lost: the gateway carries out every request about a run once, however often it arrives. */
export const safelyRepeated = {
  retry: (failures: number, error: Error) => failures < REPEAT_PAUSES_MS.length && isWorthRetrying(error),
  retryDelay: pauseAfter,
};

/** A run as it was read, and how far this browser's clock was ahead of the gateway's. */
export interface ReadRun {
  run: Run;
  clockAheadMs: number;
}

function isOpen({ finishedAt }: Run): boolean {
  return finishedAt === null;
}

export function runQuery(id: string) {
  return queryOptions({
    queryKey: [RUN, id] as const,
    queryFn: async ({ signal }) => toReadRun(await request('GET', addressOf(id), { signal })),
    // Polls while the run is open, in case the event stream is interrupted.
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.run) ? 2_000 : false),
  });
}

/** Whether nothing more can come of a line: the service's late answer replaces what a person decided. */
function isSettled({ outcome, by }: RunLine): boolean {
  return isFinal(outcome) && by !== 'person';
}

type LinePage = z.infer<typeof runLinePage> & { asOf: string | undefined };

/** The lines of a run with an outcome, or all of them, page after page. */
export function runLinesQuery(id: string, outcome: JournalOutcome | null) {
  return infiniteQueryOptions({
    queryKey: [RUN, id, 'lines', outcome] as const,
    initialPageParam: 0,
    queryFn: async ({ client, queryKey, pageParam, signal }) => {
      const asOf = () => progressOf(client.getQueryData(runQuery(id).queryKey)?.run);
      const before = asOf();
      const kept = pageFrom<LinePage>(client, queryKey, pageParam);
      // Among the lines with one outcome, others can come in between.
      if (kept && outcome === null && kept.lines.every(isSettled)) return { ...kept, asOf: before };
      const search = encodeQuery({ after: pageParam, outcome: outcome ?? undefined, limit: 500 });
      const page = await getOwn(`${addressOf(id)}/lines?${search}`, runLinePage, signal);
      // At first, the run is being read at the same time.
      return { ...page, asOf: before ?? asOf() } satisfies LinePage;
    },
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

const RUNS = 'runs';

/** The newest of the runs that a search finds. */
export async function findRuns(q: string, signal: AbortSignal) {
  return await getOwn(`/runs?${encodeQuery({ q, limit: 5 })}`, runPage, signal);
}

/** The runs that a search finds, newest first, page after page; all of them without one. */
export function runsQuery(q: string | undefined) {
  return infiniteQueryOptions({
    ...pagesQuery(
      [RUNS, q ?? ''] as const,
      { first: 25, later: 100 },
      (place, signal) => getOwn(`/runs?${encodeQuery({ q, ...place })}`, runPage, signal),
      // A late answer of the service may still settle an outcome that is unknown, or that a person decided.
      ({ runs }) => runs.every((run) => !isOpen(run) && run.counts.unknown + run.counts.notDone === 0),
    ),
    refetchInterval: ({ state }) => (openRuns(state.data).length > 0 ? 5_000 : 30_000),
  });
}

export const runListQuery = runsQuery(undefined);

/** The runs of the organisation that are open, newest first, among the newest of its runs. */
export function useOpenRuns(): Run[] {
  return openRuns(useInfiniteQuery(runListQuery).data);
}

type RunList = InfiniteData<z.infer<typeof runPage>>;

function openRuns(list: RunList | undefined): Run[] {
  return (list?.pages ?? []).flatMap(({ runs }) => runs.filter(isOpen));
}

export function reportAddress(id: string): string {
  return `${addressOf(id)}/report.csv`;
}

/** Starts a run. Resolves with it, also if an earlier request with the same id and content started it. */
export function useStartRun() {
  const client = useQueryClient();
  return useMutation({
    ...safelyRepeated,
    mutationFn: async ({ id, holder, ...body }: RunRequest & { id: string; holder: string }) =>
      toReadRun(await sendFor(holder, 'PUT', addressOf(id), body)),
    onSuccess: (read) => putRun(client, read),
  });
}

/** An action on a run, or `again`: a new run, with this id, of its lines that failed and can be retried. */
type RunWish = { path: RunAction; id?: undefined } | { path: 'again'; id: string };

export function useRunWish(run: string) {
  const client = useQueryClient();
  return useOwnChange(
    async ({ path, id }: RunWish, send) =>
      toReadRun(await send('POST', `${addressOf(run)}/${path}`, id && { id })),
    {
      ...safelyRepeated,
      onSuccess: (read) => putRun(client, read),
      // The run may have gone on to another state meanwhile.
      onError: () => readAgain(client, { queryKey: runQuery(run).queryKey }),
    },
  );
}

/** Replaces a run wherever it is shown. A list that lacks it is read again. */
export function putRun(client: QueryClient, read: ReadRun): void {
  const { run } = read;
  putAnswer(client, runQuery(run.id).queryKey, read);
  const replaced = (runs: Run[]) => runs.map((each) => (each.id === run.id ? run : each));
  for (const [queryKey, list] of client.getQueriesData<RunList>({ queryKey: [RUNS] })) {
    if (list?.pages.some(({ runs }) => runs.some(({ id }) => id === run.id))) {
      const pages = list.pages.map((page) => ({ ...page, runs: replaced(page.runs) }));
      putAnswer(client, queryKey, { ...list, pages });
    } else void readAgain(client, { queryKey, exact: true });
  }
}

/** Reads a run again wherever it is shown, and its lines if it has come further; all of them without an id. */
export function refreshRun(client: QueryClient, id?: string): void {
  void readAgain(client, id === undefined ? { queryKey: [RUN] } : { queryKey: [RUN, id], exact: true });
  void readAgain(client, { queryKey: [RUNS] });
}

/** How far a run has come. Its lines have changed if this has. */
export function progressOf(run: Run | undefined): string | undefined {
  return run && JSON.stringify([run.state, run.counts]);
}

function toReadRun({ data, answeredAt }: { data: unknown; answeredAt: number | undefined }): ReadRun {
  const ahead = answeredAt === undefined ? 0 : Date.now() - answeredAt;
  // A smaller difference is ignored: the gateway's answers carry whole seconds.
  return { run: readOwn(run, data), clockAheadMs: Math.abs(ahead) < 2_000 ? 0 : ahead };
}

function addressOf(id: string): string {
  return `/runs/${encodeURIComponent(id)}`;
}
