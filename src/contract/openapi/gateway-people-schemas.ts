import { openSession, peopleList, person, personChange, sessionList } from '#contract/people.ts';
import type { NamedSchema, SchemaText } from './schemas.ts';

export const personExample = {
  id: '3f9a1c0b7d5e2a4c6f8091b2',
  name: 'Ruth Kamau',
  verified: false,
  roles: ['operations'],
  rolesSetHere: false,
  disabled: false,
  version: 3,
  firstSeenAt: '2026-11-02T08:12:00.000Z',
  lastSeenAt: '2026-11-23T09:58:01.120Z',
};

export const openSessionExample = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  person: { id: '3f9a1c0b7d5e2a4c6f8091b2', name: 'Ruth Kamau', verified: false },
  browser: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0',
  address: '203.0.113.7',
  startedAt: '2026-11-23T08:00:00.000Z',
  lastSeenAt: '2026-11-23T09:58:01.120Z',
  current: true,
};

const ROLES_TEXT = 'Any of `analyst`, `creditor`, `operations`, `approver` and `administrator`.';

/** A person as sessions name them. */
export const SESSION_PERSON: SchemaText = {
  text: 'A person.',
  fields: {
    id: 'Id of the person in their organisation.',
    name: 'Their name.',
    verified: 'Whether an identity provider vouches for them; false if they gave their name themselves.',
  },
};

/** The schemas of people and sessions. */
export const PEOPLE_SCHEMAS: Record<string, NamedSchema> = {
  Person: {
    schema: person,
    text: 'A person of the organisation who has signed in.',
    fields: {
      ...SESSION_PERSON.fields,
      roles: `The roles that count. ${ROLES_TEXT}`,
      rolesSetHere:
        'Whether an administrator set the roles in Pledge; false if they are those of the sign-in.',
      disabled: 'Whether they may not sign in.',
      version: 'Grows by one with each change that an administrator makes.',
      firstSeenAt: 'When they first signed in, ISO 8601 in UTC.',
      lastSeenAt: 'When they last used Pledge, within a few minutes.',
    },
  },
  People: { schema: peopleList, text: 'Everyone who has signed in.', fields: { people: 'The people.' } },
  PersonChange: {
    schema: personChange,
    text: 'What an administrator decides about a person.',
    fields: {
      roles: `Their roles from now on; null for those of their sign-in. ${ROLES_TEXT}`,
      disabled: 'Whether they may not sign in.',
      version:
        'The version that this changes, as it was read. If it is another by now, nothing is changed (409). Without it, what is there is replaced.',
    },
  },
  Session: {
    schema: openSession,
    text: 'An open session.',
    fields: {
      id: 'Id of the session.',
      person: SESSION_PERSON,
      browser: 'What the browser says of itself; null if nothing.',
      address: 'The address that it signed in from; null if not known.',
      startedAt: 'When it began, ISO 8601 in UTC.',
      lastSeenAt: 'When it was last used, within a few minutes.',
      current: 'Whether it is the session of this request.',
    },
  },
  Sessions: { schema: sessionList, text: 'Open sessions.', fields: { sessions: 'The sessions.' } },
};
