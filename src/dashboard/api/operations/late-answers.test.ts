import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { JournalEntry } from '#contract/operations.ts';
import type { Run } from '#contract/runs.ts';
import { entryQuery, putEntry } from './entries.ts';
import { putRun, runListQuery, runQuery } from './runs.ts';

const AT = '2026-11-23T08:00:00.000Z';

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

const ENTRY: JournalEntry = {
  id: '7',
  key: null,
  kind: 'cancelOrder',
  outcome: 'unknown',
  by: null,
  at: AT,
  settledAt: null,
  who: 'Crestline',
  person: null,
  verified: false,
  target: {},
  note: {},
  body: null,
  status: null,
  code: null,
  message: null,
  reply: null,
  requestId: 'r',
  durationMs: 5,
  run: null,
  line: null,
  approval: null,
  approvedBy: null,
  checks: [],
  nextCheckAt: null,
  blocked: false,
  candidates: [],
};

test('an outcome that a person decided stays when an answer from before arrives', async () => {
  const gateway = gatewayOf(() => ENTRY);
  const client = clientOf();
  const query = entryQuery('7');
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

const RUN: Run = {
  id: '5',
  kind: 'cancelOrders',
  reason: 'Duplicate order',
  note: '',
  who: 'Crestline',
  person: null,
  verified: false,
  organisation: 'Crestline',
  state: 'running',
  startsAt: AT,
  pausedBy: null,
  stoppedBy: null,
  approval: null,
  approvedBy: null,
  holdUp: null,
  counts: { total: 2, done: 0, refused: 0, notSent: 0, notDone: 0, unknown: 0, waiting: 2 },
  retryable: 0,
  createdAt: AT,
  finishedAt: null,
};

test('a run that a person stopped stays so, also in the list, when answers from before arrive', async () => {
  const gateway = gatewayOf((path) =>
    path.startsWith('/runs?') ? { runs: [RUN], next: null, total: 1 } : RUN,
  );
  const client = clientOf();
  const query = runQuery('5');
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
  putRun(client, { run: { ...RUN, state: 'stopped', finishedAt: AT }, clockAheadMs: 0 });
  gateway.release();
  await Promise.all(polls);
  expect(states()).toEqual(['stopped', 'stopped']);
  await Promise.all([client.fetchQuery(query), client.fetchInfiniteQuery(runListQuery)]);
  expect(states()).toEqual(['running', 'running']);
});
