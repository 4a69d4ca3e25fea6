import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { runExample, unknownExample } from '#contract/openapi/gateway-examples.ts';
import { journalEntry } from '#contract/operations.ts';
import { run } from '#contract/runs.ts';
import { entryQuery, putEntry } from './entries.ts';
import { putRun, runListQuery, runQuery } from './runs.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A gateway that answers every read as things are now; `hold` keeps answers on their way until `release`. */
function gatewayOf(answerOf: (path: string) => unknown) {
  let held: Promise<void> | undefined;
  let release = () => {};
  vi.stubGlobal('fetch', async (path: string) => {
    await held;
    return Response.json({ status: 'success', data: answerOf(path) });
  });
  return {
    hold() {
      held = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}

const clientOf = () =>
  new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } });

const ENTRY = journalEntry.parse(unknownExample);

test('an outcome that a person decided stays when an answer from before arrives', async () => {
  const gateway = gatewayOf(() => ENTRY);
  const client = clientOf();
  const query = entryQuery(ENTRY.id);
  const outcome = () => client.getQueryData(query.queryKey)?.outcome;
  await client.prefetchQuery(query);
  gateway.hold();
  const poll = client.prefetchQuery({ ...query, staleTime: 0 });
  putEntry(client, { ...ENTRY, outcome: 'undetermined' });
  gateway.release();
  await poll;
  expect(outcome()).toBe('undetermined');
  await client.fetchQuery(query);
  expect(outcome()).toBe('unknown');
});

const RUN = run.parse(runExample);

test('a run that a person stopped stays so, also in the list, when answers from before arrive', async () => {
  const gateway = gatewayOf((path) =>
    path.startsWith('/runs?') ? { runs: [RUN], next: null, total: 1 } : RUN,
  );
  const client = clientOf();
  const query = runQuery(RUN.id);
  const states = () => [
    client.getQueryData(query.queryKey)?.run.state,
    client.getQueryData(runListQuery.queryKey)?.pages[0]?.runs[0]?.state,
  ];
  await Promise.all([client.prefetchQuery(query), client.prefetchInfiniteQuery(runListQuery)]);
  gateway.hold();
  const polls = [
    client.prefetchQuery({ ...query, staleTime: 0 }),
    client.prefetchInfiniteQuery({ ...runListQuery, staleTime: 0 }),
  ];
  putRun(client, { run: { ...RUN, state: 'stopped', finishedAt: RUN.createdAt }, clockAheadMs: 0 });
  gateway.release();
  await Promise.all(polls);
  expect(states()).toEqual(['stopped', 'stopped']);
  await Promise.all([client.fetchQuery(query), client.fetchInfiniteQuery(runListQuery)]);
  expect(states()).toEqual(['running', 'running']);
});
