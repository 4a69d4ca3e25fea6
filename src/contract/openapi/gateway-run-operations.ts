import * as z from 'zod/mini';
import { runAgainRequest, runRequest } from '#contract/run-requests.ts';
import {
  RUN_DEFAULTS,
  type RunAction,
  run,
  runLinePage,
  runLinesQuery,
  runPage,
  runPageQuery,
} from '#contract/runs.ts';
import { lineExample, runExample } from './gateway-examples.ts';
import { FAILURES } from './gateway-failures.ts';
import { HOLDER } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';

const runId = { schema: z.object({ id: z.uuid() }), texts: { id: 'Id of the run.' } };
const data = { schema: run, example: runExample };
const signedOut = { 401: FAILURES.signedOut };
const ofOne = { ...signedOut, 404: FAILURES.notFound };
const change = { ...signedOut, 503: FAILURES.notRecorded };
const creation = { ...change, 400: FAILURES.malformed, 415: FAILURES.notJson, 422: FAILURES.runChanged };
const created = { text: 'The run was created.', message: 'Run.', data };
const repeated = { text: 'The run existed already with this content.', message: 'Run.', data };

const ACTIONS: Record<RunAction, { summary: string; text: string }> = {
  pause: {
    summary: 'Pause a run',
    text: 'Sends no more lines until the run is resumed. What was sent is settled. Safe to repeat.',
  },
  resume: {
    summary: 'Resume a run',
    text: 'Goes on with a paused run, by the access token of this session. Safe to repeat.',
  },
  stop: {
    summary: 'Stop a run',
    text: 'Ends a run. Lines that were not sent are `not-sent`; what was sent is settled. Safe to repeat.',
  },
  now: {
    summary: 'Start a run at once',
    text: 'Ends the ten seconds that a new run waits. Safe to repeat.',
  },
};

const actions = Object.entries(ACTIONS).map(
  ([action, { summary, text }]): GatewayOperation => ({
    id: `${action}Run`,
    tag: 'Runs',
    method: 'POST',
    path: `/runs/{id}/${action}`,
    needs: 'session',
    summary,
    text,
    params: runId,
    headers: [HOLDER],
    done: { text: 'The run after the action.', message: 'Run.', data },
    failures: { ...change, 404: FAILURES.notFound, 409: FAILURES.runState },
  }),
);

/** The addresses of runs, in the order of the document. */
export const RUN_OPERATIONS: readonly GatewayOperation[] = [
  {
    id: 'listRuns',
    tag: 'Runs',
    method: 'GET',
    path: '/runs',
    needs: 'session',
    summary: 'List runs',
    text: 'Lists the runs of the organisation, newest first.',
    query: {
      schema: runPageQuery,
      texts: {
        q: 'Only runs that have this whole id (their own, or that of a line’s order or entry, an approval, a request or a person), and those whose reason, note and person’s name have these words or parts of words.',
        before: 'Only runs older than this: the `next` of the page before.',
        limit: 'Runs per page.',
      },
      defaults: { limit: RUN_DEFAULTS.runs },
    },
    done: {
      text: 'A page of runs.',
      message: 'Runs.',
      data: { schema: runPage, example: { runs: [runExample], next: null, total: 1 } },
    },
    failures: { 400: FAILURES.malformed, ...signedOut },
  },
  {
    id: 'createRun',
    tag: 'Runs',
    method: 'PUT',
    path: '/runs/{id}',
    needs: 'session',
    summary: 'Create a run',
    text: 'Records a run and its lines under a UUID that the caller generates. The first line is sent ten seconds later, at most eight at a time; if a rule asks for it, the run waits for approval first. A repeat with the same content changes nothing.',
    params: runId,
    headers: [HOLDER],
    body: {
      schema: runRequest,
      example: {
        kind: 'cancelOrders',
        reason: 'Duplicate',
        note: 'As agreed by phone.',
        lines: [{ memberId: '64f0b2d3e9', orderId: '65a1c4e2f7' }],
      },
    },
    status: 201,
    done: created,
    repeated,
    failures: { ...creation, 413: FAILURES.runTooLarge },
  },
  {
    id: 'getRun',
    tag: 'Runs',
    method: 'GET',
    path: '/runs/{id}',
    needs: 'session',
    summary: 'Read a run',
    text: 'Returns a run with its counts.',
    params: runId,
    done: { text: 'The run.', message: 'Run.', data },
    failures: ofOne,
  },
  {
    id: 'listRunLines',
    tag: 'Runs',
    method: 'GET',
    path: '/runs/{id}/lines',
    needs: 'session',
    summary: 'List the lines of a run',
    text: 'Lists the lines of a run in their order, with the outcome of each.',
    params: runId,
    query: {
      schema: runLinesQuery,
      texts: {
        after: 'Only lines after this one: the `next` of the page before.',
        outcome: 'Only lines with this outcome.',
        limit: 'Lines per page.',
      },
      defaults: { limit: RUN_DEFAULTS.lines },
    },
    done: {
      text: 'A page of lines.',
      message: 'Lines.',
      data: { schema: runLinePage, example: { lines: [lineExample], next: null } },
    },
    failures: { 400: FAILURES.malformed, ...ofOne },
  },
  {
    id: 'getRunReport',
    tag: 'Runs',
    method: 'GET',
    path: '/runs/{id}/report.csv',
    needs: 'session',
    summary: 'Export a run',
    text: 'Returns every line with its outcome and its checks as CSV, in UTF-8 with a byte order mark. The export is recorded first.',
    params: runId,
    done: {
      text: 'The report.',
      type: 'text/csv',
      example: 'Organisation,Run,Reason,…\r\nCrestline,0f8fad5b-d9cb-469f-a165-70867728950e,Duplicate,…\r\n',
    },
    failures: { ...ofOne, 503: FAILURES.exportNotRecorded },
  },
  ...actions,
  {
    id: 'repeatRun',
    tag: 'Runs',
    method: 'POST',
    path: '/runs/{id}/again',
    needs: 'session',
    summary: 'Retry the lines that failed',
    text: 'Creates a run of the lines of this one that failed and can be retried. A repeat with the same new id changes nothing. While a run of these lines is unfinished, every request is answered with that one.',
    params: runId,
    headers: [HOLDER],
    body: { schema: runAgainRequest, example: { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' } },
    status: 201,
    done: created,
    repeated,
    failures: {
      ...creation,
      404: FAILURES.notFound,
      409: FAILURES.runState,
      413: FAILURES.tooLarge,
    },
  },
];
