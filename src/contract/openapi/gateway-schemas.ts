import * as z from 'zod/mini';
import { deskEvent } from '#contract/events.ts';
import {
  entryCheck,
  entryChoice,
  entryClosure,
  journalEntry,
  journalPage,
  writeNote,
} from '#contract/operations.ts';
import { deskState, GATEWAY_CODES, role, SIGN_IN_CODES } from '#contract/session.ts';
import { SESSION_PERSON } from './gateway-people-schemas.ts';
import type { NamedSchema, SchemaText } from './schemas.ts';

const NOTE: SchemaText = {
  text: 'What Pledge keeps about a write and does not send to the service.',
  fields: {
    reason: 'Why the write was made.',
    reference:
      'Identifies a loan whose response was lost: `K7QF-2M` if its `reason` has `[ref K7QF-2M]`. Four and two of `23456789ABCDEFGHJKMNPQRSTUVWXYZ`, the last one a check character; any other proves nothing.',
    collateral: {
      text: 'The tokens that a loan was to be secured with, priced when it was sent.',
      fields: {
        token_id: 'Id of the token.',
        name: 'Name of the token.',
        quantity: 'Number of tokens.',
        sell_price: 'Sell price of the token when the loan was sent.',
        price_at: 'When the service had last changed that price; null if not known.',
      },
    },
    run: 'Id of the run that the write belongs to.',
  },
};

const ENTRY: SchemaText = {
  text: 'A write that went through the gateway.',
  fields: {
    id: 'Id of the entry.',
    key: 'Idempotency key of the write; null for entries from before there were keys.',
    kind: 'The operation: `createLoan` or `cancelOrder`.',
    outcome:
      '`pending`: being sent. `unknown`: the response was lost and the gateway is checking. `done` and `refused`: proven by the service. `not-sent`: nothing reached the service. `not-done`: checks proved that it was not carried out. `undetermined`: closed by a person without proof. `waiting`: a line of a run that has not been sent. `awaiting-approval`: kept until someone else approves it. `rejected` and `expired`: no one approved it, so nothing was sent. Entries of earlier versions may have `found-done` or `found-not-done`.',
    by: 'Whose action brought about the state: `this-request`, `this-or-earlier`, `earlier` or `person`; null if nothing was carried out or it is not known yet.',
    at: 'When the write was received, ISO 8601 in UTC.',
    settledAt: 'When the outcome was known; null until then.',
    who: 'Name of the person who made the write.',
    person: 'Id of that person; null for entries from before there were people.',
    verified: 'Whether an identity provider vouched for the name; false if it is self-declared.',
    target: 'The ids in the address, by name.',
    note: NOTE,
    body: 'The body of the request without bank details; null if there was none.',
    status: 'HTTP status of the service’s response; null if there was none.',
    code: 'Error code of a refusal; null if there is none.',
    message: 'Message of the service’s response; null if there was none.',
    reply: 'The `data` of the response: the loan, also if a check found it, or the cancelled order.',
    requestId: 'Id of the request, as in the logs.',
    durationMs: 'How long the service took, in milliseconds; null if not known.',
    run: 'Id of the run that the write belongs to; null if it belongs to none.',
    line: 'Line of that run; null if it belongs to none.',
    approval: 'Id of the approval that it waits or waited for; null if it needed none.',
    approvedBy: 'Name of the person who approved it; null unless it was approved.',
    checks: 'What the gateway or a person did about an unknown outcome, oldest first.',
    nextCheckAt: 'When the gateway checks next; null if it doesn’t.',
    blocked: 'True while checks wait for a sign-in because the service refuses the access token.',
    candidates: 'Loans that could be this one, for a person to choose from.',
  },
};

const EVENT: SchemaText = {
  text: 'An event of the service, as it came by webhook.',
  fields: {
    id: 'Id of the event. Ids grow with time.',
    type: 'Kind of event, such as `order.cancelled`.',
    at: 'When the gateway received it, ISO 8601 in UTC.',
    order: 'The order that the event is about; null if it names none.',
    member: 'Id of the member who owns the order; null if not given.',
  },
};

const paged = (list: string, noun: string, uncounted = ''): SchemaText => ({
  text: `One page of ${noun}, newest first.`,
  fields: {
    [list]: `The ${noun} of this page.`,
    next: 'Value of `before` for the next page; null on the last.',
    total: `Number of ${noun} that match${uncounted}.`,
  },
});

const STATE: SchemaText = {
  text: 'What a browser needs to know about Pledge and its session.',
  fields: {
    session: {
      text: 'The session; null if no one is signed in.',
      fields: {
        label: 'Name of the creditor, or of the organisation if it has no terms.',
        creditor: {
          text: 'The creditor; null if it has no terms.',
          fields: { id: 'Id of the creditor.', name: 'Name of the creditor.' },
        },
        person: SESSION_PERSON,
        roles:
          'The roles of the person: any of `analyst`, `creditor`, `operations`, `approver` and `administrator`.',
        customerSalt: 'What links to customers are derived with, the same for the whole organisation.',
        holder: 'Names who is signed in, without revealing the access token. Send it with writes.',
        expiresAt: 'When the session ends if it isn’t used, ISO 8601 in UTC.',
        settings: 'The settings that the person has chosen; absent if they could not be read.',
      },
    },
    signIn: {
      text: 'The ways to sign in.',
      fields: {
        organisation: 'Whether the organisation’s identity provider is set: begin at `/session/oidc`.',
        token: 'Whether access tokens are taken.',
      },
    },
    endSessionAt: 'The identity provider’s sign-out address; only in the response to a sign-out.',
    environment: {
      text: 'The service behind the gateway.',
      fields: {
        kind: '`demo` or `live`.',
        host: 'Host of the service.',
        address: 'Address of the service; absent if it is built in.',
      },
    },
    demoSignIns: {
      text: 'Sign-ins of the demo; empty without demo data.',
      fields: {
        organisation: 'Name of the organisation.',
        accessToken: 'Its access token.',
        people: {
          text: 'The people to sign in as, one for each role: send the role as `demoRole`.',
          fields: { role: 'The role.', name: 'Name of the person.' },
        },
      },
    },
    memberIdInPath: 'Which id of a member cancels an order: `_id` or `user._id`.',
  },
};

export const signInBody = z.object({
  accessToken: z.string(),
  name: z.optional(z.string()),
  demoRole: z.optional(role),
});
export const eventPage = z.object({
  events: z.array(deskEvent),
  next: z.nullable(z.string()),
  total: z.number(),
});
const gatewayError = z.object({
  status: z.literal('error'),
  message: z.string(),
  code: z.optional(z.enum([...Object.values(GATEWAY_CODES), ...Object.values(SIGN_IN_CODES)])),
  data: z.optional(
    z.object({
      entry: z.optional(z.string()),
      who: z.optional(z.string()),
      permission: z.optional(z.string()),
      signInAt: z.optional(z.string()),
    }),
  ),
});

/** The schemas of the gateway's own addresses. */
export const GATEWAY_SCHEMAS: Record<string, NamedSchema> = {
  SignIn: {
    schema: signInBody,
    text: 'A sign-in.',
    fields: {
      accessToken: 'The access token of the API client, at most 512 characters.',
      name: 'Name of the person, for the activity log, at most 80 characters; the organisation’s if absent.',
      demoRole: 'Signs in as the person of the demo with this role. Only with an access token of the demo.',
    },
  },
  State: { schema: deskState, ...STATE },
  WriteNote: { schema: writeNote, ...NOTE },
  JournalEntry: { schema: journalEntry, ...ENTRY },
  JournalPage: { schema: journalPage, ...paged('entries', 'entries', '; null if there are more than 1,000') },
  Check: {
    schema: entryCheck,
    text: 'A check of an unknown outcome, or a person’s decision about it.',
    fields: {
      at: 'When, ISO 8601 in UTC.',
      saw: 'What was found or decided, as a sentence.',
      complete: 'Whether the check looked everywhere the write could be.',
      who: 'The person who asked or decided; null for the gateway’s own checks.',
    },
  },
  Choice: {
    schema: entryChoice,
    text: 'The loan that an entry created.',
    fields: { loan: 'Id of one of the candidates.' },
  },
  Closure: {
    schema: entryClosure,
    text: 'Why an entry is closed without proof.',
    fields: { reason: 'The reason, at most 500 characters.' },
  },
  Event: { schema: deskEvent, ...EVENT },
  EventPage: { schema: eventPage, ...paged('events', 'events') },
  Error: {
    schema: gatewayError,
    text: 'The body of every response that isn’t a success.',
    fields: {
      status: 'Always `error`.',
      message: 'What is wrong, whether anything was changed, and what to do, for people.',
      code: 'Code of a failure of the gateway. Absent if the failure is the service’s.',
      data: {
        text: 'More about the failure.',
        fields: {
          entry: 'Id of the journal’s entry that the failure is about.',
          who: 'Name of the person who requested the same loan.',
          permission: 'The permission that the person’s roles lack.',
          signInAt: 'Where to sign in again; add `to`, the path to come back to.',
        },
      },
    },
  },
};
