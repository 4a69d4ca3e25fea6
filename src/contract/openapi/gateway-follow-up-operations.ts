import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import {
  DEFAULT_FOLLOW_UPS,
  followUp,
  followUpContent,
  followUpDeletion,
  followUpPage,
  followUpQuery,
  followUpRecord,
  MAX_FOLLOW_UP_TEXT,
} from '#contract/follow-ups.ts';
import { assigneeList } from '../assignees.ts';
import { FAILURES } from './gateway-failures.ts';
import { HOLDER } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';
import { SESSION_PERSON } from './gateway-people-schemas.ts';
import type { NamedSchema } from './schemas.ts';

const record = { kind: 'loan', id: '68f0c2a9d1', name: 'Kwabena Tetteh, 2,530,000.00 KES' };
const author = { id: '3f9a1c0b7d5e2a4c6f8091b2', name: 'Ruth Kamau', verified: false };

const followUpExample = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  record,
  text: 'Called. Pays half on Friday.',
  due: '2026-11-27',
  assignee: { ...author, disabled: false },
  author,
  createdAt: '2026-11-23T09:58:01.120Z',
  doneBy: null,
  doneAt: null,
  version: 1,
  earlier: [],
};

const contentExample = {
  record,
  text: followUpExample.text,
  due: followUpExample.due,
  assignee: author.id,
  done: false,
  version: 0,
};

const params = { schema: z.object({ id }), texts: { id: 'A UUID that the caller generates.' } };
const failures = { 400: FAILURES.malformed, 401: FAILURES.signedOut };

/** The addresses of follow-ups, in the order of the document. */
export const FOLLOW_UP_OPERATIONS: readonly GatewayOperation[] = [
  {
    id: 'listFollowUps',
    tag: 'Shared work',
    method: 'GET',
    path: '/desk/follow-ups',
    needs: 'session',
    summary: 'List follow-ups',
    text: 'Lists the follow-ups of the organisation, the newest first.',
    query: {
      schema: followUpQuery,
      texts: {
        kind: 'Only about loans, members, customers or orders.',
        record: 'Only about the record with this id.',
        assignee: 'Only those assigned to the person with this id.',
        open: 'Only those that are open, or only those that are done.',
        before: 'Only those before this number: the `next` of the page before.',
        limit: 'Follow-ups per page.',
      },
      defaults: { limit: DEFAULT_FOLLOW_UPS },
    },
    done: {
      text: 'A page of follow-ups.',
      message: 'Follow-ups.',
      data: { schema: followUpPage, example: { followUps: [followUpExample], next: null } },
    },
    failures,
  },
  {
    ...{
      id: 'putFollowUp',
      tag: 'Shared work',
      method: 'PUT',
      path: '/desk/follow-ups/{id}',
      needs: 'session',
    },
    summary: 'Add or change a follow-up',
    text: 'Adds a follow-up, or changes the one of this id. Only its author may change the text, and what it was before is kept. Its author, its assignee and administrators may change the rest; everyone may while no one is assigned, or only a person who is disabled. Others get 403 with the code `FOLLOW_UP_NOT_YOURS`. A repeat changes nothing.',
    params,
    headers: [HOLDER],
    body: { schema: followUpContent, example: contentExample },
    done: {
      text: 'The follow-up after the change.',
      message: 'Follow-up.',
      data: { schema: followUp, example: followUpExample },
    },
    failures: {
      ...failures,
      404: FAILURES.notFound,
      409: FAILURES.followUpChanged,
      413: FAILURES.followUpTooLarge,
      415: FAILURES.notJson,
    },
  },
  {
    ...{
      id: 'deleteFollowUp',
      tag: 'Shared work',
      method: 'DELETE',
      path: '/desk/follow-ups/{id}',
      needs: 'session',
    },
    summary: 'Delete a follow-up',
    text: 'Deletes a follow-up with its earlier texts. Safe to repeat.',
    params: { ...params, texts: { id: 'Id of the follow-up.' } },
    query: {
      schema: followUpDeletion,
      texts: { version: 'The version to delete. If the follow-up has changed since, it is left as it is.' },
      defaults: {},
    },
    headers: [HOLDER],
    done: { text: 'It is deleted.', message: 'The follow-up is deleted.' },
    failures: { ...failures, 409: FAILURES.followUpChanged },
  },
  {
    id: 'listAssignees',
    tag: 'Shared work',
    method: 'GET',
    path: '/desk/assignees',
    needs: 'session',
    summary: 'List assignees',
    text: 'Lists everyone of the organisation who can be assigned a follow-up: the people who have signed in and are not disabled.',
    done: {
      text: 'The people.',
      message: 'People.',
      data: { schema: assigneeList, example: { people: [author] } },
    },
    failures: { 401: FAILURES.signedOut },
  },
];

const RECORD = {
  text: 'What a follow-up is about.',
  fields: {
    kind: '`loan`, `member`, `customer` or `order`.',
    id: 'Id of the loan, member or order; of a customer, the key in the address of their page.',
    name: 'What the record was called when the follow-up was written.',
  },
};

/** The schemas of follow-ups. */
export const FOLLOW_UP_SCHEMAS: Record<string, NamedSchema> = {
  FollowUpRecord: { schema: followUpRecord, ...RECORD },
  FollowUp: {
    schema: followUp,
    text: 'A note on a record, with what comes next.',
    fields: {
      id: 'A UUID.',
      record: RECORD,
      text: 'The note, as plain text.',
      due: 'When something has to be done next, as a date; null if no date is set.',
      assignee: {
        text: SESSION_PERSON.text,
        fields: { ...SESSION_PERSON.fields, disabled: 'Whether the person can’t sign in any more.' },
      },
      author: SESSION_PERSON,
      createdAt: 'When it was written, ISO 8601 in UTC.',
      doneBy: SESSION_PERSON,
      doneAt: 'When it was marked as done, ISO 8601 in UTC; null while it is open.',
      version: 'Grows by one with each change.',
      earlier: {
        text: 'A text that it had before.',
        fields: { text: 'The text.', at: 'When it was written, ISO 8601 in UTC.' },
      },
    },
  },
  FollowUps: {
    schema: followUpPage,
    text: 'A page of follow-ups, the newest first.',
    fields: {
      followUps: 'The follow-ups.',
      next: 'Pass it as `before` for the older ones; null if there are none.',
    },
  },
  FollowUpContent: {
    schema: followUpContent,
    text: 'What a follow-up is to say.',
    fields: {
      record: RECORD,
      text: `The note, as plain text of at most ${MAX_FOLLOW_UP_TEXT} characters.`,
      due: 'When something has to be done next, as a date; null for no date.',
      assignee: 'Id of the person who acts next; null for no one.',
      done: 'Whether it is done.',
      version: 'The version that the change is based on; 0 for a new follow-up.',
    },
  },
  Assignees: { schema: assigneeList, text: 'Who can be assigned.', fields: { people: SESSION_PERSON } },
};
