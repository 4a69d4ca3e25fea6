import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { DEFAULT_JOURNAL_LIMIT, journalQuery } from '#contract/journal-query.ts';
import { entryChoice, entryClosure, journalEntry, journalPage } from '#contract/operations.ts';
import { entryExample, eventExample } from './gateway-examples.ts';
import { FAILURES } from './gateway-failures.ts';
import { HOLDER, LAST_EVENT_ID } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';
import { eventPage } from './gateway-schemas.ts';

const entryId = { schema: z.object({ id }), texts: { id: 'Id of the entry.' } };
const entry = { schema: journalEntry, example: entryExample };
const journalExample = { entries: [entryExample], next: null, total: 1 };
const decision = {
  400: FAILURES.malformed,
  401: FAILURES.signedOut,
  413: FAILURES.tooLarge,
  415: FAILURES.notJson,
  404: FAILURES.notFound,
  409: FAILURES.decided,
};

const listQuery = {
  schema: journalQuery,
  texts: {
    q: 'Only writes that have this whole id (of an entry, a loan, a member, an order, a run, an approval, a request, a person or an idempotency key), and those of people whose name has these words or parts of words.',
    kind: 'Only this kind of write.',
    outcome: 'Only writes with this outcome.',
    person: 'Only writes of this person. Those of others require the permission `see-all-activity`.',
    from: 'Not before this time, ISO 8601 in UTC.',
    to: 'Not after this time, ISO 8601 in UTC.',
    loan: 'Only about this loan.',
    member: 'Only about this member.',
    order: 'Only about this order.',
    key: 'Only the write with this idempotency key.',
    run: 'Only writes of this run.',
    before: 'Only records older than this: the `next` of the page before.',
    limit: 'Records per page.',
  },
  defaults: { limit: DEFAULT_JOURNAL_LIMIT },
};

const { q, from, to, member, order, before, limit } = journalQuery.def.shape;
/** Events know less than writes: neither kind nor outcome, loan, key or run. */
const eventQuery = {
  ...listQuery,
  schema: z.object({ q, from, to, member, order, before, limit }),
  texts: {
    ...listQuery.texts,
    q: 'Only events that have this whole id: their own, or that of an order or a member.',
  },
};

/** The journal of writes and the events, in the order of the document. */
export const ACTIVITY_OPERATIONS: readonly GatewayOperation[] = [
  {
    id: 'listJournal',
    tag: 'Activity',
    method: 'GET',
    path: '/journal',
    needs: 'session',
    summary: 'List writes',
    text: 'Lists the writes of the organisation that went through the gateway, newest first: all of them with the permission `see-all-activity`, those of a run that is asked for, and of all runs in a search (`q`), with `see-runs`, and otherwise one’s own.',
    query: listQuery,
    done: {
      text: 'A page of the journal.',
      message: 'Journal.',
      data: { schema: journalPage, example: journalExample },
    },
    failures: { 400: FAILURES.malformed, 401: FAILURES.signedOut },
  },
  {
    id: 'getEntry',
    tag: 'Activity',
    method: 'GET',
    path: '/journal/{id}',
    needs: 'session',
    summary: 'Read a write',
    text: 'Returns one entry of the journal with its history.',
    params: entryId,
    done: { text: 'The entry.', message: 'Entry.', data: entry },
    failures: { 401: FAILURES.signedOut, 404: FAILURES.notFound },
  },
  {
    id: 'checkEntry',
    tag: 'Activity',
    method: 'POST',
    path: '/journal/{id}/check',
    needs: 'session',
    summary: 'Check a write now',
    text: 'Has the gateway look for the outcome of an unknown write at once, instead of on its schedule. Requires the permission that the write took.',
    params: entryId,
    headers: [HOLDER],
    status: 202,
    done: { text: 'The check was requested.', message: 'Entry.', data: entry },
    failures: { 401: FAILURES.signedOut, 404: FAILURES.notFound },
  },
  {
    id: 'chooseLoan',
    tag: 'Activity',
    method: 'POST',
    path: '/journal/{id}/choose',
    needs: 'session',
    summary: 'Choose the loan that a write created',
    text: 'Settles an unknown write by one of its candidates. The history keeps who chose. Requires the permission that the write took.',
    params: entryId,
    headers: [HOLDER],
    body: { schema: entryChoice, example: { loan: '01JC4T8N0W7Q' } },
    done: { text: 'The entry is done.', message: 'Entry.', data: entry },
    failures: decision,
  },
  {
    id: 'closeEntry',
    tag: 'Activity',
    method: 'POST',
    path: '/journal/{id}/close',
    needs: 'session',
    summary: 'Close a write as undetermined',
    text: 'Ends the checks of an unknown write without proof. The history keeps who closed it and why. Requires the permission that the write took.',
    params: entryId,
    headers: [HOLDER],
    body: { schema: entryClosure, example: { reason: 'Confirmed by phone with the service.' } },
    done: { text: 'The entry is closed.', message: 'Entry.', data: entry },
    failures: decision,
  },
  {
    id: 'listEvents',
    tag: 'Activity',
    method: 'GET',
    path: '/events/log',
    needs: 'session',
    summary: 'List events',
    text: 'Lists the events of the organisation that the gateway received, newest first.',
    query: eventQuery,
    done: {
      text: 'A page of events.',
      message: 'Events.',
      data: { schema: eventPage, example: { events: [eventExample], next: null, total: 1 } },
    },
    failures: { 400: FAILURES.malformed, 401: FAILURES.signedOut },
  },
  {
    id: 'streamEvents',
    tag: 'Activity',
    method: 'GET',
    path: '/events',
    needs: 'session',
    summary: 'Stream events',
    text: 'Sends the events of the organisation as server-sent events, first those after `Last-Event-ID`, and a `change` whenever an entry, a run, an approval, the rules, follow-ups or collateral changed. A `beat` comes every 15 seconds. A session may have ten streams. An event may come twice; it has the same id then.',
    headers: [LAST_EVENT_ID],
    done: {
      text: 'The stream. The `data` of an event is an `Event` in JSON, that of a `change` what to read again: an object with the id of an `entry`, `run` or `approval`, or with `rules`, `followUps` or `collateral` as `true`.',
      type: 'text/event-stream',
      example: `id: ${eventExample.id}\nevent: order.cancelled\ndata: ${JSON.stringify(eventExample)}\n\n`,
    },
    failures: { 401: FAILURES.signedOut, 429: FAILURES.tooManyStreams },
  },
];
