import * as z from 'zod/mini';
import { id } from '#contract/fields.ts';
import { peopleList, person, personChange, sessionList } from '#contract/people.ts';
import { FAILURES } from './gateway-failures.ts';
import { HOLDER } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';
import { openSessionExample, personExample } from './gateway-people-schemas.ts';

const signedOut = { 401: FAILURES.signedOut };

/** The addresses of people and their sessions, in the order of the document. */
export const PEOPLE_OPERATIONS: readonly GatewayOperation[] = [
  {
    id: 'listPeople',
    tag: 'People',
    method: 'GET',
    path: '/desk/people',
    needs: 'session',
    summary: 'List people',
    text: 'Lists everyone of the organisation who has signed in, the one seen last first.',
    done: {
      text: 'The people.',
      message: 'People.',
      data: { schema: peopleList, example: { people: [personExample] } },
    },
    failures: signedOut,
  },
  {
    id: 'changePerson',
    tag: 'People',
    method: 'PUT',
    path: '/desk/people/{id}',
    needs: 'session',
    summary: 'Change a person',
    text: 'Sets a person’s roles and whether they may sign in. A person who is disabled or gets other roles is signed out at every gateway. Safe to repeat.',
    params: { schema: z.object({ id }), texts: { id: 'Id of the person.' } },
    headers: [HOLDER],
    body: { schema: personChange, example: { roles: ['operations'], disabled: false, version: 3 } },
    done: {
      text: 'The person after the change.',
      message: 'Person.',
      data: { schema: person, example: personExample },
    },
    failures: {
      ...signedOut,
      400: FAILURES.malformed,
      404: FAILURES.notFound,
      409: FAILURES.ownAccess,
      413: FAILURES.tooLarge,
      415: FAILURES.notJson,
    },
  },
  {
    id: 'listSessions',
    tag: 'People',
    method: 'GET',
    path: '/desk/sessions',
    needs: 'session',
    summary: 'List sessions',
    text: 'Lists one’s own open sessions, the one seen last first.',
    query: {
      schema: z.object({ of: z.optional(z.literal('everyone')) }),
      texts: { of: 'Those of everyone in the organisation. Requires the permission `manage-people`.' },
      defaults: {},
    },
    done: {
      text: 'The sessions.',
      message: 'Sessions.',
      data: { schema: sessionList, example: { sessions: [openSessionExample] } },
    },
    failures: { ...signedOut, 403: FAILURES.permissionRequired },
  },
  {
    id: 'endSessions',
    tag: 'People',
    method: 'DELETE',
    path: '/desk/sessions',
    needs: 'session',
    summary: 'Sign out everywhere',
    text: 'Ends all of one’s own sessions at every gateway, this one included.',
    headers: [HOLDER],
    done: { text: 'Signed out.', message: 'Signed out everywhere.', headers: ['Set-Cookie'] },
    failures: { ...signedOut, 403: FAILURES.recentSignIn },
  },
  {
    id: 'endSession',
    tag: 'People',
    method: 'DELETE',
    path: '/desk/sessions/{id}',
    needs: 'session',
    summary: 'End a session',
    text: 'Ends one of one’s own sessions at every gateway; with the permission `manage-people`, anyone’s. Safe to repeat.',
    params: { schema: z.object({ id }), texts: { id: 'Id of the session.' } },
    headers: [HOLDER],
    done: { text: 'The session is over.', message: 'The session is over.' },
    failures: { ...signedOut, 403: FAILURES.recentSignIn },
  },
];
