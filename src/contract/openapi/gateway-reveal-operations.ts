import {
  foundMembers,
  MOST_REVEALED,
  memberContact,
  memberSearch,
  revealed,
  revealRequest,
} from '#contract/contacts.ts';
import { FAILURES } from './gateway-failures.ts';
import { HOLDER } from './gateway-headers.ts';
import type { GatewayOperation } from './gateway-operation.ts';
import type { NamedSchema } from './schemas.ts';

const MEMBER = '6823061c5d3d8aa68fb13bdc';

const contactExample = {
  id: MEMBER,
  email: 'adaeze.okafor@example.com',
  phone: '+234 803 555 0142',
  homeAddress: '12 Marina Road',
  username: 'adaeze',
};

const failures = {
  400: FAILURES.malformed,
  401: FAILURES.signedOut,
  413: FAILURES.tooLarge,
  415: FAILURES.notJson,
  502: FAILURES.unreadable,
  503: FAILURES.revealNotRecorded,
  504: FAILURES.timeout,
};

/** The addresses that give members' contact data. */
export const REVEAL_OPERATIONS: readonly GatewayOperation[] = [
  {
    id: 'revealContacts',
    tag: 'People',
    method: 'POST',
    path: '/desk/reveals',
    needs: 'session',
    summary: 'Reveal contact data',
    text: `Returns the contact data of up to ${MOST_REVEALED} members, which lists of members mask for everyone. Who sees whose is in the audit log first, an entry for each member.`,
    headers: [HOLDER],
    body: { schema: revealRequest, example: { members: [MEMBER] } },
    done: {
      text: 'The contact data, in the order of the service’s list.',
      message: 'Contact data.',
      data: { schema: revealed, example: { members: [contactExample], missing: [] } },
    },
    failures,
  },
  {
    id: 'searchMembers',
    tag: 'People',
    method: 'POST',
    path: '/desk/member-search',
    needs: 'session',
    summary: 'Find members by email',
    text: 'Returns the ids of the members who have an email address. Each member that is found is in the audit log first, as revealed.',
    headers: [HOLDER],
    body: { schema: memberSearch, example: { email: contactExample.email } },
    done: {
      text: 'The members.',
      message: 'Members.',
      data: { schema: foundMembers, example: { members: [MEMBER] } },
    },
    failures,
  },
];

/** The schemas of contact data. */
export const REVEAL_SCHEMAS: Record<string, NamedSchema> = {
  RevealRequest: {
    schema: revealRequest,
    text: 'Whose contact data is asked for.',
    fields: { members: 'Ids of members.' },
  },
  MemberContact: {
    schema: memberContact,
    text: 'A member’s contact data. Fields that the service does not return are null.',
    fields: {
      id: 'Id of the member.',
      email: 'Email address.',
      phone: 'Phone number.',
      homeAddress: 'Home address.',
      username: 'User name, which at some services is the email address.',
    },
  },
  Revealed: {
    schema: revealed,
    text: 'Contact data of members.',
    fields: { members: 'Those that were found.', missing: 'Ids that no member of the organisation has.' },
  },
  MemberSearch: {
    schema: memberSearch,
    text: 'A search for members.',
    fields: { email: 'The full email address; case and surrounding spaces do not matter.' },
  },
  FoundMembers: {
    schema: foundMembers,
    text: 'The members that were found.',
    fields: { members: 'Their ids.' },
  },
};
