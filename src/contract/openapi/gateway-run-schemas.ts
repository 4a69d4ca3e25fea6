import { runAgainRequest, runRequest } from '#contract/run-requests.ts';
import { run, runLine, runLinePage, runPage } from '#contract/runs.ts';
import type { NamedSchema } from './schemas.ts';

/** The schemas of runs. */
export const RUN_SCHEMAS: Record<string, NamedSchema> = {
  RunRequest: {
    schema: runRequest,
    text: 'A run to create.',
    fields: {
      kind: 'What each line does: `cancelOrders`.',
      reason: 'Why, at most 500 characters. The journal keeps it with each line.',
      note: 'More about it, at most 2,000 characters.',
      lines: {
        text: 'The orders to cancel, at most 50,000, each once.',
        fields: {
          memberId: 'Id of the member.',
          orderId: 'Id of the order.',
          line: 'Its number where it is from, above that of the line before; by default its place here, from 1.',
        },
      },
    },
  },
  RunAgainRequest: {
    schema: runAgainRequest,
    text: 'A run of the lines of another one that failed.',
    fields: { id: 'A UUID that the caller generates for the new run.' },
  },
  Run: {
    schema: run,
    text: 'A run, with how far it is.',
    fields: {
      id: 'Id of the run, a UUID.',
      kind: 'What each line does: `cancelOrders`.',
      reason: 'Why it was started.',
      note: 'More about it; empty if nothing was said.',
      who: 'Name of the person who started it.',
      person: 'Id of that person; null for runs from before there were people.',
      verified: 'Whether an identity provider vouched for the name; false if it is self-declared.',
      organisation: 'Name of the organisation.',
      state:
        '`waiting`: nothing is sent for ten seconds. `running`. `paused`: by a person, or because the service refuses the access token. `stopped`: a person ended it, or its requester may no longer cancel orders. `done`: every line has its outcome. `awaiting-approval`: until someone else approves it. `rejected` and `expired`: no one approved it.',
      startsAt: 'When the first line is sent, ISO 8601 in UTC.',
      pausedBy:
        'The person who paused it; null otherwise, also if it paused because the service refused the access token.',
      stoppedBy:
        'The person who stopped it; null otherwise, also if it stopped because its requester may no longer cancel orders.',
      approval: 'Id of the approval that it waits or waited for; null if it needed none.',
      approvedBy: 'Name of the person who approved it; null unless it was approved.',
      holdUp: {
        text: 'Why no line is sent at the moment; null if nothing holds the run up.',
        fields: { message: 'The reason, for people.', until: 'When it goes on, ISO 8601 in UTC.' },
      },
      counts: {
        text: 'How many lines have each outcome.',
        fields: {
          total: 'All lines.',
          done: 'Lines that were carried out.',
          refused: 'Lines that the service refused.',
          notSent: 'Lines that were never sent.',
          notDone: 'Lines that checks proved were not carried out.',
          unknown: 'Lines whose outcome is not known.',
          waiting: 'Lines that wait or are being sent.',
        },
      },
      retryable: 'How many lines failed and can be retried.',
      createdAt: 'When it was created, ISO 8601 in UTC.',
      finishedAt: 'When its last line had an outcome; null until then.',
    },
  },
  RunPage: {
    schema: runPage,
    text: 'One page of runs, newest first.',
    fields: {
      runs: 'The runs of this page.',
      next: 'Value of `before` for the next page; null on the last.',
      total: 'Number of runs.',
    },
  },
  RunLine: {
    schema: runLine,
    text: 'A line of a run.',
    fields: {
      line: 'Its number in the request.',
      memberId: 'Id of the member.',
      orderId: 'Id of the order.',
      outcome: 'As of a `JournalEntry`.',
      by: 'As of a `JournalEntry`.',
      code: 'Error code of a refusal; null if there is none.',
      message: 'Message of the service’s response; null if there was none.',
      status: 'HTTP status of the service’s response; null if there was none.',
      at: 'When it was first sent, ISO 8601 in UTC; null if it never was.',
      requestId: 'Id of the request, as in the logs; null if it was never sent.',
      entry: 'Id of its entry in the journal.',
    },
  },
  RunLinePage: {
    schema: runLinePage,
    text: 'Some lines of a run, in their order.',
    fields: {
      lines: 'The lines of this page.',
      next: 'Value of `after` for the next page; null on the last.',
    },
  },
};
