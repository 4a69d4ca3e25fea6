import { lastVisit, VISIT_GAP_MINUTES, visitNote } from '#contract/visits.ts';
import { FAILURES } from './gateway-failures.ts';
import { HOLDER } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';
import type { NamedSchema } from './schemas.ts';

/** The address of visits. */
export const VISIT_OPERATION: GatewayOperation = {
  id: 'noteVisit',
  tag: 'Shared work',
  method: 'PUT',
  path: '/desk/visit',
  needs: 'session',
  summary: 'Note a visit',
  text: `Notes as of when the person has seen the overview, and returns what they had seen at the end of the visit before. A pause of ${VISIT_GAP_MINUTES} minutes ends a visit. Safe to repeat.`,
  headers: [HOLDER],
  body: { schema: visitNote, example: { seen: '2026-11-23T09:58:01.120Z' } },
  done: {
    text: 'The end of the visit before.',
    message: 'Visit.',
    data: { schema: lastVisit, example: { since: '2026-11-20T16:31:07.004Z' } },
  },
  failures: {
    400: FAILURES.malformed,
    401: FAILURES.signedOut,
    413: FAILURES.tooLarge,
    415: FAILURES.notJson,
  },
};

/** The schemas of visits. */
export const VISIT_SCHEMAS: Record<string, NamedSchema> = {
  VisitNote: {
    schema: visitNote,
    text: 'A visit to the overview.',
    fields: { seen: 'The time of the data that was seen, ISO 8601 in UTC.' },
  },
  LastVisit: {
    schema: lastVisit,
    text: 'The visit before this one.',
    fields: { since: 'What was seen at its end, ISO 8601 in UTC; null if this is the first visit.' },
  },
};
