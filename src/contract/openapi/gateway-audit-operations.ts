import {
  auditEntry,
  auditExportQuery,
  auditPage,
  auditQuery,
  DEFAULT_AUDIT_LIMIT,
  exportRequest,
} from '#contract/audit.ts';
import { FAILURES } from './gateway-failures.ts';
import { HOLDER } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';
import type { NamedSchema } from './schemas.ts';

const filterTexts = {
  q: 'Only entries that have this whole id (of anything that an entry’s target names, of a request or of a person), and those of people whose name has these words or parts of words.',
  person: 'Only what this person did. Entries of others require the permission `see-all-activity`.',
  action: 'Only this action.',
  entry: 'Only about the write with this journal entry, and its approval.',
  loan: 'Only about this loan.',
  member:
    'Only about this member. Cancellations record the id that `MEMBER_ID` names, all else the member’s `_id`; give both with a comma between them to find both.',
  order: 'Only about this order.',
  customer: 'Only about the customer with this key, as in the address of the customer’s page.',
  run: 'Only about this run.',
  from: 'Not before this time, ISO 8601 in UTC.',
  to: 'Not after this time, ISO 8601 in UTC.',
};

const entryExample = {
  number: 1,
  at: '2026-11-23T09:58:01.120Z',
  action: 'export',
  who: {
    person: '019aa4c1f3c07b6a5d4e3f2a1b0c',
    name: 'Ada Obi',
    subject: null,
    verified: false,
    session: 'd3b0a9f2-5c1e-4b7a-8f6d-2e1c0b9a8d7e',
  },
  target: { list: 'loans' },
  reason: null,
  requestId: '01JC4T8N0W7QXK2M',
  result: null,
  details: { rows: 152, filter: '/loans?status=active' },
  previous: null,
  hash: '9f2c4e1d8b7a6350f1e2d3c4b5a697887766554433221100ffeeddccbbaa9988',
};

const exportExample = { list: 'loans', rows: 152, filter: '/loans?status=active' };

const failures = { 400: FAILURES.malformed, 401: FAILURES.signedOut };

/** The addresses of the audit log, in the order of the document. */
export const AUDIT_OPERATIONS: readonly GatewayOperation[] = [
  {
    id: 'listAuditLog',
    tag: 'Audit log',
    method: 'GET',
    path: '/desk/log',
    needs: 'session',
    summary: 'List the audit log',
    text: 'Lists the entries of the organisation’s audit log, newest first: all of them with the permission `see-all-activity`, and otherwise one’s own.',
    query: {
      schema: auditQuery,
      texts: {
        ...filterTexts,
        before: 'Only entries older than this number: the `next` of the page before.',
        limit: 'Entries per page.',
      },
      defaults: { limit: DEFAULT_AUDIT_LIMIT },
    },
    done: {
      text: 'A page of entries.',
      message: 'Audit log.',
      data: { schema: auditPage, example: { entries: [entryExample], next: null, total: 1 } },
    },
    failures,
  },
  {
    id: 'exportAuditLog',
    tag: 'Audit log',
    method: 'GET',
    path: '/desk/log.csv',
    needs: 'session',
    summary: 'Export the audit log',
    text: 'Returns every entry that matches and that the person may list, as CSV, newest first. The last row has the number and the hash of the entry that the log ended with. The export is recorded first.',
    query: { schema: auditExportQuery, texts: filterTexts, defaults: {} },
    done: {
      text: 'The entries.',
      type: 'text/csv',
      example: 'Number,At,Action,Name\r\n1,2026-11-23T09:58:01.120Z,export,Ada Obi\r\n',
    },
    failures: { ...failures, 503: FAILURES.exportNotRecorded },
  },
  {
    id: 'recordExport',
    tag: 'Audit log',
    method: 'POST',
    path: '/desk/exports',
    needs: 'session',
    summary: 'Record an export',
    text: 'Records that a page is about to export a list. A page saves nothing if this fails.',
    headers: [HOLDER],
    body: { schema: exportRequest, example: exportExample },
    done: {
      text: 'The export is recorded.',
      message: 'Recorded.',
      data: { schema: exportRequest, example: exportExample },
    },
    failures: {
      ...failures,
      413: FAILURES.tooLarge,
      415: FAILURES.notJson,
      503: FAILURES.exportNotRecorded,
    },
  },
];

/** The schemas of the audit log. */
export const AUDIT_SCHEMAS: Record<string, NamedSchema> = {
  AuditEntry: {
    schema: auditEntry,
    text: 'An entry of the audit log. Its hash covers all other fields.',
    fields: {
      number: 'Its number within the organisation, from 1.',
      at: 'When it was recorded, ISO 8601 in UTC.',
      action: 'What was done.',
      who: {
        text: 'The person; null for what Pledge did by itself.',
        fields: {
          person: 'Id of the person; null for sign-ins from before there were persons.',
          name: 'Name of the person.',
          subject: 'Subject at the identity provider; null if they signed in without one.',
          verified: 'Whether an identity provider vouches for the name; otherwise the person gave it.',
          session: 'Id of the session; null if there was none.',
        },
      },
      target: 'Ids by what they identify, such as `order` and `member`.',
      reason: 'Why; null if no reason was given.',
      requestId: 'Id of the request, as in the logs; null if there was none.',
      result: 'How it ended, such as the outcome of a write; null if that means nothing for the action.',
      details: 'What else is known, by action. Never bank details.',
      previous: 'Hash of the organisation’s entry before this one; null in the first.',
      hash: 'SHA-256 of the other fields and the organisation as JSON by RFC 8785, in hexadecimal.',
    },
  },
  AuditPage: {
    schema: auditPage,
    text: 'One page of the audit log, newest first.',
    fields: {
      entries: 'The entries of this page.',
      next: 'Value of `before` for the next page; null on the last.',
      total: 'Number of entries that match; null if there are more than 1,000.',
    },
  },
  ExportRequest: {
    schema: exportRequest,
    text: 'An export that a page is about to make.',
    fields: {
      list: 'Name of the list.',
      rows: 'Number of rows.',
      filter: 'Address of the list with its filters.',
    },
  },
};
