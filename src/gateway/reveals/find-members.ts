import * as z from 'zod/mini';
import type { MemberContact } from '#contract/contacts.ts';
import { contract } from '#contract/contract.ts';
import { MAX_PAGE_SIZE } from '#contract/paging.ts';
import { tokenRefused, unreadable } from '../http/failures.ts';
import { ask, type ForwardOptions } from '../proxy/forward.ts';

export interface FindOptions {
  forward: ForwardOptions;
  accessToken: string;
  requestId: string;
}

/** Enough for 100,000 members. */
const MOST_PAGES = 1_000;

/** The pages that are read at the same time: the service has no way to ask for one member. */
const AT_ONCE = 4;

const text = z.catch(z.nullable(z.string()), null);
const member = z.object({
  _id: z.string(),
  user: z.object({
    email: z._default(text, null),
    phone: z._default(text, null),
    homeAddress: z._default(text, null),
    username: z._default(text, null),
  }),
});
/** A member that can't be read is null, and keeps no other from being found. */
const memberPage = z.object({
  pages: z.catch(z.number(), 1),
  members: z.array(z.catch(z.nullable(member), null)),
});

type MemberPage = z.infer<typeof memberPage>;

/**
 * Reads the organisation's members, newest first, and returns those that are wanted; stops as soon as it has `most`.
 * Throws a GatewayFailure if the service doesn't answer or can't be read.
 */
export async function findMembers(
  isWanted: (member: MemberContact) => boolean,
  most: number,
  options: FindOptions,
): Promise<MemberContact[]> {
  const found = new Map<string, MemberContact>();
  const keep = ({ members }: MemberPage) => {
    for (const read of members) {
      if (!read) continue;
      const contact = { id: read._id, ...read.user };
      if (isWanted(contact)) found.set(contact.id, contact);
    }
  };
  const first = await readPage(1, options);
  keep(first);
  const last = Math.min(first.pages, MOST_PAGES);
  for (let page = 2; page <= last && found.size < most; page += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, last - page + 1) }, (_, index) => page + index);
    const pages = await Promise.all(numbers.map((number) => readPage(number, options)));
    pages.forEach(keep);
  }
  return [...found.values()];
}

async function readPage(page: number, { forward, accessToken, requestId }: FindOptions): Promise<MemberPage> {
  const search = new URLSearchParams({ page: String(page), limit: String(MAX_PAGE_SIZE) });
  const call = { name: 'listMembers', endpoint: contract.listMembers, params: {}, search } as const;
  const reply = await ask({ ...call, body: null, accessToken, requestId }, forward);
  if (reply.status === 401) throw tokenRefused();
  const envelope = readJson(reply.body);
  const { data } = z.safeParse(z.object({ data: memberPage }), envelope);
  if (!data) throw unreadable(reply.status, reply.contentType, reply.retryAfter);
  return data.data;
}

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}
